import { getLatestTableProfile } from 'cairn/client';
import type { Column as TableColumn } from 'cairn/contract';
import { ChartLine } from 'lucide-react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useNavigate, useSearchState } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { Link } from '../../kit/link.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { profileWords } from '../../words/entities/profile.js';
import { formatDate, formatNumber } from '../../words/format.js';
import type { EntityView } from '../entity-page.js';
import { ColumnProfileView } from './column-profile.js';
import { figureText } from './figure-text.js';
import classes from './profile.module.css';

/** The newest profile of each column; one of them over time. */
export function ColumnProfiles(view: EntityView) {
  const navigate = useNavigate();
  const [open] = useSearchState('column');
  const { fullyQualifiedName: fqn } = view.entity;
  const answer = useOperation(getLatestTableProfile, { params: { fqn }, query: { includeColumnProfile: true } });
  const here = addressOf(view.type, fqn, 'profiler', 'column-profile');
  const toColumn = ({ fullyQualifiedName = '' }: TableColumn) =>
    `${here}?${new URLSearchParams({ column: fullyQualifiedName })}`;
  return (
    <Async of={answer}>
      {({ columns = [] }) => {
        const all = flat(columns);
        const column = all.find(({ fullyQualifiedName }) => open !== '' && fullyQualifiedName === open);
        if (column) return <ColumnProfileView view={view} column={column} back={here} />;
        return (
          <Profiles
            columns={all}
            toColumn={toColumn}
            open={(one) => void navigate(toColumn(one), { preventScrollReset: true })}
          />
        );
      }}
    </Async>
  );
}

function flat(columns: readonly TableColumn[]): TableColumn[] {
  return columns.flatMap((column) => [column, ...flat(column.children ?? [])]);
}

interface ProfilesProps {
  columns: readonly TableColumn[];
  toColumn: (column: TableColumn) => string;
  open: (column: TableColumn) => void;
}

function Profiles({ columns, toColumn, open }: ProfilesProps) {
  const t = useWords(profileWords);
  const [sort, setSort] = useSearchState('sort');
  if (!columns.some(({ profile }) => profile))
    return (
      <Empty icon={ChartLine} title={t('noProfiles')}>
        {t('noProfileText')}
      </Empty>
    );
  return (
    <Grid
      label={t('columns')}
      columns={gridColumns(t, toColumn)}
      rows={columns}
      rowKey={({ fullyQualifiedName, name }) => fullyQualifiedName ?? name}
      rowName={({ name }) => name}
      sort={sort}
      onSort={setSort}
      onOpen={open}
    />
  );
}

type Profile = NonNullable<TableColumn['profile']>;
type Say = ReturnType<typeof useWords<'column' | 'nulls' | 'distinct' | 'unique' | 'least' | 'most' | 'characters'>>;

function gridColumns(t: Say, toColumn: (column: TableColumn) => string): Column<TableColumn>[] {
  const share = (
    key: 'nulls' | 'distinct' | 'unique',
    field: 'nullProportion' | 'distinctProportion' | 'uniqueProportion',
  ): Column<TableColumn> => ({
    key,
    title: t(key),
    width: '84px',
    align: 'end',
    wideOnly: key !== 'nulls',
    sort: ({ profile }) => profile?.[field] ?? -1,
    cell: ({ profile }) => (profile?.[field] === undefined ? '' : figureText(field, profile[field])),
  });
  const value = (key: 'least' | 'most', read: (profile: Profile) => string): Column<TableColumn> => ({
    key,
    title: t(key),
    width: 'minmax(72px, 1fr)',
    align: 'end',
    wideOnly: true,
    cell: ({ profile }) => (profile ? read(profile) : ''),
  });
  const lengthText = (count?: number) => (count === undefined ? '' : t('characters', { count }));
  return [
    {
      key: 'name',
      title: t('column'),
      width: 'minmax(140px, 2fr)',
      sort: ({ name }) => name,
      cell: (column) => (
        <span className={classes.name}>
          <Link to={toColumn(column)}>{column.name}</Link>
          <span className={classes.soft}>{column.dataTypeDisplay || column.dataType.toLowerCase()}</span>
        </span>
      ),
    },
    share('nulls', 'nullProportion'),
    share('distinct', 'distinctProportion'),
    share('unique', 'uniqueProportion'),
    value('least', ({ min, minLength }) => valueText(min) || lengthText(minLength)),
    value('most', ({ max, maxLength }) => valueText(max) || lengthText(maxLength)),
  ];
}

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

function valueText(value: Profile['min']): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return formatNumber(value, { maximumFractionDigits: 2 });
  const text = String(value);
  return TIME.test(text) ? formatDate(Date.parse(text)) : text;
}
