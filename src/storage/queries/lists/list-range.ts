// The range of the listing index that a statement scans. Each end has exactly one bound, the narrower one: given two,
// a database may start at the wrong one and scan all earlier pages.
import type { Dialect } from '../../port.js';
import type { EntityQuery, ListPlace } from '../entities/entity-query.js';
import { nameCondition } from '../list-condition.js';
import type { Parameters } from '../parameters.js';

export interface ListRange {
  /** Rows after this place. */
  after?: ListPlace | undefined;
  /** Rows before this place … */
  before?: ListPlace | undefined;
  /** … or up to and including this one. */
  upTo?: ListPlace | undefined;
  /** Inclusive lower bound; used if there is no `after`. */
  from?: ListPlace | undefined;
}

/** Conditions on `entity e` that the listing index covers: type, state and name range. */
export function rangeConditions(
  query: EntityQuery,
  state: number,
  range: ListRange,
  dialect: Dialect,
  parameters: Parameters,
): string {
  const start = range.after ?? range.from;
  const end = range.before ?? range.upTo;
  const parts = [`e.type = ${parameters.add(query.type)}`, `e.deleted = ${state}`];
  const bounds = query.below === undefined ? null : containerBounds(query.below.fqn, dialect);
  if (start && (!bounds || compareKeys(start.key, bounds.low, dialect) >= 0))
    parts.push(beyond(start, range.after ? '>' : '>=', dialect, parameters));
  else if (bounds) parts.push(`${dialect.sortKey('e')} >= ${dialect.prefix(parameters.add(bounds.low))}`);
  if (end && (!bounds || compareKeys(end.key, bounds.high, dialect) < (bounds.exact ? 0 : 1)))
    parts.push(beyond(end, range.before ? '<' : '<=', dialect, parameters));
  else if (bounds) parts.push(highBound(bounds, dialect, parameters));
  if (query.below !== undefined && !bounds?.exact) parts.push(nameCondition(query.below, 'e', parameters));
  return parts.join(' and ');
}

interface Bounds {
  low: string;
  high: string;
  /** False if index keys are too short to distinguish these bounds from neighbouring names. */
  exact: boolean;
}

// A dot ends the container's name; the slash is the character after it.
function containerBounds(below: string, { prefixLength }: Dialect): Bounds {
  const exact = prefixLength === null || [...below].length < prefixLength;
  return { low: `${below}.`, high: `${below}/`, exact };
}

function highBound({ high, exact }: Bounds, dialect: Dialect, parameters: Parameters): string {
  return `${dialect.sortKey('e')} ${exact ? '<' : '<='} ${dialect.prefix(parameters.add(high))}`;
}

function beyond(place: ListPlace, sign: '>' | '>=' | '<' | '<=', dialect: Dialect, parameters: Parameters): string {
  const key = dialect.prefix(parameters.add(place.key));
  return `(${dialect.sortKey('e')}, e.id) ${sign} (${key}, ${parameters.add(place.id)})`;
}

/** Compares two names in index order, bytewise. */
function compareKeys(a: string, b: string, dialect: Dialect): number {
  return Buffer.compare(Buffer.from(cut(a, dialect)), Buffer.from(cut(b, dialect)));
}

function cut(text: string, { prefixLength }: Dialect): string {
  return prefixLength === null || text.length <= prefixLength ? text : [...text].slice(0, prefixLength).join('');
}
