import { listIncidentGroups } from 'cairn/client';
import { CircleCheck } from 'lucide-react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useOperation } from '../../data/use-operation.js';
import { SEVERITIES } from '../../entities/quality/incident-state.js';
import classes from '../../entities/quality/quality.module.css';
import { Link } from '../../kit/link.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatAgo, formatNumber } from '../../words/format.js';
import { incidentWords } from '../../words/quality/incidents.js';

export const GROUPINGS = ['table', 'testCase', 'assignee', 'severity'] as const;
export type Grouping = (typeof GROUPINGS)[number];

interface Group {
  name?: string;
  incidentCount?: number;
  severity?: string;
  lastSeen?: number;
}

const TITLES = { table: 'table', testCase: 'test', assignee: 'assignee', severity: 'severity' } as const;
/** As the server names the group of those that nobody is assigned to. */
const UNASSIGNED = 'Unassigned';
const MOST = 1000;

/** Open incidents counted by what they have in common, the largest group first. */
export function IncidentGroups({ by, label }: { by: Grouping; label: string }) {
  const t = useWords(incidentWords);
  const answer = useOperation(listIncidentGroups, { query: { groupBy: by, limit: MOST } });
  const severityOf = (given: string | undefined) => {
    const known = SEVERITIES.find((one) => one === given);
    return t(known ? `severity.${known}` : 'severity.none');
  };
  const columns: Column<Group>[] = [
    {
      key: 'name',
      title: t(TITLES[by]),
      width: 'minmax(140px, 3fr)',
      cell: ({ name = '' }) => {
        if (by === 'severity') return severityOf(name);
        if (by === 'assignee' && name === UNASSIGNED) return <span className={classes.soft}>{t('nobody')}</span>;
        return (
          <Link className={classes.found} to={incidentsOf(by, name)}>
            {name}
          </Link>
        );
      },
    },
    {
      key: 'count',
      title: t('open'),
      width: '90px',
      align: 'end',
      sort: ({ incidentCount }) => incidentCount,
      cell: ({ incidentCount = 0 }) => formatNumber(incidentCount),
    },
    { key: 'worst', title: t('worst'), width: '130px', wideOnly: true, cell: ({ severity }) => severityOf(severity) },
    {
      key: 'since',
      title: t('since'),
      width: '120px',
      wideOnly: true,
      sort: ({ lastSeen }) => lastSeen,
      cell: ({ lastSeen = 0 }) => formatAgo(lastSeen),
    },
  ];
  return (
    <Async of={answer}>
      {({ data = [] }) => (
        <Grid
          label={label}
          columns={by === 'severity' ? columns.filter(({ key }) => key !== 'worst') : columns}
          rows={data}
          rowKey={({ name = '' }) => name}
          empty={
            <Empty small icon={CircleCheck} title={t('none')}>
              {t('noneText')}
            </Empty>
          }
        />
      )}
    </Async>
  );
}

function incidentsOf(by: Exclude<Grouping, 'severity'>, name: string): string {
  if (by === 'table') return addressOf('table', name, 'profiler', 'incidents');
  if (by === 'testCase') return addressOf('testCase', name, 'issues');
  return `/incident-manager?assignee=${encodeURIComponent(name)}`;
}
