// The queries of a search. A plan is plain data; words are looked up in the full-text index, everything else is a
// condition on rows.
import { connectionValue, type Dialect, type Sql, type SqlValue, type WordQuery } from '../../port.js';
import { type ListCondition, listCondition } from '../list-condition.js';
import { createParameters, type Parameters } from '../parameters.js';
import { type PropertyCondition, propertyCondition } from '../properties/property-condition.js';
import { filterCondition, type RowFilter } from '../row-filter.js';
import { cachedWithDocuments } from './search-cache.js';
import { currentTables, type SearchTables } from './search-tables.js';

/** A condition on the row of an entity. */
export type RowCondition =
  | { readonly kind: 'rows'; readonly filter: RowFilter }
  | { readonly kind: 'list'; readonly condition: ListCondition }
  /** A `like` pattern in any case; a backslash escapes special characters. `display`: the name that people see. */
  | { readonly kind: 'like'; readonly column: 'name' | 'fqn' | 'display' | 'updated_by'; readonly pattern: string }
  | {
      readonly kind: 'between';
      readonly column: 'updated_at' | 'version';
      readonly low: number | null;
      readonly high: number | null;
    }
  | { readonly kind: 'oneOf'; readonly column: 'updated_at' | 'version'; readonly values: readonly number[] }
  /** It was last changed by somebody with one of these names, in any case. */
  | { readonly kind: 'updatedBy'; readonly names: readonly string[] }
  /** A part of it has a name that matches a `like` pattern in any case. */
  | { readonly kind: 'partName'; readonly pattern: string }
  /** It is not being permanently removed. */
  | { readonly kind: 'kept' }
  | PropertyCondition;

/** A boolean tree over documents: words, facet tuples, and conditions on rows. */
export type SearchCondition =
  | RowCondition
  | { readonly kind: 'words'; readonly query: WordQuery }
  | { readonly kind: 'facets'; readonly facets: readonly number[] }
  /** Document ids after one, up to and including another. */
  | { readonly kind: 'numbers'; readonly after: number; readonly to: number }
  /** Exactly these documents. */
  | { readonly kind: 'among'; readonly docIds: readonly number[] }
  | { readonly kind: 'and' | 'or'; readonly of: readonly SearchCondition[] }
  | { readonly kind: 'not'; readonly of: SearchCondition };

/** `words` drives the search, null for all documents; `conditions` are checked on each row it finds. */
export interface SearchPlan {
  readonly words: WordQuery | null;
  readonly conditions: readonly SearchCondition[];
}

export interface SearchHit {
  n: number;
  id: string;
  type: string;
  name: string;
  weight: number;
}

/** Sorts hits by a property of the entity, names folded; `after` is the position of the last hit before the page. */
export interface SearchSort {
  readonly by: 'name' | 'fqn' | 'updated_at' | 'display' | 'usage';
  readonly descending: boolean;
  readonly after?: { readonly value: SqlValue; readonly id: string };
}

/** Position of a hit in the order of name weights. */
export type HitPlace = Pick<SearchHit, 'weight' | 'n'>;

const HIT = 'd.n, d.id, d.type, d.name, d.weight';

/**
 * The lightest hits, those whose names have the least beyond the words, among the first `among` found: so a word that
 * occurs everywhere costs no more than one that occurs in many names.
 */
export async function searchHits(sql: Sql, plan: SearchPlan, limit: number, among = 10_000): Promise<SearchHit[]> {
  const tables = await currentTables(sql);
  const parameters = createParameters();
  const found = `select ${HIT} ${from(tables, plan, sql.dialect, parameters)} limit ${parameters.add(Math.max(among, limit))}`;
  return sql.all<SearchHit>(
    `select * from (${found}) as found order by weight, n limit ${parameters.add(limit)}`,
    parameters.values,
  );
}

