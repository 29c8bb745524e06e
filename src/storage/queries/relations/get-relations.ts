import { parseList } from '../../../../contract/index.js';
import { cached, gathered, mayHave, type Sql } from '../../port.js';
import type { EntityRow, RelationRow } from '../../rows.js';
import { referencesById } from '../entities/get-entities.js';
import { createParameters, type Parameters } from '../parameters.js';
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
    const end = mine === 'to_id' ? 'to' : 'from';
    const load = async (all: readonly string[]) => (await loadEdgesAtOnce(sql, end, [{ ids: all, kinds }])).edges;
    return gathered(sql, `edges ${mine} ${kinds}`, ids, load, (edge) => edge[mine]);
  }
  return withOthers(sql, theirs, await loadRelations(sql, mine, theirs, ids, kinds));
}

type PackedOther = [id: string, deleted: number, ref: string];

/** Edges of some kinds of some entities. */
export interface EdgeGroup {
  ids: readonly string[];
  kinds: readonly string[];
  /** Leaves out all edges of one of these kinds where an entity has more than `most`. */
  bound?: { kinds: readonly string[]; most: number } | undefined;
}

/** A kind of edges of which an entity has too many. */
export interface LongList {
  id: string;
  kind: string;
}

export interface GroupEdges {
  edges: readonly EdgeRow[];
  /** What was left out. */
  long: readonly LongList[];
}

const ENDS = {
  to: { mine: 'to_id', theirs: 'from_id' },
  from: { mine: 'from_id', theirs: 'to_id' },
} as const;

/** Edges of several groups, in order; within a write, with one statement where that is a round trip. */
export async function relationsOf(sql: Sql, end: 'to' | 'from', groups: readonly EdgeGroup[]): Promise<GroupEdges[]> {
  const given = groups.filter(({ ids }) => mayHave(sql, 'relation', ids).length > 0);
  const kinds = given.flatMap((group) => group.kinds);
  const saves = given.length > 1 || (given.length === 1 && given[0]?.bound !== undefined);
  if (!saves || !sql.mayHave || new Set(kinds).size < kinds.length)
    return Promise.all(groups.map((group) => groupEdges(sql, end, group)));
  const { edges, long } = await loadEdgesAtOnce(sql, end, given);
  return groups.map((group) => ({
    edges: edges.filter(({ kind }) => group.kinds.includes(kind)),
    long: long.filter(({ kind }) => group.kinds.includes(kind)),
  }));
}

/** Edges of one group. */
export async function groupEdges(sql: Sql, end: 'to' | 'from', group: EdgeGroup): Promise<GroupEdges> {
  const { mine, theirs } = ENDS[end];
  const { ids, kinds } = group;
  const long = group.bound ? await longLists(sql, end, ids, group.bound) : [];
  if (long.length === 0) return { edges: await edges(sql, mine, theirs, ids, kinds), long };
  const isLong = (id: string) => long.some((list) => list.id === id);
  const short = await edges(
    sql,
    mine,
    theirs,
    ids.filter((id) => !isLong(id)),
    kinds,
  );
  const others = await Promise.all(
    ids.filter(isLong).map((id) => {
      const left = kinds.filter((kind) => !long.some((list) => list.id === id && list.kind === kind));
      return edges(sql, mine, theirs, [id], left);
    }),
  );
  return { edges: [...short, ...others.flat()], long };
}

/** Looks at no more edges than it has to. */
async function longLists(
  sql: Sql,
  end: 'to' | 'from',
  ids: readonly string[],
  { kinds, most }: NonNullable<EdgeGroup['bound']>,
): Promise<readonly LongList[]> {
  const given = mayHave(sql, 'relation', ids);
  if (given.length === 0) return [];
  const load = (missing: readonly string[]) => {
    const parameters = createParameters();
    return sql.all<LongList>(longText(sql, end, { ids: missing, kinds, most }, parameters), parameters.values);
  };
  if (!sql.remembered) return load(given);
  const found = await sql.remembered('relation', `long ${end} ${kinds} ${most}`, given, async (missing) => {
    const lists = new Map<string, LongList[]>(missing.map((id) => [id, []]));
    for (const list of await load(missing)) lists.get(list.id)?.push(list);
    return lists;
  });
  return [...found.values()].flat();
}

