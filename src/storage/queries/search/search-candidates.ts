// For databases whose token tables hold facet tuples: returns many documents packed into one value, which are
// evaluated outside the database.
import type { Sql, SqlValue, WordQuery } from '../../port.js';
import { createParameters } from '../parameters.js';
import { cachedWithDocuments } from './search-cache.js';
import { conditionText, type SearchCondition, type SearchHit, type SearchSort } from './search-matches.js';
import type { SearchTables } from './search-tables.js';

/** Document ids, each with its facet tuple and weight. They may be cached; callers must not modify them. */
export interface Candidates {
  readonly length: number;
  readonly numbers: Float64Array;
  readonly facets: Float64Array;
  readonly weights: Uint8Array;
}

const ROW = `string_agg(int8send(n) || int8send(facet * 256 + weight), '')`;

/**
 * The first documents with these words in table order, at most `limit`; null matches any document. The limit is part
 * of the text: for one it does not know, the planner of a prepared statement expects to stop after a few rows, and
 * then prefers to read the tokens of the whole table to using the index.
 */
export async function candidatesWith(
  sql: Sql,
  { text }: SearchTables,
  words: WordQuery | null,
  limit: number,
): Promise<Candidates> {
  const { matches, query } = sql.dialect.search;
  const question = words && query(words);
  const load = async () => {
    const where = words ? `where ${matches(text, '$1')}` : '';
    const row = await sql.get<{ packed: Uint8Array | null }>(
      `select ${ROW} as packed from (select n, facet, weight from ${text} ${where} limit ${Math.trunc(limit)}) as first`,
      question === null ? [] : [question],
    );
    return unpacked(row?.packed ?? null);
  };
  return cachedWithDocuments(sql, `search.candidates ${text} ${limit} ${question}`, load, ({ length }) => 17 * length);
}

/** Where a scan of names resumes. */
export interface NamePlace {
  readonly key: string;
  readonly n: number;
}

/** The next documents by folded name that begin with a prefix, after a place; null for the beginning. */
export async function candidatesByName(
  sql: Sql,
  { doc }: SearchTables,
  prefix: string,
  { after, limit }: { after: NamePlace | null; limit: number },
): Promise<{ candidates: Candidates; next: NamePlace | null }> {
  const row = await sql.get<{ packed: Uint8Array | null; last: string | null; last_n: number | null; count: number }>(
    `select ${ROW} as packed, count(*) as count, max(name_key) as last,
        (array_agg(n order by name_key desc, n desc))[1] as last_n
      from (select n, facet, weight, name_key from ${doc}
        where (name_key, n) > ($1, $2) and name_key < $3 order by name_key, n limit $4) as first`,
    [after?.key ?? prefix, after?.n ?? -1, `${prefix}\u{10FFFF}`, limit],
  );
  const candidates = unpacked(row?.packed ?? null);
  const ended = candidates.length < limit || !row || row.last === null || row.last_n === null;
  return { candidates, next: ended ? null : { key: row.last as string, n: row.last_n as number } };
}

/** The facet tuples of these documents; removed documents are left out. */
export async function facetsOfDocIds(
  sql: Sql,
  { text }: SearchTables,
  docIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (docIds.length === 0) return new Map();
  const given = arrayOf(docIds);
  const load = async () => {
    const row = await sql.get<{ packed: Uint8Array | null }>(
      `select ${ROW} as packed from ${text} where n = any($1::text::bigint[])`,
      [given],
    );
    return unpacked(row?.packed ?? null);
  };
  const name = `search.facets ${text} ${given}`;
  const { length, numbers: found, facets } = await cachedWithDocuments(sql, name, load, (rows) => 17 * rows.length);
  const known = new Map<number, number>();
  for (let i = 0; i < length; i++) known.set(found[i] as number, facets[i] as number);
  return known;
}

/** Number of documents with these words, by facet tuple. */
export async function countFacetsWith(
  sql: Sql,
  { text }: SearchTables,
  words: WordQuery | null,
): Promise<{ facet: number; count: number }[]> {
  const { matches, query } = sql.dialect.search;
  const where = words ? `where ${matches(text, '$1')}` : '';
  return sql.all(`select facet, count(*) as count from ${text} ${where} group by facet`, words ? [query(words)] : []);
}

/** Hits in the order of the given document ids; removed documents are left out. */
export async function hitsOf(sql: Sql, { doc }: SearchTables, docIds: readonly number[]): Promise<SearchHit[]> {
  if (docIds.length === 0) return [];
  const given = arrayOf(docIds);
  const load = () =>
    sql.all<SearchHit>(`select n, id, type, name, weight from ${doc} where n = any($1::text::bigint[])`, [given]);
  const rows = await cachedWithDocuments(sql, `search.hits ${doc} ${given}`, load, (hits) => 200 * hits.length);
  const known = new Map(rows.map((row) => [row.n, row]));
  return docIds.flatMap((n) => known.get(n) ?? []);
}

/** The given documents that meet a condition. */
export async function candidatesThatMeet(
  sql: Sql,
  tables: SearchTables,
  docIds: readonly number[],
  condition: SearchCondition,
): Promise<number[]> {
  if (docIds.length === 0) return [];
  const parameters = createParameters(arrayOf(docIds));
  const rows = await sql.all<{ n: number }>(
    `select d.n from ${tables.doc} d join entity e on e.id = d.id
      where d.n = any($1::text::bigint[]) and ${conditionText(tables, condition, sql.dialect, parameters)}`,
    parameters.values,
  );
  return rows.map(({ n }) => n);
}

/** The next documents by folded name and id, after a place, and whether they have the words: 1 or 0. */
export function documentsByName(
  sql: Sql,
  { doc, text }: SearchTables,
  words: WordQuery | null,
  { descending, after }: Omit<SearchSort, 'by'>,
  limit: number,
): Promise<(SearchHit & { facet: number; value: SqlValue; fits: number })[]> {
  const { matches, query } = sql.dialect.search;
  const parameters = createParameters();
  const [sign, direction] = descending ? ['<', 'desc'] : ['>', 'asc'];
  const value = after && parameters.add(after.value);
  const behind = after
    ? `where name_key ${sign}= ${value} and (name_key ${sign} ${value} or id ${sign} ${parameters.add(after.id)})`
    : '';
  const first = `select n, id, type, name, weight, facet, name_key as value from ${doc} ${behind}
    order by name_key ${direction}, id ${direction} limit ${parameters.add(limit)}`;
  const fits = words ? `case when ${matches(text, parameters.add(query(words)))} then 1 else 0 end` : '1';
  const joined = words ? `join ${text} on ${text}.n = first.n` : '';
  return sql.all(
    `select first.*, ${fits} as fits from (${first}) as first ${joined}
      order by value ${direction}, id ${direction}`,
    parameters.values,
  );
}

function arrayOf(docIds: readonly number[]): string {
  return `{${docIds.join(',')}}`;
}

const BYTES = 16;
const HIGH = 2 ** 32;

function unpacked(packed: Uint8Array | null): Candidates {
  const length = packed ? packed.length / BYTES : 0;
  const numbers = new Float64Array(length);
  const facets = new Float64Array(length);
  const weights = new Uint8Array(length);
  if (packed) {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    for (let i = 0; i < length; i++) {
      const at = i * BYTES;
      numbers[i] = view.getUint32(at) * HIGH + view.getUint32(at + 4);
      const code = view.getUint32(at + 8) * HIGH + view.getUint32(at + 12);
      facets[i] = Math.floor(code / 256);
      weights[i] = code % 256;
    }
  }
  return { length, numbers, facets, weights };
}
