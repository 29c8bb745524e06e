// The stretch of the listing index that a statement walks. Each end has exactly one bound, the narrower one: with two,
// a database may start at the wrong one and walk past all earlier pages.
import type { Dialect } from '../../port.js';
import { belowCondition } from '../list-condition.js';
import type { Parameters } from '../parameters.js';
import type { EntityQuery, ListPlace } from './entity-query.js';

export interface ListRange {
  /** Rows behind this place. */
  after?: ListPlace | undefined;
  /** Rows before this place … */
  before?: ListPlace | undefined;
  /** … or up to and with this one. */
  upTo?: ListPlace | undefined;
}

/** Conditions on `entity e` that the index of listings answers: type, state and range of names. */
export function rangeConditions(
  query: EntityQuery,
  state: number,
  range: ListRange,
  dialect: Dialect,
  parameters: Parameters,
): string {
  const { low, high } = containerBounds(query);
  const end = range.before ?? range.upTo;
  const parts = [`e.type = ${parameters.add(query.type)}`, `e.deleted = ${state}`];
  if (range.after && (low === null || !precedes(range.after.key, low, dialect)))
    parts.push(beyond(range.after, '>', dialect, parameters));
  else if (low !== null) parts.push(`${dialect.prefix('e.fqn')} >= ${dialect.prefix(parameters.add(low))}`);
  if (end && (high === null || precedes(end.key, high, dialect)))
    parts.push(beyond(end, range.before ? '<' : '<=', dialect, parameters));
  else if (high !== null) parts.push(highBound(high, dialect, parameters));
  if (query.below !== undefined && dialect.prefixLength !== null)
    parts.push(belowCondition(query.below, 'e', parameters));
  return parts.join(' and ');
}

// A dot ends the container's name; the slash is the character after it.
function containerBounds({ below }: EntityQuery): { low: string | null; high: string | null } {
  return below === undefined ? { low: null, high: null } : { low: `${below}.`, high: `${below}/` };
}

function highBound(high: string, dialect: Dialect, parameters: Parameters): string {
  const sign = dialect.prefixLength === null ? '<' : '<=';
  return `${dialect.prefix('e.fqn')} ${sign} ${dialect.prefix(parameters.add(high))}`;
}

function beyond(place: ListPlace, sign: '>' | '<' | '<=', dialect: Dialect, parameters: Parameters): string {
  const key = dialect.prefix(parameters.add(place.key));
  return `(${dialect.prefix('e.fqn')}, e.id) ${sign} (${key}, ${parameters.add(place.id)})`;
}

/** Whether a name sorts before a bound, as the index sorts. */
function precedes(key: string, bound: string, dialect: Dialect): boolean {
  return Buffer.compare(Buffer.from(cut(key, dialect)), Buffer.from(cut(bound, dialect))) < 0;
}

function cut(text: string, { prefixLength }: Dialect): string {
  return prefixLength === null || text.length <= prefixLength ? text : [...text].slice(0, prefixLength).join('');
}
