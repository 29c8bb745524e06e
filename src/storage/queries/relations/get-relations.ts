import { cached, gathered, mayHave, type Sql } from '../../port.js';
import type { EntityRow, RelationRow } from '../../rows.js';
import { referencesById } from '../entities/get-entities.js';
import { createParameters } from '../parameters.js';
import { type SeenTypes, seenCondition } from '../row-filter.js';

/** An edge, with the state and the reference of the entity at its other end. */
export type EdgeRow = RelationRow & Pick<EntityRow, 'deleted' | 'ref'>;

const EDGE = ['from_id', 'from_type', 'kind', 'to_id', 'to_type', 'ord', 'data'] as const;

type PackedEdge = [string, string, string, string, string, number, string | null];

/** Edges into entities with their sources; by entity, kind and order. */
export function relationsTo(sql: Sql, toIds: readonly string[], kinds: readonly string[]): Promise<readonly EdgeRow[]> {
  return edges(sql, 'to_id', 'from_id', toIds, kinds);
}

/** Edges out of entities with their targets; by entity, kind and order. */
export function relationsFrom(
  sql: Sql,
  fromIds: readonly string[],
  kinds: readonly string[],
): Promise<readonly EdgeRow[]> {
  return edges(sql, 'from_id', 'to_id', fromIds, kinds);
}

/** Edges with the entities at their other ends. They may be cached; callers must not modify them. */
function edges(
  sql: Sql,
  mine: 'to_id' | 'from_id',
  theirs: 'to_id' | 'from_id',
  ids: readonly string[],
  kinds: readonly string[],
): Promise<readonly EdgeRow[]> {
  if (mayHave(sql, 'relation', ids).length === 0) return Promise.resolve([]);
  if (sql.remembered) return rememberedEdges(sql, mine, theirs, ids, kinds);
  const load = () => loadEdges(sql, mine, theirs, ids, kinds);
  return cached(sql, `edges ${mine} ${kinds} ${ids}`, load, (rows) => 100 + rows.length * 400);
}

/** Cached per entity, because entities share containers. */
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
): Promise<readonly EdgeRow[]> {
  if (sql.dialect.remote) {
    const load = (all: readonly string[]) => loadEdgesAtOnce(sql, mine, theirs, [{ ids: all, kinds }]);
    return gathered(sql, `edges ${mine} ${kinds}`, ids, load, (edge) => edge[mine]);
  }
  return withOthers(sql, theirs, await loadRelations(sql, mine, theirs, ids, kinds));
}

type PackedOther = [id: string, deleted: number, ref: string];

/** Edges of some kinds of some entities. */
export interface EdgeGroup {
  ids: readonly string[];
  kinds: readonly string[];
}

/** Edges of several groups, in order; within a write, with one statement where that is a round trip. */
export async function relationsOf(
  sql: Sql,
  end: 'to' | 'from',
  groups: readonly EdgeGroup[],
): Promise<(readonly EdgeRow[])[]> {
  const [mine, theirs] = end === 'to' ? (['to_id', 'from_id'] as const) : (['from_id', 'to_id'] as const);
  const given = groups.filter(({ ids }) => mayHave(sql, 'relation', ids).length > 0);
  const kinds = given.flatMap((group) => group.kinds);
  if (given.length < 2 || !sql.mayHave || new Set(kinds).size < kinds.length)
    return Promise.all(groups.map((group) => edges(sql, mine, theirs, group.ids, group.kinds)));
  const found = await loadEdgesAtOnce(sql, mine, theirs, given);
  return groups.map((group) => found.filter(({ kind }) => group.kinds.includes(kind)));
}

/** Loads edges and the entities at their other ends with one statement. */
async function loadEdgesAtOnce(
  sql: Sql,
  mine: 'to_id' | 'from_id',
  theirs: 'to_id' | 'from_id',
  groups: readonly EdgeGroup[],
): Promise<EdgeRow[]> {
  const { among, pack } = sql.dialect;
  const parameters = createParameters();
  const parts = groups.map(
    ({ ids, kinds }) => `select ${EDGE.join(', ')} from relation
        where ${mine} ${among(parameters.add(JSON.stringify(mayHave(sql, 'relation', ids))))}
          and kind ${among(parameters.add(JSON.stringify(kinds)))}`,
  );
  const found = await sql.get<{ edges: string | null; others: string | null }>(
    `with edge as materialized (${parts.join(' union all ')})
      select (select ${pack(EDGE, `${mine}, kind, ord, ${theirs}`)} from edge) as edges,
        (select ${pack(['id', 'deleted', 'ref'], 'id')} from entity
          where id in (select ${theirs} from edge) and deleted < 2) as others`,
    parameters.values,
  );
  if (!found?.edges || !found.others) return [];
  const others = new Map((JSON.parse(found.others) as PackedOther[]).map((other) => [other[0], other]));
  return unpackEdges(found.edges).flatMap((row) => {
    const other = others.get(row[theirs]);
    return other ? [{ ...row, deleted: other[1], ref: other[2] }] : [];
  });
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
  return found?.edges ? unpackEdges(found.edges) : [];
}

function unpackEdges(packed: string): RelationRow[] {
  return (JSON.parse(packed) as PackedEdge[]).map(
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

/** Many edges share few entities, so each of these is read once. */
async function withOthers(sql: Sql, theirs: 'to_id' | 'from_id', rows: readonly RelationRow[]): Promise<EdgeRow[]> {
  if (rows.length === 0) return [];
  const others = await referencesById(sql, [...new Set(rows.map((row) => row[theirs]))]);
  return rows.flatMap((row) => {
    const other = others.get(row[theirs]);
    return other && other.deleted < 2 ? [{ ...row, deleted: other.deleted, ref: other.ref }] : [];
  });
}

/** One edge; undefined if it does not exist. */
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
 * Number of edges of a kind between each entity and live ones that the reader may see (null: all); entities without
 * any are left out. `end`: the end of the edge at which the given entity is.
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

/**
 * Number of edges of each kind between live entities that the reader may see (null: all). `onward`: only those that
 * lead to the same or a greater id, which counts edges that are stored in both directions once.
 */
export function countEdges(
  sql: Sql,
  kinds: readonly string[],
  seen: Seen = null,
): Promise<{ kind: string; count: number; onward: number }[]> {
  const parameters = createParameters(JSON.stringify(kinds));
  const shown = (alias: string) => seenCondition(seen, alias, sql.dialect, parameters);
  return sql.all(
    `select edge.kind, count(*) as count, sum(case when edge.from_id <= edge.to_id then 1 else 0 end) as onward
      from relation edge
      join entity source on source.id = edge.from_id and source.deleted = 0 and ${shown('source')}
      join entity target on target.id = edge.to_id and target.deleted = 0 and ${shown('target')}
      where edge.kind in ${sql.dialect.list('$1')} group by edge.kind`,
    parameters.values,
  );
}

type Seen = readonly SeenTypes[] | null;
