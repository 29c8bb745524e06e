// The queries of a search where one reader sees every change in order (see `putSearchDocuments`): document ids first,
// then only the few rows that are shown. Statements are small, because they block the thread that runs them.
import { parseList } from '../../../../contract/index.js';
import type { Sql, SqlValue, WordQuery } from '../../port.js';
import { createParameters } from '../parameters.js';
import type { ChangedDocument } from './search-documents.js';
import { type RowCondition, rowCondition, type SearchHit, type SearchSort, sortValue } from './search-matches.js';
import type { SearchTables } from './search-tables.js';

/** The number of the newest change; 0 if there was none. */
export async function lastChange(sql: Sql, { change }: SearchTables): Promise<number> {
  return (await sql.get<{ last: number }>(`select coalesce(max(change), 0) as last from ${change}`))?.last ?? 0;
}

/** A slice of the changes after one, in order. */
export async function changesAfter(
  sql: Sql,
  { change }: SearchTables,
  after: number,
  limit: number,
): Promise<{ change: number; rows: ChangedDocument[] }[]> {
  const found = await sql.all<{ change: number; rows: string }>(
    `select change, rows from ${change} where change > $1 order by change limit $2`,
    [after, limit],
  );
  return found.map((one) => ({ change: one.change, rows: parseList<ChangedDocument>(one.rows) }));
}

/** A slice of all documents in their current state, in id order, after one of them. */
export async function documentsAfter(
  sql: Sql,
  { doc }: SearchTables,
  after: number,
  limit: number,
): Promise<ChangedDocument[]> {
  const row = await sql.get<{ rows: string | null }>(
    `select ${sql.dialect.pack(['n', 'facet', 'weight'], 'n')} as rows from
      (select n, facet, weight from ${doc}${sql.dialect.along(`${doc}_kept`)} where n > $1 order by n limit $2)`,
    [after, limit],
  );
  return row?.rows ? parseList<ChangedDocument>(row.rows) : [];
}

/** Facet tuples after an id. */
export function facetsAfter(
  sql: Sql,
  { facet }: SearchTables,
  f: number,
  limit: number,
): Promise<{ f: number; facets: string }[]> {
  return sql.all(`select f, facets from ${facet} where f > $1 order by f limit $2`, [f, limit]);
}

/** The first document ids with these words, ascending from one on, as comma-separated text. */
export async function wordDocIds(
  sql: Sql,
  { text }: SearchTables,
  words: WordQuery,
  { from, limit }: { from: number; limit: number },
): Promise<string> {
  const { number, matches, query } = sql.dialect.search;
  const row = await sql.get<{ numbers: string | null }>(
    `select group_concat(n) as numbers from (select ${number} as n from ${text}
      where ${matches(text, '$1')} and ${number} >= $2 limit $3)`,
    [query(words), from, limit],
  );
  return row?.numbers ?? '';
}

/** The given document ids whose entity meets the condition. */
export async function docIdsThatMeet(
  sql: Sql,
  { doc }: SearchTables,
  condition: RowCondition,
  docIds: readonly number[],
): Promise<number[]> {
  const parameters = createParameters(JSON.stringify(docIds));
  const rows = await sql.all<{ n: number }>(
    `select d.n from ${sql.dialect.list('$1')} as given join ${doc} d on d.n = given.value
      join entity e on e.id = d.id where ${rowCondition(condition, sql.dialect, parameters)} order by d.n`,
    parameters.values,
  );
  return rows.map(({ n }) => n);
}

/** Hits in the order of the given document ids; removed documents are left out. */
export async function hitsByDocId(sql: Sql, { doc }: SearchTables, docIds: readonly number[]): Promise<SearchHit[]> {
  if (docIds.length === 0) return [];
  const rows = await sql.all<SearchHit>(
    `select d.n, d.id, d.type, d.name, d.weight from ${sql.dialect.list('$1')} as given join ${doc} d on d.n = given.value`,
    [JSON.stringify(docIds)],
  );
  const known = new Map(rows.map((row) => [row.n, row]));
  return docIds.flatMap((n) => known.get(n) ?? []);
}