/** The next hits by weight after a place (null: the beginning), among all that are found. */
export async function lighterHits(
  sql: Sql,
  plan: SearchPlan,
  after: HitPlace | null,
  limit: number,
): Promise<SearchHit[]> {
  const tables = await currentTables(sql);
  const parameters = createParameters();
  const source = from(tables, plan, sql.dialect, parameters);
  const behind = after ? ` and (d.weight, d.n) > (${parameters.add(after.weight)}, ${parameters.add(after.n)})` : '';
  return sql.all(
    `select ${HIT} ${source}${behind} order by d.weight, d.n limit ${parameters.add(limit)}`,
    parameters.values,
  );
}

/** Whether any document has these words. Checks the last match first, which usually still has them. */
export function hasHits(sql: Sql, words: WordQuery): Promise<boolean> {
  const query = sql.dialect.search.query(words);
  return cachedWithDocuments(
    sql,
    `search.any ${query}`,
    () => findAny(sql, words, query),
    () => 1,
  );
}

async function findAny(sql: Sql, words: WordQuery, query: string): Promise<boolean> {
  const tables = await currentTables(sql);
  const witnesses = connectionValue(sql, 'search witnesses', createWitnesses);
  const witness = witnesses.get(query);
  const parameters = createParameters();
  const any = matching(tables, words, sql.dialect, parameters);
  if (witness !== undefined) {
    const { number, matches } = sql.dialect.search;
    const one = `select 1 as found from ${tables.text} where ${matches(tables.text, '$1')} and ${number} = $2`;
    if (await sql.get(one, [query, witness])) return true;
  }
  const row = await sql.get<{ n: number }>(`${any} limit 1`, parameters.values);
  if (row) witnesses.set(query, row.n);
  return row !== undefined;
}

const MOST_WITNESSES = 10_000;

/** Document ids by the query that found them; the oldest entry is evicted first. */
function createWitnesses() {
  const known = new Map<string, number>();
  return {
    get: (question: string) => known.get(question),
    set(question: string, n: number) {
      known.delete(question);
      known.set(question, n);
      for (const oldest of known.keys()) {
        if (known.size <= MOST_WITNESSES) break;
        known.delete(oldest);
      }
    },
  };
}

/** Number of hits by facet tuple. */
export async function countByFacet(sql: Sql, plan: SearchPlan): Promise<{ facet: number; count: number }[]> {
  const tables = await currentTables(sql);
  const parameters = createParameters();
  const source = from(tables, plan, sql.dialect, parameters);
  return sql.all(`select d.facet, count(*) as count ${source} group by d.facet`, parameters.values);
}

/** One page, ordered by a field of the entity, then id. `value` is the sort value of a hit. */
export async function sortedHits(
  sql: Sql,
  plan: SearchPlan,
  sort: SearchSort,
  { offset, limit }: { offset: number; limit: number },
): Promise<(SearchHit & { value: SqlValue })[]> {
  const tables = await currentTables(sql);
  const parameters = createParameters();
  const value = sortValue(sort.by, sql.dialect);
  const source = from(tables, plan, sql.dialect, parameters, sort.by !== 'name');
  const sign = sort.descending ? '<' : '>';
  const after = sort.after
    ? ` and (${value}, d.id) ${sign} (${parameters.add(sort.after.value)}, ${parameters.add(sort.after.id)})`
    : '';
  const direction = sort.descending ? 'desc' : 'asc';
  return sql.all(
    `select ${HIT}, ${value} as value ${source}${after} order by value ${direction}, d.id ${direction}
      limit ${parameters.add(limit)} offset ${parameters.add(offset)}`,
    parameters.values,
  );
}

/**
 * Hits within a range of document ids, to which the plan is limited, in that order; may be empty. `next` is where to
 * continue, in a separate read; null at the end.
 */
