import type { SearchTables } from '../storage/index.js';
import { addWords, knownWords, type Sql } from '../storage/index.js';
import { isForgiven, wordKeys } from './near-words.js';

/** Words that the vocabulary of a filling of the tables is known to have. It loses none, so they are not asked for again. */
export interface LearnedWords {
  /** Adds to the vocabulary what it lacks. Once in a transaction: what a transaction added is not known to stay. */
  learn(tx: Sql, tables: SearchTables, filling: string, words: Iterable<string>): Promise<void>;
  forget(): void;
}

const MOST = 50_000;

export function createLearnedWords(): LearnedWords {
  const byGeneration = new Map<number, { filling: string; words: Set<string> }>();

  function learnedIn({ generation }: SearchTables, filling: string): Set<string> {
    const known = byGeneration.get(generation);
    if (known?.filling === filling && known.words.size <= MOST) return known.words;
    const words = new Set<string>();
    byGeneration.set(generation, { filling, words });
    return words;
  }

  return {
    forget: () => byGeneration.clear(),
    async learn(tx, tables, filling, given) {
      const learned = learnedIn(tables, filling);
      const asked = new Set<string>();
      for (const word of given) if (!learned.has(word)) asked.add(word);
      if (asked.size === 0) return;
      const words = [...asked].sort();
      const known = new Set(await knownWords(tx, tables, words));
      // What is added is not remembered: the transaction may not be kept.
      for (const word of known) learned.add(word);
      const fresh = words.filter((word) => !known.has(word));
      await addWords(
        tx,
        tables,
        fresh.map((word) => ({ word, keys: isForgiven(word) ? wordKeys(word) : [] })),
      );
    },
  };
}