/** Positions of hits in a sort order, unsorted. */
export function positionsByDocId(
  sql: Sql,
  { doc }: SearchTables,
  by: SearchSort['by'],
  docIds: readonly number[],
): Promise<{ n: number; id: string; value: SqlValue }[]> {
  return sql.all(
    `select d.n, d.id, ${sortValue(by, sql.dialect)} as value from ${sql.dialect.list('$1')} as given
      join ${doc} d on d.n = given.value join entity e on e.id = d.id`,
    [JSON.stringify(docIds)],
  );
}

/** Sort orders in which documents can be scanned. */
export type WalkedOrder = 'fqn' | 'updated_at' | 'name';

/** The position of a document in a sort order. */
export interface DocIdPosition {
  n: number;
  id: string;
  value: SqlValue;
}

/** A position in a sort order; includes the version where an entity occurs more than once. */
export interface WalkPlace {
  value: SqlValue;
  id: string;
  version?: number;
}

/** A slice of the positions after one; `next` is where to continue, null at the end. */
export interface WalkSlice {
  places: DocIdPosition[];
  next: WalkPlace | null;
}

/** What is scanned: entities of a type, soft deleted or not, after a place. */
export interface Walk {
  type: string;
  deleted: number;
  descending: boolean;
  after?: WalkPlace | undefined;
}

/** The row to continue after; undefined if there were fewer rows than requested. */
function lastOf<T>(rows: readonly T[], limit: number): T | undefined {
  return rows.length < limit ? undefined : rows.at(-1);
}

/** The next documents by entity name. */
export async function placesByFqn(
  sql: Sql,
  { doc }: SearchTables,
  { type, deleted, descending, after }: Walk,
  limit: number,
): Promise<WalkSlice> {
  const parameters = createParameters(type, deleted);
  const order = descending ? 'desc' : 'asc';
  const behind = after
    ? ` and (e.fqn, e.id) ${descending ? '<' : '>'} (${parameters.add(after.value)}, ${parameters.add(after.id)})`
    : '';
  const places = await sql.all<DocIdPosition>(
    `select d.n, d.id, e.fqn as value from (select e.id, e.fqn from entity e where e.type = $1 and e.deleted = $2${behind}
      order by e.fqn ${order}, e.id ${order} limit ${parameters.add(limit)}) e
      join ${doc} d on d.id = e.id order by e.fqn ${order}, e.id ${order}`,
    parameters.values,
  );
  return { places, next: lastOf(places, limit) ?? null };
}

/** The next documents by the time of their entity's last change, found among the times of all versions. */
export async function placesByTime(
  sql: Sql,
  { doc }: SearchTables,
  { type, deleted, descending, after }: Walk,
  limit: number,
): Promise<WalkSlice> {
  const parameters = createParameters(type, deleted);
  const order = descending ? 'desc' : 'asc';
  const values = after && [after.value, after.id, ...(after.version === undefined ? [] : [after.version])];
  const columns = ['at', 'entity_id', 'version'].slice(0, values?.length);
  const behind = values
    ? ` and (${columns.join(', ')}) ${descending ? '<' : '>'} (${values.map((value) => parameters.add(value)).join(', ')})`
    : '';
  const rows = await sql.all<{ at: number; id: string; version: number; n: number | null }>(
    `select v.at, v.entity_id as id, v.version, d.n from (select at, entity_id, version from version_time
        where type = $1${behind} order by at ${order}, entity_id ${order}, version ${order} limit ${parameters.add(limit)}) v
      left join entity e on e.id = v.entity_id and e.version = v.version and e.updated_at = v.at and e.deleted = $2
      left join ${doc} d on d.id = e.id
      order by v.at ${order}, v.entity_id ${order}, v.version ${order}`,
    parameters.values,
  );
  const last = lastOf(rows, limit);
  return {
    places: rows.flatMap(({ at, id, n }) => (n === null ? [] : [{ n, id, value: at }])),
    next: last ? { value: last.at, id: last.id, version: last.version } : null,
  };
}

/**
 * The next documents by folded name, then document id; `after` is the position after the document with this name and
 * id.
 */
