import { Button } from '@mantine/core';
import { getFailedRowsSample, listTestCaseResults, type TestCase, type TestCaseResult } from 'cairn/client';
import { ListChecks } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useOperation } from '../../data/use-operation.js';
import { Panel } from '../../kit/panel.js';
import { part } from '../../kit/states/part.js';
import { Async, Empty, Loading } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber, formatTime, spaced, upperFirst } from '../../words/format.js';
import { qualityWords } from '../../words/quality/quality.js';
import type { EntityView } from '../entity-page.js';
import { PlainTable } from '../plain-table.js';
import { SeriesChart } from '../profile/loaded-chart.js';
import { PeriodSelect, usePeriod } from '../profile/period.js';
import classes from './quality.module.css';
import { TestStatus } from './test-status.js';
import { boundsOf, historyOf } from './test-values.js';

const DimensionResults = part(() => import('./dimension-results.js').then((m) => m.DimensionResults), <Loading />);

const MOST = 1000;
const LISTED = 50;

/** What a test found over time, against what it expects, and rows that failed. */
export function ResultsTab({ entity }: EntityView) {
  const t = useWords(qualityWords);
  const test = entity as unknown as TestCase;
  const { startTs, endTs, ...period } = usePeriod();
  const answer = useOperation(
    listTestCaseResults,
    {
      params: { fqn: entity.fullyQualifiedName },
      query: { startTs, endTs, limit: MOST },
    },
    { keepPrevious: true },
  );
  return (
    <div className={classes.stack}>
      <Panel title={t('history')} action={<PeriodSelect {...period} />}>
        <Async of={answer} small>
          {({ data }) =>
            data.length === 0 ? (
              <Empty small icon={ListChecks} title={t('noResults')}>
                {t('noResultsText')}
              </Empty>
            ) : (
              <History test={test} results={data} />
            )
          }
        </Async>
      </Panel>
      {hasDimensions(test, answer.data?.value.data) ? (
        <DimensionResults fqn={entity.fullyQualifiedName} startTs={startTs} endTs={endTs} />
      ) : null}
      <FailedRows test={test} />
    </div>
  );
}

function hasDimensions({ dimensionColumns = [] }: TestCase, results: readonly TestCaseResult[] = []): boolean {
  return dimensionColumns.length > 0 || results.some(({ dimensionResults = [] }) => dimensionResults.length > 0);
}

function History({ test, results }: { test: TestCase; results: readonly TestCaseResult[] }) {
  const t = useWords(qualityWords);
  const { times, series } = useMemo(() => {
    const { times: at, values, least, most } = historyOf(results, boundsOf(test.parameterValues));
    const bound = (label: string, all: (number | null)[]) =>
      all.some((value) => value !== null) ? [{ label, values: all, dashed: true }] : [];
    const figures = values.map(({ name, values: all }) => ({ label: figureName(name), values: all }));
    return { times: at, series: [...figures, ...bound(t('atLeast'), least), ...bound(t('atMost'), most)] };
  }, [test, results, t]);
  const newest = [...results].sort((a, b) => b.timestamp - a.timestamp).slice(0, LISTED);
  return (
    <>
      {series.length > 0 ? (
        <SeriesChart label={t('chartOf', { name: test.displayName || test.name })} times={times} series={series} />
      ) : null}
      <ul className={classes.results}>
        {newest.map((result) => (
          <Result key={result.timestamp} result={result} />
        ))}
      </ul>
    </>
  );
}

function Result({ result }: { result: TestCaseResult }) {
  const t = useWords(qualityWords);
  const { testCaseStatus, timestamp, result: found, failedRows, failedRowsPercentage, passedRows } = result;
  return (
    <li>
      <TestStatus status={testCaseStatus} />
      <time className={classes.time}>{formatTime(timestamp)}</time>
      <div className={classes.found}>
        {found}
        {failedRows === undefined ? null : (
          <div className={classes.soft}>
            {t('rowsFailed', {
              count: failedRows,
              shown: formatNumber(failedRows),
              percent: formatNumber(failedRowsPercentage ?? 0, { maximumFractionDigits: 1 }),
            })}
            {passedRows === undefined ? '' : `, ${t('rowsPassed', { shown: formatNumber(passedRows) })}`}
          </div>
        )}
      </div>
    </li>
  );
}

function figureName(name: string): string {
  return upperFirst(spaced(name));
}

/** A sample of rows that failed. It is asked for on demand: only some tests store one, and only some people may see it. */
function FailedRows({ test }: { test: TestCase }) {
  const t = useWords(qualityWords);
  const [opened, setOpened] = useState(false);
  if (test.testCaseStatus !== 'Failed') return null;
  return (
    <Panel
      title={t('failingRows')}
      action={
        opened ? null : (
          <Button size="xs" variant="default" onClick={() => setOpened(true)}>
            {t('showRows')}
          </Button>
        )
      }
    >
      {opened ? <Sample id={test.id ?? ''} /> : null}
    </Panel>
  );
}

function Sample({ id }: { id: string }) {
  const t = useWords(qualityWords);
  const answer = useOperation(getFailedRowsSample, { params: { id } });
  if (answer.error?.status === 404) return <p className={classes.soft}>{t('noFailingRows')}</p>;
  return (
    <Async of={answer} small>
      {({ columns = [], rows = [] }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled sideways by keys
        <section className={classes.sideways} tabIndex={0} aria-label={t('failingRows')}>
          <PlainTable columns={columns} rows={rows.map((row) => row.map((value) => String(value ?? '')))} />
        </section>
      )}
    </Async>
  );
}
