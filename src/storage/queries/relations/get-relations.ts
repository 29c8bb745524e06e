import { kept, type Sql } from '../../port.js';
import type { EntityRow, RelationRow } from '../../rows.js';
import { referencesById } from '../entities/get-entities.js';
import { createParameters } from '../parameters.js';
import { type SeenTypes, seenCondition } from '../seen-condition.js';

/** An edge with the state and the reference of the entity at its other end. */
export type EdgeRow = RelationRow & Pick<EntityRow, 'deleted' | 'ref'>;

const EDGE = ['from_id', 'from_type', 'kind', 'to_id', 'to_type', 'ord', 'data'] as const;

type PackedEdge = [string, string, string, string, string, number, string | null];

/** Edges into entities, with what they come from; by entity, kind and order. */
export function relationsTo(sql: Sql, toIds: readonly string[], kinds: readonly string[]): Promise<readonly EdgeRow[]> {
  return edges(sql, 'to_id', 'from_id', toIds, kinds);
}

/** Edges out of entities, with what they lead to; by entity, kind and order. */
export function relationsFrom(
  sql: Sql,
  fromIds: readonly string[],
  kinds: readonly string[],
): Promise<readonly EdgeRow[]> {
  return edges(sql, 'from_id', 'to_id', fromIds, kinds);
}

/** Edges with what they lead to; they may be shared, so nobody changes them. */
function edges(
  sql: Sql,
  mine: 'to_id' | 'from_id',
  theirs: 'to_id' | 'from_id',
  ids: readonly string[],
  kinds: readonly string[],
): Promise<readonly EdgeRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  if (sql.remembered) return rememberedEdges(sql, mine, theirs, ids, kinds);
  const load = () => loadEdges(sql, mine, theirs, ids, kinds);
  return kept(sql, `edges ${mine} ${kinds} ${ids}`, load, (rows) => 100 + rows.length * 400);
}

/** Entities share containers, so those of each are remembered by themselves. */
async function rememberedEdges(
  sql: Sql,
  mine: 'to_id' | 'from_id',
  theirs: 'to_id' | 'from_id',
  ids: readonly string[],
  kinds: readonly string[],
): Promise<EdgeRow[]> {
  const load = async (missing: readonly string[]) => {
    const lists = new Map<string, RelationRow[]>(missing.map((id) => [id, []]));
    for (const row of await loadRelations(sql, mine, theirs, missing, kinds)) lists.get(row[mine])?.push(row);
    return lists;
  };
  const lists = await sql.remembered?.('relation', `${mine} ${kinds}`, ids, load);
  const rows: RelationRow[] = [];
  for (const id of ids.length > 1 ? [...ids].sort() : ids) rows.push(...(lists?.get(id) ?? []));
  return withOthers(sql, theirs, rows);
}

async function loadEdges(
  sql: Sql,
  mine: 'to_id' | 'from_id',
  theirs: 'to_id' | 'from_id',
  ids: readonly string[],
  kinds: readonly string[],
): Promise<EdgeRow[]> {
  return withOthers(sql, theirs, await loadRelations(sql, mine, theirs, ids, kinds));
}

async function loadRelations(
  sql: Sql,
  mine: 'to_id' | 'from_id',
  theirs: 'to_id' | 'from_id',
  ids: readonly string[],
  kinds: readonly string[],
): Promise<RelationRow[]> {
  const found = await sql.get<{ edges: string | null }>(
    `select ${sql.dialect.pack(EDGE, `${mine}, kind, ord, ${theirs}`)} as edges from relation
      where ${mine} in ${sql.dialect.list('$1')} and kind in ${sql.dialect.list('$2')}`,
    [JSON.stringify(ids), JSON.stringify(kinds)],
  );
  if (!found?.edges) return [];
  return (JSON.parse(found.edges) as PackedEdge[]).map(
    ([from_id, from_type, kind, to_id, to_type, ord, data]): RelationRow => ({
      from_id,
      from_type,
      kind,
      to_id,
      to_type,
      ord,
      data,
    }),
  );
}

/** Many edges lead to few entities, so what is at the other end is read once. */
async function withOthers(sql: Sql, theirs: 'to_id' | 'from_id', rows: readonly RelationRow[]): Promise<EdgeRow[]> {
  if (rows.length === 0) return [];
  const others = await referencesById(sql, [...new Set(rows.map((row) => row[theirs]))]);
  return rows.flatMap((row) => {
    const other = others.get(row[theirs]);
    return other && other.deleted < 2 ? [{ ...row, deleted: other.deleted, ref: other.ref }] : [];
  });
}

/** One edge; undefined when it is not there. */
export function getRelation(
  sql: Sql,
  edge: Pick<RelationRow, 'from_id' | 'kind' | 'to_id'>,
): Promise<RelationRow | undefined> {
  return sql.get<RelationRow>(
    `select from_id, from_type, kind, to_id, to_type, ord, data from relation
      where from_id = $1 and kind = $2 and to_id = $3`,
    [edge.from_id, edge.kind, edge.to_id],
  );
}

/**
 * How many edges of a kind lead between each entity and live ones that the reader may see (null: all); entities without any are
 * left out. `end`: where the entity stands.
 */
export function countRelations(
  sql: Sql,
  { ids, kind, end, seen = null }: { ids: readonly string[]; kind: string; end: 'to' | 'from'; seen?: Seen },
): Promise<{ id: string; count: number }[]> {
  const other = end === 'to' ? 'from' : 'to';
  const parameters = createParameters(JSON.stringify(ids), kind);
  return sql.all(
    `select edge.${end}_id as id, count(*) as count from relation edge
      join entity other on other.id = edge.${other}_id and other.deleted = 0
       and ${seenCondition(seen, 'other', sql.dialect, parameters)}
      where edge.${end}_id in ${sql.dialect.list('$1')} and edge.kind = $2 group by edge.${end}_id`,
    parameters.values,
  );
}

type Seen = readonly SeenTypes[] | null;
