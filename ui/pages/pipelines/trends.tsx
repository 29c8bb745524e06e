import { getPipelineExecutionTrend, getPipelineRuntimeTrend } from 'cairn/client';
import type { PipelineExecutionTrendList, PipelineRuntimeTrend, PipelineRuntimeTrendList } from 'cairn/contract';
import { type ReactNode, useMemo } from 'react';
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

/** How runs of all pipelines, or of those of a service, went day by day. */
export function Trends({ query }: { query: Asked }) {
  const t = useWords(pipelineWords);
  const executions = useOperation(getPipelineExecutionTrend, { query }, { keepPrevious: true });
  const runtimes = useOperation(getPipelineRuntimeTrend, { query }, { keepPrevious: true });
  return (
    <div className={classes.panels}>
      <Panel title={t('byDay')}>
        <Async of={executions} small>
          {(trend) => <Executions trend={trend} />}
        </Async>
      </Panel>
      <Panel title={t('runtimes')}>
        <Async of={runtimes} small>
          {(trend) => <Runtimes trend={trend} />}
        </Async>
      </Panel>
    </div>
  );
}

function Executions({ trend }: { trend: PipelineExecutionTrendList }) {
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

function Runtimes({ trend }: { trend: PipelineRuntimeTrendList }) {
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

/** Days without runs have zeros, which are no runtimes. */
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
