import { catalogError } from '../../contract/index.js';
import type { ParameterDocs, Request, Scope } from '../catalog/index.js';

export const timeRangeDocs: readonly ParameterDocs[] = [
  { name: 'startTs', description: 'Milliseconds since 1970; default 0', schema: { type: 'integer', minimum: 0 } },
  { name: 'endTs', description: 'Milliseconds since 1970; default now', schema: { type: 'integer', minimum: 0 } },
];

const day = 24 * 60 * 60 * 1000;

/**
 * `startTs` and `endTs` in milliseconds, both inclusive. `endTs` defaults to a day ahead, since clocks of clients may
 * be fast.
 */
export function readTimeRange(query: Request['query'], scope: Pick<Scope, 'context'>): { from: number; to: number } {
  return {
    from: readTime(query.startTs, 'startTs') ?? 0,
    to: readTime(query.endTs, 'endTs') ?? scope.context.now() + day,
  };
}

/** compat: programs whose numbers are all fractions write `1700000000000.0`. */
function readTime(text: string | undefined, name: string): number | undefined {
  if (text === undefined || text === '') return undefined;
  return readMilliseconds(text.replace(/\.0+$/, ''), `query param ${name}`);
}

/** `{timestamp}` of a path, in milliseconds. */
export function readTimestamp({ timestamp = '' }: Request['params']): number {
  return readMilliseconds(timestamp, 'timestamp');
}

function readMilliseconds(text: string, what: string): number {
  if (!/^\d{1,15}$/.test(text)) throw catalogError('BAD_REQUEST', `${what} must be milliseconds since 1970`);
  return Number(text);
}

/** Refuses with 400 a timestamp that is not in milliseconds, such as one in seconds. */
export function checkMilliseconds(at: number): void {
  if (!/^\d{13}$/.test(String(at)))
    throw catalogError('BAD_REQUEST', `timestamp ${at} must be in milliseconds since 1970`);
}

/** Where a page of a list by time begins, newest first: behind a time, or in front of one. At most one of them is given. */
export interface TimePlace {
  after?: number;
  before?: number;
}

export function readTimePlace({ after, before }: Request['query']): TimePlace {
  if (after && before)
    throw catalogError('BAD_REQUEST', 'Only one of the query parameters after and before is allowed');
  return { ...(after ? { after: readCursor(after) } : {}), ...(before ? { before: readCursor(before) } : {}) };
}

interface TimePage<T> {
  /** Newest first. */
  items: T[];
  paging: { before?: string; after?: string };
}

/** `found`: up to one more than `limit` items, beginning with the one nearest to the place. */
export function timePage<T>(
  found: readonly T[],
  limit: number,
  { after, before }: TimePlace,
  timeOf: (item: T) => number,
): TimePage<T> {
  const more = found.length > limit;
  const items = found.slice(0, limit);
  if (before !== undefined) items.reverse();
  const [first, last] = [items[0], items.at(-1)];
  const paging = {
    ...(first && (after !== undefined || (before !== undefined && more)) ? { before: cursorOf(timeOf(first)) } : {}),
    ...(last && (before !== undefined || more) ? { after: cursorOf(timeOf(last)) } : {}),
  };
  return { items, paging };
}

const cursorOf = (at: number): string => Buffer.from(String(at)).toString('base64url');

function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (!/^\d{1,15}$/.test(text)) throw catalogError('BAD_REQUEST', 'after and before must be cursors of this list');
  return Number(text);
}
