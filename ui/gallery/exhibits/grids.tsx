import { useState } from 'react';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { MoreButton } from '../../kit/lists/more-button.js';
import { PagedGrid } from '../../kit/lists/paged-grid.js';
import { Paging } from '../../kit/lists/paging.js';
import { type TreeNode, useTree } from '../../kit/lists/use-tree.js';
import { Empty } from '../../kit/states/states.js';
import type { Exhibit } from '../exhibit.js';
import { clientError } from './errors.js';
import { SAMPLES, type Sample } from './rows.js';

const doNothing = () => undefined;
const COLUMNS: readonly Column<Sample>[] = [
  { key: 'name', title: 'Name', width: 'minmax(160px, 2fr)', cell: ({ name }) => name, sort: ({ name }) => name },
  { key: 'type', title: 'Type', width: '140px', cell: ({ type }) => <code>{type}</code>, sort: ({ type }) => type },
  { key: 'about', title: 'Description', width: 'minmax(0, 3fr)', cell: ({ about }) => about, wideOnly: true },
  { key: 'rows', title: 'Values', width: '90px', cell: ({ rows }) => rows, sort: ({ rows }) => rows, align: 'end' },
];
const keyOf = ({ name }: Sample) => name;
const shared = { columns: COLUMNS, rows: SAMPLES, rowKey: keyOf };

function Selecting() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['ordered_at']));
  const [opened, setOpened] = useState('');
  return (
    <>
      <Grid
        {...shared}
        label="Columns to select"
        sort="-name"
        selected={selected}
        onSelect={setSelected}
        onOpen={({ name }) => setOpened(name)}
      />
      <p>{opened === '' ? 'Nothing was opened' : `Opened: ${opened}`}</p>
    </>
  );
}

function Nested() {
  const { rows, tree } = useTree(SAMPLES, ({ parts }) => parts, keyOf, new Set(['address']));
  const columns = COLUMNS.map(({ cell, sort: _, ...column }) => ({
    ...column,
    cell: ({ item }: TreeNode<Sample>) => cell(item),
  }));
  return <Grid label="Nested columns" columns={columns} rows={rows} rowKey={({ key }) => key} tree={tree} />;
}

export const grid: Exhibit = {
  name: 'grid',
  states: [
    ['Sorted, with a row that is marked', () => <Grid {...shared} label="Columns" sort="rows" current="address" />],
    ['With rows that are selected and opened', () => <Selecting />],
    ['Nested', () => <Nested />],
    [
      'Without rows',
      () => <Grid {...shared} rows={[]} label="No columns" empty={<Empty small title="No columns" />} />,
    ],
  ],
};

const page = {
  rows: SAMPLES,
  total: 50_000,
  error: null,
  hasMore: true,
  isComing: false,
  more: doNothing,
  refetch: doNothing,
};
const paged = { columns: COLUMNS, rowKey: keyOf, empty: <Empty small title="No columns" /> };

function ManyPages({ total }: { total: number }) {
  const [at, setAt] = useState(5);
  return <Paging total={total} size={25} page={at} go={setAt} />;
}

export const pagedGrid: Exhibit = {
  name: 'paged-grid',
  states: [
    ['The first of many rows', () => <PagedGrid {...paged} label="First columns" of={page} />],
    ['More rows come', () => <PagedGrid {...paged} label="Columns" of={{ ...page, isComing: true }} />],
    [
      'More rows did not come',
      () => (
        <PagedGrid {...paged} label="Some columns" of={{ ...page, error: clientError(503, 'the server is busy') }} />
      ),
    ],
    ['Nothing in it', () => <PagedGrid {...paged} label="None" of={{ ...page, rows: [], total: 0 }} />],
    ['Pages of a long list', () => <ManyPages total={1000} />],
    ['A list of which more can be loaded', () => <MoreButton total={1000} shown={25} load={doNothing} />],
  ],
};
