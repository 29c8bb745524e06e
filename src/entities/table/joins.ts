/**
 * How often a table and its columns were joined with others, per day, for the last 30 days. A join is stored on both
 * tables, so that a read queries only one of them.
 */

import { catalogError, type JoinedWith, parseObject, type TableJoins } from '../../../contract/index.js';
import {
  type DataRoute,
  type Reply,
  type Request,
  readBody,
  replyWith,
  type Scope,
  type Trait,
  visibleIds,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { getEntitiesByFqns, listPoints, putPoints, type SeriesRow } from '../../storage/index.js';
import { dateOfDay, dayOfDate } from '../../traits/index.js';
import { decide, targetToChange } from '../entity-route.js';
import { columnPath, findColumn, requireColumn, type StoredTable, splitColumnFqn } from './columns/columns.js';
import { shownTables } from './shown-tables.js';

/** One end of a join, as stored in a point. */
interface Join {
  /** Path of the column here; '' for the table itself. */
  column: string;
  /** FQN of the column or table at the other end. */
  with: string;
  count: number;
}

const kind = 'joins';
const schema = 'entity/data/table#tableJoins';
const dayLength = 24 * 60 * 60 * 1000;
const days = 30;

export const joins: Trait<TableJoins, 'joins'> = {
  field: 'joins',
  empty: null,
  inWrites: false,
  async load(rows, scope) {
    const today = Math.floor(scope.context.now() / dayLength);
    const found = new Map<string, Join[]>();
    for (const row of rows) {
      const points = await listPoints(scope.sql, { entityId: row.id, kind, from: (today - days) * dayLength });
      found.set(
        row.id,
        points.map((point) => parseObject<Join>(point.doc)),
      );
    }
    const others = [...found.values()].flat().map((join) => splitColumnFqn(join.with).tableFqn);
    const shown = await shownTables(others, scope);
    const isShown = (join: Join) => shown === 'all' || shown.has(splitColumnFqn(join.with).tableFqn);
    return new Map([...found].map(([id, list]) => [id, JSON.stringify(sumJoins(list.filter(isShown), today))]));
  },
};

/** Sums the days, most frequent joins first. Pure. */
export function sumJoins(points: readonly Join[], today: number): Required<TableJoins> {
  const columns = new Map<string, Map<string, number>>();
  for (const { column, with: other, count } of points) {
    const counts = columns.get(column) ?? new Map<string, number>();
    counts.set(other, (counts.get(other) ?? 0) + count);
    columns.set(column, counts);
  }
  const listOf = (counts: Map<string, number> | undefined): JoinedWith[] =>
    [...(counts ?? [])]
      .map(([fullyQualifiedName, joinCount]) => ({ fullyQualifiedName, joinCount }))
      .sort((a, b) => b.joinCount - a.joinCount || (a.fullyQualifiedName < b.fullyQualifiedName ? -1 : 1));
  const tableCounts = columns.get('');
  columns.delete('');
  return {
    startDate: dateOfDay(today - days),
    dayCount: days,
    columnJoins: [...columns].map(([columnName, counts]) => ({ columnName, joinedWith: listOf(counts) })),
    directTableJoins: listOf(tableCounts),
  };
}

export function joinsRoute(path: string): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path: `${path}/{id}/joins`,
    docs: {
      operationId: 'put_table_joins',
      summary: 'Set the joins of a table on a day',
      description:
        'Stores how often columns of the table were joined with columns of other tables on a day. Responses show the sum of the last 30 days.',
      tag: 'table',
      body: { schema },
      answers: { 200: { description: 'The table with its joins', schema: 'entity/data/table' } },
      errors: [404],
    },
    handle: putJoins,
  };
}

async function putJoins(request: Request, scope: Scope): Promise<Reply> {
  const { type, row } = await targetToChange('table', request, 'EditQueries', scope);
  const given = readBody(request, schema, scope);
  const today = Math.floor(scope.context.now() / dayLength);
  const day = given.startDate === undefined ? today : dayOfDate(given.startDate);
  if (day === null || day > today || day < today - days)
    throw catalogError('BAD_REQUEST', 'Date range can only include past 30 days starting today');
  const table = parseObject<StoredTable>(row.doc);
  const ends = endsOf(table, given);
  const others = await otherTables(
    ends.map((end) => end.with),
    scope,
  );
  const points = ends.flatMap((end) => pointsOf(row.id, table, end, others, day));
  await putPoints(scope.sql, points);
  return replyWith(type, row, 'joins', scope);
}

function endsOf(table: StoredTable, given: TableJoins): Join[] {
  const columns = (given.columnJoins ?? []).flatMap(({ columnName = '', joinedWith = [] }) => {
    const column = columnPath(table, requireColumn(table, columnName));
    return joinedWith.map((other) => ({ column, with: other.fullyQualifiedName, count: other.joinCount }));
  });
  const direct = (given.directTableJoins ?? []).map((other) => ({
    column: '',
    with: other.fullyQualifiedName,
    count: other.joinCount,
  }));
  return [...columns, ...direct];
}

/**
 * A join is also stored on the other tables, so it requires the same right there. 400 for a missing or hidden table.
 */
async function otherTables(
  fqns: readonly string[],
  scope: Scope,
): Promise<Map<string, { id: string; table: StoredTable }>> {
  const names = [...new Set(fqns.map((fqn) => splitColumnFqn(fqn).tableFqn))];
  const live = (await getEntitiesByFqns(scope.sql, 'table', names)).filter((row) => row.deleted === 0);
  const visible = await visibleIds(live, scope);
  const rows = live.filter(({ id }) => visible.has(id));
  for (const row of rows) await decide(scope.catalog.registry.get(row.type), row, 'EditQueries', scope);
  const found = new Map(rows.map((row) => [row.fqn, { id: row.id, table: parseObject<StoredTable>(row.doc) }]));
  for (const name of names) if (!found.has(name)) throw catalogError('BAD_REQUEST', `Invalid table name ${name}`);
  return found;
}

function pointsOf(
  id: string,
  table: StoredTable,
  end: Join,
  others: Map<string, { id: string; table: StoredTable }>,
  day: number,
): SeriesRow[] {
  const { tableFqn, columnPath: path } = splitColumnFqn(end.with);
  const other = present(others.get(tableFqn));
  if (path !== '' && !findColumn(other.table, path))
    throw catalogError('BAD_REQUEST', `Invalid column name ${end.with}`);
  const own = end.column === '' ? table : present(findColumn(table, end.column));
  const back: Join = { column: path, with: String(own.fullyQualifiedName), count: end.count };
  const point = (entityId: string, join: Join): SeriesRow => ({
    entity_id: entityId,
    kind,
    key: JSON.stringify([join.column, join.with]),
    at: day * dayLength,
    doc: JSON.stringify(join),
  });
  return [point(id, end), point(other.id, back)];
}