export async function hitsBetween(
  sql: Sql,
  plan: SearchPlan,
  { to }: { readonly to: number },
  limit: number,
): Promise<{ hits: SearchHit[]; next: number | null }> {
  const tables = await currentTables(sql);
  const last = (await sql.get<{ n: number | null }>(`select max(n) as n from ${tables.doc}`))?.n ?? 0;
  const parameters = createParameters();
  const source = from(tables, plan, sql.dialect, parameters);
  const hits = await sql.all<SearchHit>(
    `select ${HIT} ${source} order by d.n limit ${parameters.add(limit)}`,
    parameters.values,
  );
  const next = hits.length === limit ? (hits.at(-1) as SearchHit).n : to;
  return { hits, next: next >= last ? null : next };
}

/** The sort value of a hit, of the entity under `e` and its document under `d`. */
export function sortValue(by: SearchSort['by'], dialect: Dialect): string {
  switch (by) {
    case 'name':
      return 'd.name_key';
    case 'fqn':
      return 'e.fqn';
    case 'updated_at':
      return 'e.updated_at';
    case 'display':
      return `coalesce(${dialect.field('e.ref', 'displayName')}, e.name)`;
    case 'usage':
      return `coalesce((select used.weekly from usage_day used where used.entity_id = e.id
        order by used.day desc limit 1), 0)`;
  }
}

/** Type and parts of hits, one line each. */
export async function partLines(sql: Sql, plan: SearchPlan): Promise<string> {
  const tables = await currentTables(sql);
  const parameters = createParameters();
  const row = await sql.get<{ lines: string | null }>(
    `select ${sql.dialect.search.lines("d.type || ' ' || d.parts")} as lines ${from(tables, plan, sql.dialect, parameters)}`,
    parameters.values,
  );
  return row?.lines ?? '';
}

/** Documents whose folded name begins with a prefix: the matches among the first `looked` by name, by weight. */
export async function namesWithPrefix(
  sql: Sql,
  prefix: string,
  conditions: readonly SearchCondition[],
  { looked, limit }: { looked: number; limit: number },
): Promise<SearchHit[]> {
  const tables = await currentTables(sql);
  const parameters = createParameters();
  const low = parameters.add(prefix);
  const high = parameters.add(`${prefix}\u{10FFFF}`);
  const first = `select * from ${tables.doc} where name_key >= ${low} and name_key < ${high}
    order by name_key, n limit ${parameters.add(looked)}`;
  const where = conditions.map((condition) => conditionText(tables, condition, sql.dialect, parameters));
  const entity = conditions.some(asksRows) ? 'join entity e on e.id = d.id' : '';
  return sql.all<SearchHit>(
    `select ${HIT} from (${first}) d ${entity}
      ${where.length > 0 ? `where ${where.join(' and ')}` : ''} order by d.weight, d.n limit ${parameters.add(limit)}`,
    parameters.values,
  );
}

/** Facet tuples by id, as serialized by the search module. */
export async function facetsByDocId(sql: Sql, docIds: readonly number[]): Promise<{ f: number; facets: string }[]> {
  if (docIds.length === 0) return [];
  const { facet } = await currentTables(sql);
  const { list, types } = sql.dialect;
  return sql.all(
    `select f, facets from ${facet} where f in
      (select cast(given.value as ${types.integer}) from ${list('$1')} as given)`,
    [JSON.stringify(docIds)],
  );
}

function from(
  tables: SearchTables,
  plan: SearchPlan,
  dialect: Dialect,
  parameters: Parameters,
  entity = false,
): string {
  const { found, query } = dialect.search;
  const conditions = plan.conditions.map((condition) => conditionText(tables, condition, dialect, parameters));
  const documents = plan.words
    ? `(${found(tables.text, parameters.add(query(plan.words)))}) as words join ${tables.doc} d on d.n = words.n`
    : `${tables.doc} d`;
  const joined = entity || plan.conditions.some(asksRows) ? ' join entity e on e.id = d.id' : '';
  return `from ${documents}${joined} where ${['1 = 1', ...conditions].join(' and ')}`;
}

