/**
 * Finds the documents with given words. Results are cached, so that the full-text index is queried only for what is
 * missing or has changed since.
 */
import { type WordQuery, wordDocIds, wordQueryText } from '../../storage/index.js';
import { type DocIdSet, lowerBound, parseDocIds } from './doc-id-set.js';
import type { TimedWork } from './search-cache.js';
import { type CachedWords, emptyCachedWords } from './word-cache.js';

/** The matches among `within`; null is everything. */
export type WordFinder = (query: WordQuery, within: DocIdSet | null) => Promise<DocIdSet>;

/** Rows per query of the full-text index: as many as it should return in `AIM` milliseconds. */
const FIRST_HITS = 20_000;
const LEAST_HITS = 5_000;
const AIM = 6;
/** Documents that can be checked one by one in a millisecond. */
const ONES_A_MILLISECOND = 20;

export function createWordFinder({ sql, tables, memory, pace, now }: TimedWork): WordFinder {
  /** Cached results, completed with what they lack. */
  async function find(query: WordQuery, within: DocIdSet | null): Promise<DocIdSet> {
    const last = within ? (within.at(-1) as number) : memory.end - 1;
    const question = wordQueryText(sql, query);
    const taken = memory.words.take(question);
    const cached = (taken && (await refreshed(taken, query))) || emptyCachedWords(memory.change);
    await complete(cached, query, last);
    memory.words.keep(question, cached);
    return within ? cached.found.among(within) : cached.found.all();
  }

  /** Brings cached results up to date; null where a new query takes less time. */
  async function refreshed(cached: CachedWords, query: WordQuery): Promise<CachedWords | null> {
    const changed = memory.changedSince(cached.change)?.filter((n) => n <= cached.to);
    if (!changed || changed.length > ONES_A_MILLISECOND * (cached.took + 1)) return null;
    const found: number[] = [];
    let took = 0;
    for (let i = 0; i < changed.length; ) {
      if (took > cached.took) return null;
      const began = now();
      const hit = await wordDocIds(sql, tables, query, { from: changed[i] as number, limit: 1 });
      took += now() - began;
      const next = Number(hit || memory.end);
      i = lowerBound(changed, next, i);
      if (changed[i] === next) {
        found.push(next);
        i++;
      }
      await pace.turn();
    }
    cached.found.remove(changed);
    cached.found.add(Int32Array.from(found));
    cached.change = memory.change;
    return cached;
  }

  /**
   * Queries a limited number of hits at a time until all up to `last` are cached. A query cannot end at a document id:
   * the index would search on for a hit behind it.
   */
  async function complete(cached: CachedWords, query: WordQuery, last: number): Promise<void> {
    const pieces: DocIdSet[] = [];
    for (let limit = FIRST_HITS; cached.to < last; ) {
      const began = now();
      const piece = parseDocIds(await wordDocIds(sql, tables, query, { from: cached.to + 1, limit }));
      const took = now() - began;
      pieces.push(piece);
      cached.to = piece.length === limit ? (piece.at(-1) as number) : memory.end - 1;
      cached.took += took;
      limit = Math.max(LEAST_HITS, Math.min(limit * 2, Math.floor((limit * AIM) / Math.max(1, took))));
      await pace.turn();
    }
    cached.found.add(joined(pieces));
  }

  return find;
}

function joined(pieces: readonly DocIdSet[]): DocIdSet {
  if (pieces.length === 1) return pieces[0] as DocIdSet;
  const all = new Int32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
