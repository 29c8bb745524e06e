/**
 * Which subtrees are being removed for good, for readers: kept until a mark says otherwise. With several processes on one
 * database it is looked up again after half a second.
 */
import { listDeletions, type Sql } from '../storage/index.js';

export interface Removals {
  /** Ids of the roots. */
  roots(sql: Sql, now: number): Promise<ReadonlySet<string>>;
  drop(): void;
}

const maxAge = 500;

export function createRemovals(): Removals {
  let kept: { roots: ReadonlySet<string>; at: number } | null = null;
  return {
    async roots(sql, now) {
      if (kept && (!sql.dialect.concurrentWriters || now - kept.at < maxAge)) return kept.roots;
      const deletions = await listDeletions(sql);
      kept = {
        roots: new Set(deletions.filter((deletion) => deletion.hard === 1).map((deletion) => deletion.root_id)),
        at: now,
      };
      return kept.roots;
    },
    drop() {
      kept = null;
    },
  };
}
