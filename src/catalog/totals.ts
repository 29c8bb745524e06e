/**
 * Totals of lists, kept until rows of the type come or go: told by marks in one process, by the type's events where several
 * processes write. The count itself walks an index in slices, so that no call holds the event loop for long.
 */
import { countEntities, type EntityQuery, takeWriteMark, type WriteMark, writeMarkHolds } from '../storage/index.js';
import type { Scope } from './route.js';

export interface Totals {
  /** The number of entities of a query: the kept one while it holds. */
  of(query: EntityQuery, scope: Scope): Promise<number>;
  /** Forgets what is kept for a type; without a type, everything. */
  drop(type?: string): void;
}

interface Kept {
  total: Promise<number>;
  mark: WriteMark | null;
}

const keptPerType = 1000;

export function createTotals(): Totals {
  const kept = new Map<string, Map<string, Kept>>();
  return {
    async of(query, scope) {
      const ofType = kept.get(query.type) ?? new Map<string, Kept>();
      kept.set(query.type, ofType);
      const key = JSON.stringify(query);
      const known = ofType.get(key);
      if (known && (known.mark === null || (await writeMarkHolds(scope.sql, query.type, known.mark))))
        return known.total;
      if (ofType.size >= keptPerType) ofType.clear();
      const mark = scope.sql.dialect.concurrentWriters ? await takeWriteMark(scope.sql, query.type) : null;
      const entry = { total: countEntities(scope.reopen, query), mark };
      ofType.set(key, entry);
      entry.total.catch(() => ofType.delete(key));
      return entry.total;
    },
    drop(type) {
      if (type === undefined) kept.clear();
      else kept.delete(type);
    },
  };
}
