import { SegmentedControl } from '@mantine/core';
import { getPipelineExecutionTrend, getPipelineRuntimeTrend } from 'cairn/client';
import type { PipelineExecutionTrendList, PipelineRuntimeTrend, PipelineRuntimeTrendList } from 'cairn/contract';
import { type ReactNode, useMemo } from 'react';
import { useSearchState } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { SeriesChart } from '../../entities/profile/loaded-chart.js';
import type { Series } from '../../kit/charts/series-chart.js';
import { Panel } from '../../kit/panel.js';
import { Async } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatDuration } from '../../words/format.js';
import { pipelineWords } from '../../words/pipelines.js';
import classes from './pipelines.module.css';

interface Asked {
  startTs: number;
  endTs: number;
  service?: string;
}

const VIEWS = ['byDay', 'runtimes'] as const;

/** How runs of all pipelines, or of those of a service, went day by day: how they ended, or how long they took. */
export function Trends({ query }: { query: Asked }) {
  const t = useWords(pipelineWords);
  const [given, setView] = useSearchState('trend', VIEWS[0]);
  const view = VIEWS.find((one) => one === given) ?? VIEWS[0];
  return (
    <Panel
      title={t(view)}
      action={
        <SegmentedControl
          size="xs"
          aria-label={t('trend')}
          value={view}
          onChange={setView}
          data={VIEWS.map((value) => ({ value, label: t(`trend.${value}`) }))}
        />
      }
    >
      {view === 'runtimes' ? <Runtimes query={query} /> : <Executions query={query} />}
    </Panel>
  );
}

function Executions({ query }: { query: Asked }) {
  const answer = useOperation(getPipelineExecutionTrend, { query }, { keepPrevious: true });
  return (
    <Async of={answer} small>
      {(trend) => <ExecutionChart trend={trend} />}
    </Async>
  );
}

function Runtimes({ query }: { query: Asked }) {
  const answer = useOperation(getPipelineRuntimeTrend, { query }, { keepPrevious: true });
  return (
    <Async of={answer} small>
      {(trend) => <RuntimeChart trend={trend} />}
    </Async>
  );
}

function ExecutionChart({ trend }: { trend: PipelineExecutionTrendList }) {
  const t = useWords(pipelineWords);
  const { data } = trend;
  const series = useMemo(
    () => [
      { label: t('succeededRuns'), values: data.map(({ successCount = 0 }) => successCount) },
      { label: t('failedRuns'), values: data.map(({ failedCount = 0 }) => failedCount) },
    ],
    [data, t],
  );
  return <Trend of={trend} label={t('chartByDay')} series={series} />;
}

function RuntimeChart({ trend }: { trend: PipelineRuntimeTrendList }) {
  const t = useWords(pipelineWords);
  const { data } = trend;
  const series = useMemo(
    () => [
      { label: t('average'), values: data.map(known(({ avgRuntime }) => avgRuntime)), format: formatDuration },
      { label: t('longest'), values: data.map(known(({ maxRuntime }) => maxRuntime)), format: formatDuration },
    ],
    [data, t],
  );
  return <Trend of={trend} label={t('chartRuntimes')} series={series} />;
}

/** Days without runs have zeros, which are not runtimes. */
const known = (figure: (day: PipelineRuntimeTrend) => number | undefined) => (day: PipelineRuntimeTrend) =>
  day.totalPipelines ? (figure(day) ?? null) : null;

interface TrendProps {
  of: { data: readonly { timestamp: number }[]; dataAvailable?: boolean; errorMessage?: string | null };
  label: string;
  series: readonly Series[];
}

function Trend({ of, label, series }: TrendProps): ReactNode {
  const t = useWords(pipelineWords);
  const times = useMemo(() => of.data.map(({ timestamp }) => timestamp), [of]);
  if (!of.dataAvailable) return <p className={classes.soft}>{t('noRuns')}</p>;
  return (
    <>
      {of.errorMessage ? <p className={classes.soft}>{t('incomplete', { reason: of.errorMessage })}</p> : null}
      <SeriesChart label={label} times={times} series={series} height={180} />
    </>
  );
}