function asksRows(condition: SearchCondition): boolean {
  switch (condition.kind) {
    case 'words':
    case 'facets':
    case 'numbers':
    case 'among':
      return false;
    case 'and':
    case 'or':
      return condition.of.some(asksRows);
    case 'not':
      return asksRows(condition.of);
    default:
      return true;
  }
}

function matching(tables: SearchTables, words: WordQuery, dialect: Dialect, parameters: Parameters): string {
  const { found, query } = dialect.search;
  return found(tables.text, parameters.add(query(words)));
}

/** SQL condition on the document under `d`, and its entity under `e` where the condition needs it. */
export function conditionText(
  tables: SearchTables,
  condition: SearchCondition,
  dialect: Dialect,
  parameters: Parameters,
): string {
  const inner = (of: SearchCondition) => conditionText(tables, of, dialect, parameters);
  switch (condition.kind) {
    case 'words':
      return `d.n in (${matching(tables, condition.query, dialect, parameters)})`;
    case 'facets':
      return facetList(condition.facets, parameters, dialect);
    case 'numbers':
      return `(d.n > ${parameters.add(condition.after)} and d.n <= ${parameters.add(condition.to)})`;
    case 'among':
      return `d.n in (select cast(given.value as ${dialect.types.integer}) from
        ${dialect.list(parameters.add(JSON.stringify(condition.docIds)))} as given)`;
    case 'rows':
    case 'list':
    case 'like':
    case 'between':
    case 'oneOf':
    case 'updatedBy':
    case 'partName':
    case 'kept':
    case 'property':
      return rowCondition(condition, dialect, parameters);
    case 'and':
      return condition.of.length === 0 ? '1 = 1' : `(${condition.of.map(inner).join(' and ')})`;
    case 'or':
      return condition.of.length === 0 ? '1 = 0' : `(${condition.of.map(inner).join(' or ')})`;
    case 'not':
      return `not ${inner(condition.of)}`;
  }
}

function facetList(facets: readonly number[], parameters: Parameters, dialect: Dialect): string {
  return `d.facet in (select cast(given.value as ${dialect.types.integer}) from
    ${dialect.list(parameters.add(JSON.stringify(facets)))} as given)`;
}

/** SQL condition on the entity under `e`, and its document under `d`. */
export function rowCondition(condition: RowCondition, dialect: Dialect, parameters: Parameters): string {
  switch (condition.kind) {
    case 'rows':
      return filterCondition(condition.filter, 'e', dialect, parameters);
    case 'list':
      return listCondition(condition.condition, 'e', dialect, parameters);
    case 'like':
      return likeText(condition, dialect, parameters);
    case 'between':
      return between(condition, parameters);
    case 'oneOf': {
      const values = parameters.add(JSON.stringify(condition.values.map(String)));
      return `cast(e.${condition.column} as text) in ${dialect.list(values)}`;
    }
    case 'updatedBy': {
      const names = parameters.add(JSON.stringify(condition.names.map((name) => name.toLowerCase())));
      return `${dialect.lower('e.updated_by')} in ${dialect.list(names)}`;
    }
    case 'partName':
      return dialect.search.hasLike('d.parts', condition.pattern, parameters.add);
    case 'kept':
      return 'e.deleted < 2';
    case 'property':
      return propertyCondition(condition, dialect, parameters);
  }
}

function likeText({ column, pattern }: Extract<RowCondition, { kind: 'like' }>, dialect: Dialect, { add }: Parameters) {
  const text = column === 'display' ? sortValue('display', dialect) : `e.${column}`;
  return `${dialect.lower(text)} like ${dialect.lower(add(pattern))} escape '\\'`;
}

function between({ column, low, high }: Extract<RowCondition, { kind: 'between' }>, parameters: Parameters): string {
  const parts: string[] = [];
  if (low !== null) parts.push(`e.${column} >= ${parameters.add(low)}`);
  if (high !== null) parts.push(`e.${column} <= ${parameters.add(high)}`);
  return parts.length === 0 ? '1 = 1' : `(${parts.join(' and ')})`;
}
