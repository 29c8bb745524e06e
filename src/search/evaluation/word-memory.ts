/**
 * What questions to the full-text index found, kept from one search to the next: a word that all documents have is walked once.
 * Those that were not asked for the longest time go first.
 */
import { createPackedSet, type PackedSet } from './packed-set.js';

export interface KnownWords {
  readonly found: PackedSet;
  /** Numbers up to this one were asked for. */
  to: number;
  /** It is known as it was after this change. */
  change: number;
  /** Milliseconds that it took to ask. */
  took: number;
}

export interface WordMemory {
  /** What is known of a question, to be kept again after use; null: nothing. */
  take(question: string): KnownWords | null;
  keep(question: string, known: KnownWords): void;
}

/** Bytes. */
const MOST = 16_000_000;
const EACH = 400;

export function createWordMemory(most = MOST): WordMemory {
  const all = new Map<string, KnownWords & { weight: number }>();
  let weight = 0;

  function take(question: string): KnownWords | null {
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

export function nothingKnown(change: number): KnownWords {
  return { found: createPackedSet(), to: 0, change, took: 0 };
}