export async function placesByName(
  sql: Sql,
  { doc }: SearchTables,
  { descending, after }: Pick<Walk, 'descending' | 'after'>,
  limit: number,
): Promise<WalkSlice> {
  const parameters = createParameters();
  const order = descending ? 'desc' : 'asc';
  const behind = after
    ? `where (name_key, n) ${descending ? '<' : '>'} (${parameters.add(after.value)},
        coalesce((select n from ${doc} where id = ${parameters.add(after.id)}), ${descending ? 0 : Number.MAX_SAFE_INTEGER}))`
    : '';
  const places = await sql.all<DocIdPosition>(
    `select n, id, name_key as value from ${doc} ${behind} order by name_key ${order}, n ${order}
      limit ${parameters.add(limit)}`,
    parameters.values,
  );
  return { places, next: lastOf(places, limit) ?? null };
}

/**
 * Document ids whose folded name matches a `like` pattern, among some thousand names after one; names of `cut` bytes or
 * more are truncated and always match. `last` is where to continue; null at the end.
 */
export async function docIdsNamedLike(
  sql: Sql,
  { doc }: SearchTables,
  pattern: string,
  { after, limit, cut }: { after: string; limit: number; cut: number },
): Promise<{ docIds: number[]; last: string | null }> {
  const end = await sql.get<{ key: string }>(
    `select name_key as key from ${doc} where name_key > $1 order by name_key limit 1 offset $2`,
    [after, limit],
  );
  const row = await sql.get<{ numbers: string | null }>(
    `select group_concat(n) as numbers from ${doc} where name_key > $1 and name_key <= $2
      and (name_key like $3 or octet_length(name_key) >= $4)`,
    [after, end?.key ?? '\u{10FFFF}', pattern, cut],
  );
  return { docIds: row?.numbers ? row.numbers.split(',').map(Number) : [], last: end?.key ?? null };
}

/** Type and parts of documents, one line each. */
export async function partsByDocId(sql: Sql, { doc }: SearchTables, docIds: readonly number[]): Promise<string> {
  const row = await sql.get<{ lines: string | null }>(
    `select ${sql.dialect.search.lines("d.type || ' ' || d.parts")} as lines from ${sql.dialect.list('$1')} as given
      join ${doc} d on d.n = given.value`,
    [JSON.stringify(docIds)],
  );
  return row?.lines ?? '';
}

/** Document ids whose folded name begins with a prefix, in name order; `last` is where to continue. */
export async function prefixDocIds(
  sql: Sql,
  { doc }: SearchTables,
  prefix: string,
  { after, limit }: { after: { key: string; n: number } | null; limit: number },
): Promise<{ docIds: number[]; last: { key: string; n: number } | null }> {
  const rows = await sql.get<{ numbers: string | null; last: string | null }>(
    `select group_concat(n) as numbers, max(name_key) as last from (select n, name_key from ${doc}
      where name_key < $1 and (name_key, n) > ($2, $3) order by name_key, n limit $4)`,
    [`${prefix}\u{10FFFF}`, after?.key ?? prefix, after?.n ?? -1, limit],
  );
  const numbers = rows?.numbers ? rows.numbers.split(',').map(Number) : [];
  const n = numbers.at(-1);
  return {
    docIds: numbers,
    last: numbers.length < limit || !rows?.last || n === undefined ? null : { key: rows.last, n },
  };
}

/** Document ids of these entities. */
export async function docIdsOfEntities(
  sql: Sql,
  { doc }: SearchTables,
  ids: readonly string[],
): Promise<{ id: string; n: number }[]> {
  if (ids.length === 0) return [];
  return sql.all(`select id, n from ${doc} where id in ${sql.dialect.list('$1')}`, [JSON.stringify(ids)]);
}

/** Fully qualified names of entities. */
export async function namesOfIds(sql: Sql, ids: readonly string[]): Promise<{ id: string; fqn: string }[]> {
  if (ids.length === 0) return [];
  return sql.all(`select id, fqn from entity where id in ${sql.dialect.list('$1')}`, [JSON.stringify(ids)]);
}
