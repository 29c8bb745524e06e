import { Select } from '@mantine/core';
import { getPipelineMetrics } from 'cairn/client';
import type { PipelineMetrics } from 'cairn/contract';
import { useSearchState } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { PeriodSelect, usePeriod } from '../../entities/profile/period.js';
import { Figures } from '../../kit/charts/figures.js';
import { PageHead } from '../../kit/page-head.js';
import { Async } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber } from '../../words/format.js';
import { pipelineWords } from '../../words/pipelines.js';
import { LatestRuns } from './latest-runs.js';
import classes from './pipelines.module.css';
import { Trends } from './trends.js';

/** Whether data arrives: pipelines with their latest runs, and how runs went over time. */
export function PipelinesPage() {
  const t = useWords(pipelineWords);
  const { startTs, endTs, ...period } = usePeriod();
  const [service, setService] = useSearchState('service');
  const ofService = service ? { service } : {};
  const metrics = useOperation(getPipelineMetrics, { query: ofService }, { keepPrevious: true });
  return (
    <>
      <PageHead title={t('title')} about={t('about')} />
      <div className={classes.page}>
        <div className={classes.bar}>
          <PeriodSelect {...period} />
          <ServiceSelect service={service} choose={setService} />
        </div>
        <Async of={metrics} small>
          {(value) => <Totals metrics={value} />}
        </Async>
        <Trends query={{ startTs, endTs, ...ofService }} />
        <LatestRuns service={service} />
      </div>
    </>
  );
}

function ServiceSelect({ service, choose }: { service: string; choose(name: string): void }) {
  const t = useWords(pipelineWords);
  const { serviceBreakdown = [] } = useOperation(getPipelineMetrics, { query: {} }).data?.value ?? {};
  const data = serviceBreakdown.map(({ serviceName = '', count = 0 }) => ({
    value: serviceName,
    label: t('ofService', { name: serviceName, shown: formatNumber(count) }),
  }));
  return (
    <Select
      size="xs"
      className={classes.service}
      aria-label={t('service')}
      placeholder={t('allServices')}
      clearable
      searchable
      data={data}
      value={service || null}
      onChange={(name) => choose(name ?? '')}
    />
  );
}

function Totals({ metrics }: { metrics: PipelineMetrics }) {
  const t = useWords(pipelineWords);
  const { totalPipelines, successfulPipelines, failedPipelines, pipelinesWithoutStatus, inactivePipelines } = metrics;
  const figures = [
    { label: t('total'), value: totalPipelines },
    { label: t('successful'), value: successfulPipelines },
    { label: t('failed'), value: failedPipelines },
    { label: t('unreported'), value: pipelinesWithoutStatus },
    { label: t('inactive'), value: inactivePipelines },
  ];
  return <Figures figures={figures.map(({ label, value = 0 }) => ({ label, value: formatNumber(value) }))} />;
}
