/** Combines and splits queries to the full-text index: which belong together, and which are too long for one. Pure. */
import type { WordQuery } from '../../storage/index.js';
import type { Condition } from '../query/condition.js';

/** Most alternatives in one query: an index that walks them all for each hit gets several queries instead. */
const MOST = 64;

export function isSmall(query: WordQuery): boolean {
  return sizeOf(query) <= MOST;
}

function sizeOf(query: WordQuery): number {
  switch (query.kind) {
    case 'word':
    case 'phrase': // cannot be split
      return 1;
    case 'not':
      return sizeOf(query.of);
    default:
      return query.of.reduce((sum, part) => sum + sizeOf(part), 0);
  }
}

/** Splits a query that is too long into conditions on smaller ones. */
export function splitWordQuery(query: WordQuery): Condition {
  if (isSmall(query) || query.kind === 'word' || query.kind === 'phrase') return { kind: 'words', query };
  if (query.kind === 'not') return { kind: 'not', of: splitWordQuery(query.of) };
  if (query.kind === 'and') return { kind: 'and', of: query.of.map(splitWordQuery) };
  const of: Condition[] = [];
  let piece: WordQuery[] = [];
  let size = 0;
  const close = () => {
    if (piece.length > 0) of.push({ kind: 'words', query: { kind: 'or', of: piece } });
    piece = [];
    size = 0;
  };
  for (const part of query.of) {
    if (!isSmall(part)) of.push(splitWordQuery(part));
    else {
      if (size + sizeOf(part) > MOST) close();
      piece.push(part);
      size += sizeOf(part);
    }
  }
  close();
  return { kind: 'or', of };
}

/** Joins several queries into one; null when there are none. */
export function joinWordQueries(queries: readonly WordQuery[]): WordQuery | null {
  const of = queries.flatMap((query) => (query.kind === 'and' ? query.of : [query]));
  if (of.length <= 1) return of[0] ?? null;
  return { kind: 'and', of };
}
