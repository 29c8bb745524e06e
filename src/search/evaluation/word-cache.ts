/** An LRU cache of full-text query results, so that a word that all documents have is read once. */
import { createPackedSet, type PackedSet } from './packed-set.js';

export interface CachedWords {
  readonly found: PackedSet;
  /** Results are complete up to this document id. */
  to: number;
  /** Results are valid as of this change. */
  change: number;
  /** Milliseconds that the queries took. */
  took: number;
}

export interface WordCache {
  /** Removes and returns the entry of a query, to be put back with `keep` after use; null when there is none. */
  take(question: string): CachedWords | null;
  keep(question: string, known: CachedWords): void;
}

/** Capacity in bytes. */
const MOST = 16_000_000;
const EACH = 400;

export function createWordCache(most = MOST): WordCache {
  const all = new Map<string, CachedWords & { weight: number }>();
  let weight = 0;

  function take(question: string): CachedWords | null {
    const known = all.get(question);
    if (!known) return null;
    all.delete(question);
    weight -= known.weight;
    return known;
  }

  return {
    take,
    keep(question, known) {
      take(question);
      const kept = Object.assign(known, { weight: EACH + question.length + known.found.bytes });
      all.set(question, kept);
      weight += kept.weight;
      for (const oldest of all.keys()) {
        if (weight <= most) break;
        take(oldest);
      }
    },
  };
}

export function emptyCachedWords(change: number): CachedWords {
  return { found: createPackedSet(), to: 0, change, took: 0 };
}
