// What a search reads. A plan is plain data; words go to the full-text index, everything else to conditions on rows.
import type { Dialect, Sql, SqlValue, WordQuery } from '../../port.js';
import { type ListCondition, listCondition } from '../list-condition.js';
import { createParameters, type Parameters } from '../parameters.js';
import { filterCondition, type RowFilter } from '../row-filter.js';

/** A boolean tree over documents: words, rights and lists of entities. */
export type SearchCondition =
  | { readonly kind: 'words'; readonly query: WordQuery }
  | { readonly kind: 'rows'; readonly filter: RowFilter }
  | { readonly kind: 'list'; readonly condition: ListCondition }
  | { readonly kind: 'types'; readonly types: readonly string[] }
  | { readonly kind: 'state'; readonly states: readonly number[] }
  /** A pattern of `like`, lower case, with a backslash before what is meant as it is. */
  | { readonly kind: 'like'; readonly column: 'name' | 'fqn'; readonly pattern: string }
  | {
      readonly kind: 'between';
      readonly column: 'updated_at' | 'version';
      readonly low: number | null;
      readonly high: number | null;
    }
  | { readonly kind: 'and' | 'or'; readonly of: readonly SearchCondition[] }
  | { readonly kind: 'not'; readonly of: SearchCondition };

/** `words` drives the search; `conditions` are looked at for each row that it finds. */
export interface SearchPlan {
  readonly words: WordQuery;
  readonly conditions: readonly SearchCondition[];
}

export interface SearchHit {
  n: number;
  id: string;
  type: string;
  name: string;
  weight: number;
}

/** Order of hits by something of the entity; `after` is the place of the last hit before the page. */
export interface SearchSort {
  readonly by: 'name' | 'fqn' | 'updated_at' | 'display' | 'usage';
  readonly descending: boolean;
  readonly after?: { readonly value: SqlValue; readonly id: string };
}

const HIT = 'd.n, d.id, d.type, d.name, d.weight';

/**
 * The first hits by weight, those with the least besides the words, of the first `among` that are found: so a word that is
 * everywhere costs no more than one that is in many names.
 */
export function searchHits(sql: Sql, plan: SearchPlan, limit: number, among = 10_000): Promise<SearchHit[]> {
  const parameters = createParameters();
  const found = `select ${HIT} ${from(plan, sql.dialect, parameters)} limit ${parameters.add(Math.max(among, limit))}`;
  return sql.all<SearchHit>(
    `select * from (${found}) as found order by weight, n limit ${parameters.add(limit)}`,
    parameters.values,
  );
}

/** Whether there is any document with these words. */
export async function hasHits(sql: Sql, words: WordQuery): Promise<boolean> {
  const parameters = createParameters();
  const row = await sql.get(`${matching(words, sql.dialect, parameters)} limit 1`, parameters.values);
  return row !== undefined;
}

/** Numbers of the documents with these words. */
export async function numbersOf(sql: Sql, words: WordQuery): Promise<number[]> {
  const parameters = createParameters();
  const rows = await sql.all<{ n: number }>(matching(words, sql.dialect, parameters), parameters.values);
  return rows.map((row) => row.n);
}

export async function countHits(sql: Sql, plan: SearchPlan): Promise<number> {
  const parameters = createParameters();
  const source =
    plan.conditions.length === 0
      ? `from (${matching(plan.words, sql.dialect, parameters)}) as matching`
      : from(plan, sql.dialect, parameters);
  const row = await sql.get<{ count: number }>(`select count(*) as count ${source}`, parameters.values);
  return row?.count ?? 0;
}

/** One page in the order of a field of the entity, then id. `value` is where the hit stands. */
export function sortedHits(
  sql: Sql,
  plan: SearchPlan,
  sort: SearchSort,
  { offset, limit }: { offset: number; limit: number },
): Promise<(SearchHit & { value: SqlValue })[]> {
  const parameters = createParameters();
  const value = sortValue(sort, sql.dialect);
  const source = from(plan, sql.dialect, parameters, true);
  const sign = sort.descending ? '<' : '>';
  const after = sort.after
    ? ` and (${value}, e.id) ${sign} (${parameters.add(sort.after.value)}, ${parameters.add(sort.after.id)})`
    : '';
  const direction = sort.descending ? 'desc' : 'asc';
  return sql.all(
    `select ${HIT}, ${value} as value ${source}${after} order by value ${direction}, e.id ${direction}
      limit ${parameters.add(limit)} offset ${parameters.add(offset)}`,
    parameters.values,
  );
}

