import { getQueryCostByService } from 'cairn/client';
import type { OverallStats, Query, QueryGroup } from 'cairn/contract';
import { Coins } from 'lucide-react';
import { useOperation } from '../../data/use-operation.js';
import type { EntityView } from '../../entities/entity-page.js';
import { nameOf } from '../../entities/fields/values.js';
import { Figures } from '../../kit/charts/figures.js';
import { Link } from '../../kit/link.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { Async, Empty } from '../../kit/states/states.js';
import { costWords } from '../../words/costs.js';
import { type Say, useWords } from '../../words/define-words.js';
import { formatDuration, formatNumber } from '../../words/format.js';
import classes from './services.module.css';

/** What the queries of a database service cost, and which of them most. */
export function CostsTab({ entity }: EntityView) {
  const t = useWords(costWords);
  const answer = useOperation(getQueryCostByService, { params: { serviceName: entity.fullyQualifiedName } });
  return (
    <Async of={answer}>
      {({ queryGroups, overallStats }) =>
        queryGroups.length === 0 ? (
          <Empty icon={Coins} title={t('none')}>
            {t('noneText')}
          </Empty>
        ) : (
          <>
            <Totals of={overallStats} />
            <h2 className={classes.heading}>{t('dearest')}</h2>
            <Grid
              label={t('dearest')}
              columns={columnsOf(t)}
              rows={queryGroups}
              rowKey={({ queryDetails }) => queryOf(queryDetails).id}
              rowName={({ queryDetails }) => nameOf(queryOf(queryDetails))}
            />
          </>
        )
      }
    </Async>
  );
}

function Totals({ of }: { of: OverallStats }) {
  const t = useWords(costWords);
  const { totalCost, avgCost, maxCost, totalExecutionCount } = of;
  const figures = [
    { label: t('total'), value: totalCost },
    { label: t('runs'), value: totalExecutionCount },
    { label: t('average'), value: avgCost },
    { label: t('most'), value: maxCost },
  ];
  return <Figures figures={figures.map(({ label, value }) => ({ label, value: formatNumber(value, ROUNDED) }))} />;
}

const ROUNDED = { maximumFractionDigits: 2 };
const queryOf = ({ query }: QueryGroup['queryDetails']) => query as unknown as Query;

function columnsOf(t: Say<'query' | 'total' | 'runs' | 'time' | 'users'>): Column<QueryGroup>[] {
  return [
    {
      key: 'query',
      title: t('query'),
      width: 'minmax(200px, 4fr)',
      cell: ({ queryText, queryDetails }) => {
        const query = queryOf(queryDetails);
        return (
          <span className={classes.query} title={queryText}>
            <Link to={`/query-view/${encodeURIComponent(query.service?.fullyQualifiedName ?? '')}/${query.id}`}>
              {nameOf(query)}
            </Link>
            <code>{queryText}</code>
          </span>
        );
      },
    },
    { key: 'cost', title: t('total'), width: '100px', cell: ({ totalCost }) => formatNumber(totalCost, ROUNDED) },
    { key: 'runs', title: t('runs'), width: '90px', cell: ({ totalCount }) => formatNumber(totalCount) },
    {
      key: 'time',
      title: t('time'),
      width: '110px',
      wideOnly: true,
      cell: ({ avgDuration }) => formatDuration(1000 * avgDuration),
    },
    {
      key: 'users',
      title: t('users'),
      width: 'minmax(100px, 2fr)',
      wideOnly: true,
      cell: ({ users }) => users.join(', '),
    },
  ];
}
