import type { Dialect, Sql } from '../../port.js';
import type { EntityRow, ShownRow } from '../../rows.js';
import { ENTITY_COLUMNS, entityColumnsOf, SHOWN_COLUMNS, shownColumnsOf } from '../entities/entity-columns.js';
import { type EntityQuery, type ListPlace, rowConditions, statesOf } from '../entities/entity-query.js';
import { createParameters, type Parameters } from '../parameters.js';
import { rangeConditions } from './list-range.js';

export interface PageQuery extends EntityQuery {
  /** Rows after this place. */
  after?: ListPlace;
  /** The last rows before this place, in the same order. At most one of `after` and `before`. */
  before?: ListPlace;
  /** Upper bound (inclusive), where a sliced scan ends for now. */
  upTo?: ListPlace;
  from?: ListPlace;
  limit: number;
}

/** One page, ordered by name and id. Every page costs the same, wherever it is. */
export async function listEntities(sql: Sql, query: PageQuery): Promise<EntityRow[]> {
  return page<EntityRow>(sql, query, WHOLE);
}

/** Bytes of each row of a page, counted without reading its text. */
export async function listSizes(sql: Sql, query: PageQuery): Promise<number[]> {
  const rows = await page<{ size: number }>(sql, query, SIZES);
  return rows.map(({ size }) => Number(size));
}

/** The same page with the columns that responses need. */
export async function listShown(sql: Sql, query: PageQuery): Promise<ShownRow[]> {
  return page<ShownRow>(sql, query, SHOWN);
}

/** What a page of names has of each entity. */
type NamedRow = Pick<EntityRow, 'id' | 'name' | 'fqn'>;

/** The same page with names only. */
export async function listNames(sql: Sql, query: PageQuery): Promise<NamedRow[]> {
  return page<NamedRow>(sql, query, NAMES);
}

interface Columns {
  plain: string;
  /** Columns of the table under the alias `e`. */
  ofTable: string;
}

const WHOLE: Columns = { plain: ENTITY_COLUMNS, ofTable: entityColumnsOf('e') };
const SIZES: Columns = {
  plain: 'size',
  ofTable: 'e.fqn, e.id, octet_length(e.doc) + coalesce(octet_length(e.extra), 0) as size',
};
const NAMES: Columns = { plain: 'id, name, fqn', ofTable: 'e.id, e.name, e.fqn' };
const SHOWN: Columns = { plain: SHOWN_COLUMNS, ofTable: shownColumnsOf('e') };

async function page<R>(sql: Sql, query: PageQuery, columns: Columns): Promise<R[]> {
  const parameters = createParameters();
  const rows = await sql.all<R>(pageStatement(query, sql.dialect, parameters, columns), parameters.values);
  return query.before ? rows.reverse() : rows;
}

/** The statement of a page; also used to inspect its query plan. */
export function pageStatement(query: PageQuery, dialect: Dialect, parameters: Parameters, columns = WHOLE): string {
  const limit = parameters.add(query.limit);
  const pages = statesOf(query).map((state) => statePage(query, state, limit, dialect, parameters, columns));
  if (pages.length === 1) return pages[0]!;
  // Each state is one range of the index; the page is merged from the pages of both states.
  const both = pages.map((page, index) => `select * from (${page}) as page${index}`).join(' union all ');
  return `select ${columns.plain} from (${both}) as e order by ${order(query, dialect.prefix('e.fqn'))} limit ${limit}`;
}

function statePage(
  query: PageQuery,
  state: number,
  limit: string,
  dialect: Dialect,
  parameters: Parameters,
  columns: Columns,
): string {
  const conditions = [
    rangeConditions(query, state, query, dialect, parameters),
    ...rowConditions(query, dialect, parameters),
  ];
  return `select ${columns.ofTable} from entity e where ${conditions.join(' and ')}
    order by ${order(query, dialect.sortKey('e'))} limit ${limit}`;
}

function order(query: PageQuery, key: string): string {
  const direction = query.before ? ' desc' : '';
  return `${key}${direction}, e.id${direction}`;
}
