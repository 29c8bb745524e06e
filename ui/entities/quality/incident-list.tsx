import { SegmentedControl } from '@mantine/core';
import type { TestCaseResolutionStatus } from 'cairn/client';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useSearchState } from '../../data/addresses/use-address.js';
import { Link } from '../../kit/link.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { MoreButton } from '../../kit/lists/more-button.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatAgo, formatNumber } from '../../words/format.js';
import { incidentWords } from '../../words/quality/incidents.js';
import { usePersonName } from '../fields/person-name.js';
import { nameOf } from '../fields/values.js';
import { IncidentActions } from './incident-actions.js';
import { IncidentSeverity } from './incident-severity.js';
import { detailsOf, IncidentMark } from './incident-state.js';
import classes from './quality.module.css';
import { useIncidents, VIEWS } from './use-incidents.js';

const PAGE = 100;

interface Props {
  label: string;
  /** Only those of the tests of this table. */
  table?: string;
  /** Only those that are assigned to this person or team, by name; empty: of all. */
  assignee?: string;
  /** Whether the person may change them; by default what the rights of each test say. */
  allowed?: boolean;
}

/** Incidents with their states, acknowledged, assigned and resolved in place. */
export function IncidentList({ label, table, assignee = '', allowed }: Props) {
  const t = useWords(incidentWords);
  const [given, setView] = useSearchState('state', 'open');
  const view = VIEWS.find((one) => one === given) ?? 'open';
  const [limit, setLimit] = useState(PAGE);
  const { answer, total } = useIncidents(view, limit, { table, assignee });
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          className={classes.views}
          aria-label={t('show')}
          value={view}
          onChange={setView}
          data={VIEWS.map((value) => ({ value, label: value === 'open' ? t('open') : t(`state.${value}`) }))}
        />
        <p role="status" className={classes.soft}>
          {answer.data ? t('incidentsCount', { count: total, shown: formatNumber(total) }) : ''}
        </p>
      </div>
      <Async of={answer}>
        {(incidents) => (
          <>
            <Grid
              label={label}
              columns={columnsOf(t, table !== undefined, allowed)}
              rows={incidents}
              rowKey={({ id = '' }) => id}
              rowName={({ testCaseReference }) => nameOf(testCaseReference ?? {})}
              empty={
                <Empty small icon={CircleCheck} title={t(view === 'open' ? 'none' : 'noneAtAll')}>
                  {t('noneText')}
                </Empty>
              }
            />
            <MoreButton
              total={total}
              shown={incidents.length}
              load={() => setLimit(limit + PAGE)}
              className={classes.more}
            />
          </>
        )}
      </Async>
    </>
  );
}

type Say = ReturnType<typeof useWords<'test' | 'state' | 'severity' | 'assignee' | 'since' | 'nobody' | 'actions'>>;

/** Beside facts of the table there is less room, and the table is known. */
const LEFT_OUT = new Set(['assignee', 'severity']);

function columnsOf(t: Say, isOfTable: boolean, allowed: boolean | undefined): Column<TestCaseResolutionStatus>[] {
  const testOf = ({ testCaseReference }: TestCaseResolutionStatus) => ({
    testCase: testCaseReference?.fullyQualifiedName ?? '',
    name: nameOf(testCaseReference ?? {}),
  });
  const all: Column<TestCaseResolutionStatus>[] = [
    {
      key: 'state',
      title: t('state'),
      width: '124px',
      cell: ({ testCaseResolutionStatusType }) => <IncidentMark state={testCaseResolutionStatusType} />,
    },
    {
      key: 'test',
      title: t('test'),
      width: 'minmax(160px, 3fr)',
      cell: (one) => {
        const { testCase, name } = testOf(one);
        return (
          <span className={classes.name}>
            <Link to={addressOf('testCase', testCase, 'issues')}>{name}</Link>
            {isOfTable ? null : (
              <span className={classes.path} title={testCase}>
                {testCase}
              </span>
            )}
          </span>
        );
      },
    },
    {
      key: 'assignee',
      title: t('assignee'),
      width: 'minmax(90px, 1fr)',
      wideOnly: true,
      cell: (one) => {
        const { assigned } = detailsOf(one);
        return assigned?.name ? <Assignee name={assigned.name} /> : <span className={classes.soft}>{t('nobody')}</span>;
      },
    },
    {
      key: 'severity',
      title: t('severity'),
      width: '150px',
      wideOnly: true,
      cell: (one) => <IncidentSeverity status={one} {...testOf(one)} allowed={allowed} />,
    },
    {
      key: 'since',
      title: t('since'),
      width: '120px',
      wideOnly: true,
      cell: ({ timestamp = 0 }) => formatAgo(timestamp),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: '220px',
      wideOnly: true,
      cell: (one) => <IncidentActions status={one} {...testOf(one)} allowed={allowed} />,
    },
  ];
  return isOfTable ? all.filter(({ key }) => !LEFT_OUT.has(key)) : all;
}

function Assignee({ name }: { name: string }) {
  return <Link to={addressOf('user', name)}>{usePersonName(name)}</Link>;
}