function sortValue(sort: SearchSort, dialect: Dialect): string {
  switch (sort.by) {
    case 'name':
      return 'e.name';
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

/** Texts of what the hits are counted by, one line each. */
export async function facetLines(sql: Sql, plan: SearchPlan, column: 'facets' | 'parts'): Promise<string> {
  const parameters = createParameters();
  const row = await sql.get<{ lines: string | null }>(
    `select ${sql.dialect.search.lines(`d.${column}`)} as lines ${from(plan, sql.dialect, parameters)}`,
    parameters.values,
  );
  return row?.lines ?? '';
}

/** Documents whose folded name begins with a prefix: of the first so many by name those that fit, by weight. */
export function namesWithPrefix(
  sql: Sql,
  prefix: string,
  conditions: readonly SearchCondition[],
  { looked, limit }: { looked: number; limit: number },
): Promise<SearchHit[]> {
  const parameters = createParameters();
  const low = parameters.add(prefix);
  const high = parameters.add(`${prefix}\u{10FFFF}`);
  const first = `select * from search_doc where name_key >= ${low} and name_key < ${high}
    order by name_key, n limit ${parameters.add(looked)}`;
  const where = conditions.map((condition) => conditionText(condition, sql.dialect, parameters));
  return sql.all<SearchHit>(
    `select ${HIT} from (${first}) d join entity e on e.id = d.id
      ${where.length > 0 ? `where ${where.join(' and ')}` : ''} order by d.weight, d.n limit ${parameters.add(limit)}`,
    parameters.values,
  );
}

function from(plan: SearchPlan, dialect: Dialect, parameters: Parameters, entity = false): string {
  const { number, matches, query } = dialect.search;
  const words = matches(parameters.add(query(plan.words)));
  const conditions = plan.conditions.map((condition) => conditionText(condition, dialect, parameters));
  const joined = entity || conditions.length > 0 ? ' join entity e on e.id = d.id' : '';
  return `from search_text join search_doc d on d.n = search_text.${number}${joined}
    where ${[words, ...conditions].join(' and ')}`;
}

function matching(words: WordQuery, dialect: Dialect, parameters: Parameters): string {
  const { number, matches, query } = dialect.search;
  return `select ${number} as n from search_text where ${matches(parameters.add(query(words)))}`;
}

function conditionText(condition: SearchCondition, dialect: Dialect, parameters: Parameters): string {
  const inner = (of: SearchCondition) => conditionText(of, dialect, parameters);
  switch (condition.kind) {
    case 'words':
      return `d.n in (${matching(condition.query, dialect, parameters)})`;
    case 'rows':
      return filterCondition(condition.filter, 'e', dialect, parameters);
    case 'list':
      return listCondition(condition.condition, 'e', dialect, parameters);
    case 'types':
      return `d.type in ${dialect.list(parameters.add(JSON.stringify(condition.types)))}`;
    case 'state':
      return `e.deleted in (${condition.states.map(Number).join(', ')})`;
    case 'like':
      return `lower(e.${condition.column}) like ${parameters.add(condition.pattern)} escape '\\'`;
    case 'between':
      return between(condition, parameters);
    case 'and':
      return condition.of.length === 0 ? '1 = 1' : `(${condition.of.map(inner).join(' and ')})`;
    case 'or':
      return condition.of.length === 0 ? '1 = 0' : `(${condition.of.map(inner).join(' or ')})`;
    case 'not':
      return `not ${inner(condition.of)}`;
  }
}

function between({ column, low, high }: Extract<SearchCondition, { kind: 'between' }>, parameters: Parameters): string {
  const parts: string[] = [];
  if (low !== null) parts.push(`e.${column} >= ${parameters.add(low)}`);
  if (high !== null) parts.push(`e.${column} <= ${parameters.add(high)}`);
  return parts.length === 0 ? '1 = 1' : `(${parts.join(' and ')})`;
}
