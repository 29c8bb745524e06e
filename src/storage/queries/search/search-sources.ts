// What documents are built from: entities, edges into them, and their tags.
import { mayHave, type Sql } from '../../port.js';
import type { WrittenRow } from '../../rows.js';
import { createParameters, isOneOf } from '../parameters.js';
import { cachedTagUsages } from '../relations/tag-usages.js';

/** The columns of an entity that its document needs. */
export type IndexedEntity = Pick<WrittenRow, 'id' | 'type' | 'name' | 'deleted' | 'refs' | 'doc' | 'core'>;

const COLUMNS = 'id, type, name, deleted, refs, doc';

/** Rows in no particular order; unknown ids are left out. */
export async function indexedEntities(sql: Sql, ids: readonly string[]): Promise<IndexedEntity[]> {
  const written = ids.flatMap((id) => sql.written?.get(id) ?? []);
  if (written.length === ids.length) return written;
  const others = ids.filter((id) => !sql.written?.has(id));
  const text = `select ${COLUMNS} from entity where id in ${sql.dialect.list('$1')}`;
  return [...written, ...(await sql.all<IndexedEntity>(text, [JSON.stringify(others)]))];
}

/** A slice of all entities in id order, for building and checking the index. */
export function entitiesAfter(sql: Sql, afterId: string, limit: number): Promise<IndexedEntity[]> {
  return sql.all(`select ${COLUMNS} from entity where id > $1 order by id limit $2`, [afterId, limit]);
}

/** Entities with ids after one, up to another. */
export function entitiesBetween(sql: Sql, after: string, upTo: string): Promise<IndexedEntity[]> {
  return sql.all(`select ${COLUMNS} from entity where id > $1 and id <= $2 order by id`, [after, upTo]);
}

/** The last of the next `count` entities by id; null if there are no more. */
export async function lastOfSlice(sql: Sql, after: string, count: number): Promise<string | null> {
  const row = await sql.get<{ last: string | null }>(
    'select max(id) as last from (select id from entity where id > $1 order by id limit $2) as slice',
    [after, count],
  );
  return row?.last ?? null;
}

/** An edge into an entity, with what the index needs. */
export interface IndexedEdge {
  to_id: string;
  kind: string;
  from_id: string;
}

export async function indexedEdges(
  sql: Sql,
  ids: readonly string[],
  kinds: readonly string[],
): Promise<readonly IndexedEdge[]> {
  const load = (given: readonly string[]) =>
    sql.all<IndexedEdge>(
      `select to_id, kind, from_id from relation
        where to_id in ${sql.dialect.list('$1')} and kind in ${sql.dialect.list('$2')} order by to_id, kind, ord, from_id`,
      [JSON.stringify(given), JSON.stringify(kinds)],
    );
  if (!sql.remembered) {
    const given = mayHave(sql, 'relation', ids);
    return given.length === 0 ? [] : load(given);
  }
  const lists = await sql.remembered('relation', `indexed ${kinds}`, ids, async (missing) => {
    const edges = new Map<string, IndexedEdge[]>(missing.map((id) => [id, []]));
    for (const edge of await load(missing)) edges.get(edge.to_id)?.push(edge);
    return edges;
  });
  return [...lists.values()].flat();
}

/** Edges and tags of entities, with one statement where that is a round trip. */
export async function indexedAround(
  sql: Sql,
  ids: readonly string[],
  kinds: readonly string[],
): Promise<{ edges: readonly IndexedEdge[]; tags: readonly IndexedTag[] }> {
  const withEdges = mayHave(sql, 'relation', ids);
  const withTags = mayHave(sql, 'tag_usage', ids);
  if (!sql.dialect.remote || withEdges.length === 0 || withTags.length === 0) {
    const [edges, tags] = await Promise.all([indexedEdges(sql, ids, kinds), indexedTags(sql, ids)]);
    return { edges, tags };
  }
  const parameters = createParameters();
  const rows = await sql.all<{ what: 'edge' | 'tag'; id: string; as: string; other: string }>(
    `select what, id, "as", other from (
        select 'edge' as what, to_id as id, kind as "as", ord, from_id as other from relation
          where ${isOneOf('to_id', withEdges, sql.dialect, parameters)}
            and kind ${sql.dialect.among(parameters.add(JSON.stringify(kinds)))}
        union all
        select 'tag', entity_id, part, ord, tag_id from tag_usage
          where ${isOneOf('entity_id', withTags, sql.dialect, parameters)}) as around
      order by what, id, "as", ord, other`,
    parameters.values,
  );
  const edges: IndexedEdge[] = [];
  const tags: IndexedTag[] = [];
  for (const { what, id, as, other } of rows)
    if (what === 'edge') edges.push({ to_id: id, kind: as, from_id: other });
    else tags.push({ entity_id: id, part: as, tag_id: other });
  return { edges, tags };
}

/** A tag on an entity or on a part of it. */
export interface IndexedTag {
  entity_id: string;
  part: string;
  tag_id: string;
}

export async function indexedTags(sql: Sql, ids: readonly string[]): Promise<readonly IndexedTag[]> {
  if (sql.remembered)
    return (await cachedTagUsages(sql, ids, 'both')).map(([entity_id, part, tag_id]) => ({ entity_id, part, tag_id }));
  const given = mayHave(sql, 'tag_usage', ids);
  if (given.length === 0) return [];
  return sql.all(
    `select entity_id, part, tag_id from tag_usage where entity_id in ${sql.dialect.list('$1')}
      order by entity_id, part, ord, tag_id`,
    [JSON.stringify(given)],
  );
}
