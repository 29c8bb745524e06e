import { getPipelineObservabilityByName, listPipelineStatus } from 'cairn/client';
import type { PipelineStatus, PipelineTaskStatus } from 'cairn/contract';
import { History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { partsOfFqn } from '../../data/addresses/fqn.js';
import { useOperation } from '../../data/use-operation.js';
import { Panel } from '../../kit/panel.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { runWords } from '../../words/entities/runs.js';
import { formatDuration, formatNumber, formatTime } from '../../words/format.js';
import { EntityList } from '../entity-list.js';
import type { EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import { PlainTable } from '../plain-table.js';
import { SeriesChart } from '../profile/loaded-chart.js';
import { PeriodSelect, usePeriod } from '../profile/period.js';
import classes from './pipeline.module.css';
import { RunState } from './run-state.js';
import { durationOf } from './run-values.js';

const MOST = 1000;
const LISTED = 50;

/** The runs of a pipeline in a time: how they ended, how long they took, and what each says of its tasks. */
export function RunsTab({ entity }: EntityView) {
  const t = useWords(runWords);
  const { startTs, endTs, ...period } = usePeriod();
  const input = { params: { fqn: entity.fullyQualifiedName }, query: { startTs, endTs, limit: MOST } };
  const answer = useOperation(listPipelineStatus, input, { keepPrevious: true });
  return (
    <div className={classes.stack}>
      <Panel title={t('runs')} action={<PeriodSelect {...period} />}>
        <Async of={answer} small>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty small icon={History} title={t('none')}>
                {t('noneText')}
              </Empty>
            ) : (
              <Runs name={nameOf(entity)} runs={data} total={paging?.total ?? data.length} />
            )
          }
        </Async>
      </Panel>
      <Filled fqn={entity.fullyQualifiedName} />
    </div>
  );
}

/** The tables that report to be filled by the pipeline. */
function Filled({ fqn }: { fqn: string }) {
  const t = useWords(runWords);
  const answer = useOperation(getPipelineObservabilityByName, { params: { fqn }, query: { limit: MOST } });
  const tables = answer.data?.value.tableObservabilityData ?? [];
  if (tables.length === 0) return null;
  const items = tables.map(({ tableFqn }) => ({
    type: 'table',
    fqn: tableFqn,
    name: partsOfFqn(tableFqn).at(-1) ?? tableFqn,
    tabs: ['profiler'],
  }));
  return (
    <Panel title={t('fills')}>
      <EntityList items={items} />
    </Panel>
  );
}

/** `runs`: newest first. */
function Runs({ name, runs, total }: { name: string; runs: readonly PipelineStatus[]; total: number }) {
  const t = useWords(runWords);
  const { times, series } = useMemo(() => {
    const timed = [...runs].reverse().filter((run) => durationOf(run) !== null);
    return {
      times: timed.map(({ timestamp }) => timestamp),
      series: [{ label: t('runtime'), values: timed.map(durationOf), format: formatDuration }],
    };
  }, [runs, t]);
  const succeeded = runs.filter(({ executionStatus }) => executionStatus === 'Successful').length;
  return (
    <>
      <p className={classes.soft}>
        {t('ofRuns', { count: total, shown: formatNumber(total) })}, {t('succeeded', { count: succeeded })}
      </p>
      {times.length > 1 ? (
        <SeriesChart label={t('timesOf', { name })} times={times} series={series} height={160} />
      ) : null}
      <ul className={classes.runs} aria-label={t('runs')}>
        {runs.slice(0, LISTED).map((run) => (
          <Run key={run.timestamp} run={run} />
        ))}
      </ul>
      {total > LISTED ? (
        <p className={classes.soft}>{t('newest', { shown: formatNumber(LISTED), total: formatNumber(total) })}</p>
      ) : null}
    </>
  );
}

function Run({ run }: { run: PipelineStatus }) {
  const t = useWords(runWords);
  const [isOpen, setOpen] = useState(false);
  const { executionStatus, timestamp, executedBy, version, metrics = {}, error } = run;
  const took = durationOf(run);
  const facts = [
    ...(took === null ? [] : [t('took', { time: formatDuration(took) })]),
    ...(executedBy ? [t('by', { name: nameOf(executedBy) })] : []),
    ...(version ? [t('version', { version })] : []),
    ...(metrics.totalRowsProcessed === undefined
      ? []
      : [t('rows', { shown: formatNumber(metrics.totalRowsProcessed) })]),
    ...(metrics.cost === undefined ? [] : [t('cost', { shown: formatNumber(metrics.cost) })]),
  ];
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className={classes.line}>
            <RunState state={executionStatus} />
            <time className={classes.time}>{formatTime(timestamp)}</time>
            <span className={classes.soft}>{facts.join(', ')}</span>
          </span>
        </summary>
        {isOpen ? <Details run={run} /> : null}
      </details>
      {error?.errorMessage ? (
        <p className={classes.error}>
          {error.errorMessage} {error.failedTask ? t('failedIn', { task: error.failedTask }) : null}
        </p>
      ) : null}
    </li>
  );
}

function Details({ run }: { run: PipelineStatus }) {
  const t = useWords(runWords);
  const { taskStatus = [], parameters = {}, inputs = [], outputs = [], error } = run;
  const lists = [
    { title: t('parameters'), items: Object.entries(parameters).map(([name, value]) => `${name} = ${textOf(value)}`) },
    { title: t('inputs'), items: inputs.map(({ datasetFQN }) => datasetFQN) },
    { title: t('outputs'), items: outputs.map(({ datasetFQN }) => datasetFQN) },
  ];
  return (
    <div className={classes.details}>
      {taskStatus.length === 0 ? <p className={classes.soft}>{t('noTasks')}</p> : <Tasks tasks={taskStatus} />}
      {lists
        .filter(({ items }) => items.length > 0)
        .map(({ title, items }) => (
          <div key={title}>
            <strong>{title}</strong>: {items.join(', ')}
          </div>
        ))}
      {error?.stackTrace ? (
        <details>
          <summary>{t('trace')}</summary>
          <pre className={classes.trace}>{error.stackTrace}</pre>
        </details>
      ) : null}
    </div>
  );
}

function Tasks({ tasks }: { tasks: readonly PipelineTaskStatus[] }) {
  const t = useWords(runWords);
  const rows = tasks.map(({ name, executionStatus, startTime, endTime, metrics = {}, logLink }) => [
    name,
    <RunState key={name} state={executionStatus} />,
    startTime !== undefined && endTime !== undefined && endTime >= startTime ? formatDuration(endTime - startTime) : '',
    metrics.rowsRead === undefined ? '' : formatNumber(metrics.rowsRead),
    metrics.rowsWritten === undefined ? '' : formatNumber(metrics.rowsWritten),
    logLink && /^https?:/.test(logLink) ? (
      <a key="log" href={logLink} rel="noreferrer noopener" aria-label={t('openLog', { name })}>
        {t('log')}
      </a>
    ) : null,
  ]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled sideways by keys
    <section className={classes.sideways} tabIndex={0} aria-label={t('task')}>
      <PlainTable columns={[t('task'), t('state'), t('duration'), t('read'), t('written'), t('log')]} rows={rows} />
    </section>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
