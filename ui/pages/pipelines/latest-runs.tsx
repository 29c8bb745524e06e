import { SegmentedControl } from '@mantine/core';
import { listPipelineSummaries } from 'cairn/client';
import type { PipelineSummary } from 'cairn/contract';
import { Workflow } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useSearchState } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { RunState } from '../../entities/pipeline/run-state.js';
import { Link } from '../../kit/link.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { MoreButton } from '../../kit/lists/more-button.js';
import { Async, Empty } from '../../kit/states/states.js';
import { type Say, useWords } from '../../words/define-words.js';
import { formatAgo, formatDuration, formatNumber } from '../../words/format.js';
import { pipelineWords } from '../../words/pipelines.js';
import { scheduleText } from '../../words/schedule.js';
import classes from './pipelines.module.css';

const PAGE = 100;
const MOST = 1000;
const STATUSES = ['Failed', 'Successful', 'Pending', 'Skipped'] as const;
const VIEWS = ['all', ...STATUSES] as const;

/** Pipelines with their latest runs, all or those whose latest run ended in one way. */
export function LatestRuns({ service }: { service: string }) {
  const t = useWords(pipelineWords);
  const [given, setView] = useSearchState('state', 'all');
  const status = STATUSES.find((one) => one === given);
  const [limit, setLimit] = useState(PAGE);
  const query = { limit, ...(status ? { status } : {}), ...(service ? { service } : {}) };
  const answer = useOperation(listPipelineSummaries, { query }, { keepPrevious: true });
  const total = answer.data?.value.paging.total ?? 0;
  return (
    <div>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          className={classes.views}
          aria-label={t('show')}
          value={status ?? 'all'}
          onChange={setView}
          data={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        />
        <p role="status" className={classes.soft}>
          {answer.data ? t('count', { count: total, shown: formatNumber(total) }) : ''}
        </p>
      </div>
      <Async of={answer}>
        {({ data }) => (
          <>
            <Grid
              label={t('title')}
              columns={columnsOf(t)}
              rows={data}
              rowKey={({ pipelineId }) => pipelineId}
              rowName={({ pipelineName }) => pipelineName}
              empty={
                <Empty small icon={Workflow} title={t('none')}>
                  {t('noneText')}
                </Empty>
              }
            />
            <MoreButton
              mt="sm"
              total={Math.min(total, MOST)}
              shown={data.length}
              load={() => setLimit(Math.min(MOST, limit + PAGE))}
            />
          </>
        )}
      </Async>
    </div>
  );
}

type Words = 'pipeline' | 'lastRun' | 'when' | 'took' | 'schedule' | 'fills' | 'tables';

function columnsOf(t: Say<Words>): Column<PipelineSummary>[] {
  return [
    {
      key: 'pipeline',
      title: t('pipeline'),
      width: 'minmax(120px, 3fr)',
      cell: ({ pipelineName, pipelineFqn }) => (
        <Link to={addressOf('pipeline', pipelineFqn, 'executions')}>{pipelineName}</Link>
      ),
    },
    {
      key: 'lastRun',
      title: t('lastRun'),
      width: '150px',
      cell: ({ lastRunStatus }) => <RunState state={lastRunStatus} />,
    },
    {
      key: 'when',
      title: t('when'),
      width: '130px',
      wideOnly: true,
      cell: ({ lastRunTime }) => (lastRunTime === undefined ? '' : formatAgo(lastRunTime)),
    },
    {
      key: 'took',
      title: t('took'),
      width: '100px',
      wideOnly: true,
      cell: ({ startTime, endTime }) =>
        startTime === undefined || endTime === undefined ? '' : formatDuration(endTime - startTime),
    },
    {
      key: 'schedule',
      title: t('schedule'),
      width: 'minmax(120px, 2fr)',
      wideOnly: true,
      cell: ({ scheduleInterval }) => (scheduleInterval ? scheduleText(scheduleInterval) : ''),
    },
    {
      key: 'fills',
      title: t('fills'),
      width: '110px',
      wideOnly: true,
      cell: ({ impactedAssets = [] }) =>
        impactedAssets.length === 0
          ? ''
          : t('tables', { count: impactedAssets.length, shown: formatNumber(impactedAssets.length) }),
    },
  ];
}
