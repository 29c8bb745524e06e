import type { Dialect, Sql } from '../../port.js';
import type { RelationRow } from '../../rows.js';
import { LostRace } from '../../store-errors.js';
import { compareIds } from './lock-order.js';
import { whileThere } from './while-there.js';

function putText(dialect: Dialect): string {
  return `insert into relation (from_id, from_type, kind, to_id, to_type, ord, data)
    select $1, $2, $3, $4, $5, cast($6 as bigint), $7 where ${whileThere(dialect, ['$1', '$4'])}
    on conflict (from_id, kind, to_id) do update set ord = excluded.ord, data = excluded.data`;
}

type Edge = Pick<RelationRow, 'from_id' | 'kind' | 'to_id'>;

function inOrder<E extends Edge>(edges: readonly E[]): readonly E[] {
  return edges.length < 2 ? edges : edges.toSorted(compareEdges);
}

function compareEdges(a: Edge, b: Edge): number {
  return compareIds(a.from_id, b.from_id) || compareIds(a.to_id, b.to_id) || compareIds(a.kind, b.kind);
}

/** Adds edges; an existing edge gets the new order and data. `LostRace` if somebody else is removing one of the ends. */
export async function putRelations(tx: Sql, rows: readonly RelationRow[]): Promise<void> {
  const text = putText(tx.dialect);
  const counts = await Promise.all(
    inOrder(rows).map((row) =>
      tx.run(
        text,
        [row.from_id, row.from_type, row.kind, row.to_id, row.to_type, row.ord, row.data],
        [row.from_id, row.to_id],
      ),
    ),
  );
  if (counts.includes(0)) throw new LostRace();
}

/** Removes single edges and returns how many existed. */
export async function removeRelations(tx: Sql, edges: readonly Edge[]): Promise<number> {
  const counts = await Promise.all(
    inOrder(edges).map((edge) =>
      tx.run(
        'delete from relation where from_id = $1 and kind = $2 and to_id = $3',
        [edge.from_id, edge.kind, edge.to_id],
        [edge.from_id, edge.to_id],
      ),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Replaces all edges of one kind into these entities by `rows`. */
export async function replaceRelationsTo(
  tx: Sql,
  { toIds, kind }: { toIds: readonly string[]; kind: string },
  rows: readonly RelationRow[],
): Promise<void> {
  await tx.run(`delete from relation where to_id in ${tx.dialect.list('$1')} and kind = $2`, [
    JSON.stringify(toIds),
    kind,
  ]);
  await putRelations(tx, rows);
}

/** Replaces all edges of one kind out of these entities by `rows`; optionally only those to one type. */
export async function replaceRelationsFrom(
  tx: Sql,
  { fromIds, kind, toType }: { fromIds: readonly string[]; kind: string; toType?: string },
  rows: readonly RelationRow[],
): Promise<void> {
  await tx.run(
    `delete from relation where from_id in ${tx.dialect.list('$1')} and kind = $2${toType === undefined ? '' : ' and to_type = $3'}`,
    toType === undefined ? [JSON.stringify(fromIds), kind] : [JSON.stringify(fromIds), kind, toType],
  );
  await putRelations(tx, rows);
}
