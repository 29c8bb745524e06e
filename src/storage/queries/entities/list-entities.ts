import type { Dialect, Sql } from '../../port.js';
import type { EntityRow } from '../../rows.js';
import { createParameters, type Parameters } from '../parameters.js';
import { ENTITY_COLUMNS, entityColumnsOf } from './entity-columns.js';
import { type EntityQuery, type ListPlace, rowConditions, statesOf } from './entity-query.js';
import { rangeConditions } from './list-range.js';

export interface PageQuery extends EntityQuery {
  /** Rows behind this place. */
  after?: ListPlace;
  /** The last rows before this place, in the same order. At most one of `after` and `before`. */
  before?: ListPlace;
  /** Nothing beyond this place, where a walk in slices ends for now. */
  upTo?: ListPlace;
  from?: ListPlace;
  limit: number;
}

/** One page in order of name, then id. A page costs the same wherever it lies. */
export async function listEntities(sql: Sql, query: PageQuery): Promise<EntityRow[]> {
  const parameters = createParameters();
  const text = pageStatement(query, sql.dialect, parameters);
  const rows = await sql.all<EntityRow>(text, parameters.values);
  return query.before ? rows.reverse() : rows;
}

/** The statement of a page, for `listEntities` and for looking at its plan. */
export function pageStatement(query: PageQuery, dialect: Dialect, parameters: Parameters): string {
  const limit = parameters.add(query.limit);
  const pages = statesOf(query).map((state) => statePage(query, state, limit, dialect, parameters));
  if (pages.length === 1) return pages[0]!;
  // Each state is one range of the index; the page is merged from the pages of both.
  const both = pages.map((page, index) => `select * from (${page}) as page${index}`).join(' union all ');
  return `select ${ENTITY_COLUMNS} from (${both}) as e order by ${order(query, dialect.prefix('e.fqn'))} limit ${limit}`;
}

function statePage(query: PageQuery, state: number, limit: string, dialect: Dialect, parameters: Parameters): string {
  const conditions = [
    rangeConditions(query, state, query, dialect, parameters),
    ...rowConditions(query, dialect, parameters),
  ];
  return `select ${entityColumnsOf('e')} from entity e where ${conditions.join(' and ')}
    order by ${order(query, dialect.sortKey('e'))} limit ${limit}`;
}

function order(query: PageQuery, key: string): string {
  const direction = query.before ? ' desc' : '';
  return `${key}${direction}, e.id${direction}`;
}
