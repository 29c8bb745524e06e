import type { SearchTables } from '../../storage/index.js';
import { addWords, knownWords, type Sql } from '../../storage/index.js';
import { isForgiven, wordKeys } from './near-words.js';

/**
 * A cache of the words in the vocabulary of a filling of the tables. Words are never removed, so they need not be
 * queried again.
 */
export interface LearnedWords {
  /**
   * Adds the missing words of these lists, which must not be modified later. At most once per transaction: words that
   * a transaction added are cached only after they are seen in a later one.
   */
  learn(tx: Sql, tables: SearchTables, filling: string, lists: Iterable<readonly string[]>): Promise<void>;
  forget(): void;
}

const MOST = 50_000;

interface Learned {
  filling: string;
  words: Set<string>;
  /** Lists whose words are all stored: column names often share the same list object. */
  lists: WeakSet<readonly string[]>;
}

export function createLearnedWords(): LearnedWords {
  const byGeneration = new Map<number, Learned>();

  function learnedIn({ generation }: SearchTables, filling: string): Learned {
    const known = byGeneration.get(generation);
    if (known?.filling === filling && known.words.size <= MOST) return known;
    const fresh = { filling, words: new Set<string>(), lists: new WeakSet<readonly string[]>() };
    byGeneration.set(generation, fresh);
    return fresh;
  }

  return {
    forget: () => byGeneration.clear(),
    async learn(tx, tables, filling, given) {
      const learned = learnedIn(tables, filling);
      const asked = new Set<string>();
      for (const list of given) {
        if (learned.lists.has(list)) continue;
        const unknown = list.filter((word) => !learned.words.has(word));
        if (unknown.length === 0) learned.lists.add(list);
        for (const word of unknown) asked.add(word);
      }
      if (asked.size === 0) return;
      const words = [...asked].sort();
      const known = new Set(await knownWords(tx, tables, words));
      // Added words are not cached: the transaction may fail.
      for (const word of known) learned.words.add(word);
      const fresh = words.filter((word) => !known.has(word));
      await addWords(
        tx,
        tables,
        fresh.map((word) => ({ word, keys: isForgiven(word) ? wordKeys(word) : [] })),
      );
    },
  };
}