function longText(
  { dialect }: Sql,
  end: 'to' | 'from',
  { ids, kinds, most }: { ids: readonly string[]; kinds: readonly string[]; most: number },
  parameters: Parameters,
): string {
  const list = (values: readonly string[]) => dialect.list(parameters.add(JSON.stringify(values)));
  return `select given.value as id, listed.value as kind from ${list(ids)} as given cross join ${list(kinds)} as listed
    where exists (select 1 from relation
      where ${ENDS[end].mine} = given.value and kind = listed.value limit 1 offset ${Number(most)})`;
}

/** Loads edges and the entities at their other ends with one statement. */
async function loadEdgesAtOnce(sql: Sql, end: 'to' | 'from', groups: readonly EdgeGroup[]): Promise<GroupEdges> {
  const { among, pack } = sql.dialect;
  const { mine, theirs } = ENDS[end];
  const parameters = createParameters();
  const lists: string[] = [];
  const parts = groups.map(({ ids, kinds, bound }) => {
    const own = mayHave(sql, 'relation', ids);
    const part = `select ${EDGE.join(', ')} from relation
        where ${mine} ${among(parameters.add(JSON.stringify(own)))}
          and kind ${among(parameters.add(JSON.stringify(kinds)))}`;
    if (!bound) return part;
    lists.push(longText(sql, end, { ids: own, ...bound }, parameters));
    return `${part} and not exists (select 1 from long where long.id = ${mine} and long.kind = relation.kind)`;
  });
  const long = lists.length > 0 ? `long as materialized (${lists.join(' union all ')}), ` : '';
  const found = await sql.get<{ edges: string | null; others: string | null; long?: string | null }>(
    `with ${long}edge as materialized (${parts.join(' union all ')})
      select (select ${pack(EDGE, `${mine}, kind, ord, ${theirs}`)} from edge) as edges,
        (select ${pack(['id', 'deleted', 'ref'], 'id')} from entity
          where id in (select ${theirs} from edge) and deleted < 2) as others
        ${long === '' ? '' : `, (select ${pack(['id', 'kind'], 'id, kind')} from long) as long`}`,
    parameters.values,
  );
  return { edges: joined(theirs, found?.edges, found?.others), long: found?.long ? unpackLong(found.long) : [] };
}

function joined(
  theirs: 'to_id' | 'from_id',
  packed: string | null | undefined,
  packedOthers: string | null | undefined,
): EdgeRow[] {
  if (!packed || !packedOthers) return [];
  const others = new Map((JSON.parse(packedOthers) as PackedOther[]).map((other) => [other[0], other]));
  return unpackEdges(packed).flatMap((row) => {
    const other = others.get(row[theirs]);
    return other ? [{ ...row, deleted: other[1], ref: other[2] }] : [];
  });
}

function unpackLong(packed: string): LongList[] {
  return parseList<[string, string]>(packed).map(([id, kind]) => ({ id, kind }));
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

/** What is at the other ends of the edges of a kind, in order; not what is permanently removed, nor what is soft deleted with `liveOnly`. */
export async function listedIds(
  sql: Sql,
  end: 'to' | 'from',
  { id, kind, liveOnly }: LongList & { liveOnly: boolean },
): Promise<{ id: string; type: string }[]> {
  const { mine, theirs } = ENDS[end];
  const found = await sql.get<{ others: string | null }>(
    `select ${sql.dialect.pack(['other.id', 'other.type'], `edge.ord, edge.${theirs}`)} as others from relation edge
      join entity other on other.id = edge.${theirs} and other.deleted < ${liveOnly ? 1 : 2}
      where edge.${mine} = $1 and edge.kind = $2`,
    [id, kind],
  );
  return parseList<[string, string]>(found?.others ?? '[]').map(([id, type]) => ({ id, type }));
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

interface Counted {
  ids: readonly string[];
  kind: string;
  end: 'to' | 'from';
  seen?: Seen;
}

/**
 * Number of edges of a kind between each entity and live ones that the reader may see (null: all); entities without
 * any are left out. `end`: the end of the edge at which the given entity is.
 */
export function countRelations(
  sql: Sql,
  { ids, kind, end, seen = null }: Counted,
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
