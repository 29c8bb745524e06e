/** Turns counts by facet tuple into counts by value. Pure. */
import type { Tally } from '../engine/search-engine.js';
import { type Decided, holderOf } from './decide-facet-tuple.js';

/** The number of hits with a facet tuple. */
export interface FacetCount {
  readonly facet: number;
  readonly count: number;
}

/**
 * One pass over the tuples of the hits. Documents without own owners or domains count under those of their container.
 */
export function tallyOf(counts: readonly FacetCount[], decided: Decided): Tally {
  const { tuples: combinations } = decided;
  const sums = new Float64Array(combinations.termCount);
  const inherited = { o: new Map<number, number>(), d: new Map<number, number>() };
  for (const { facet, count } of counts) {
    combinations.some(facet, (term) => {
      sums[term] = (sums[term] as number) + count;
      return false;
    });
    for (const field of ['o', 'd'] as const) {
      const holder = holderOf(facet, field, decided);
      if (holder > 0 && holder !== facet) inherited[field].set(holder, (inherited[field].get(holder) ?? 0) + count);
    }
  }
  for (const field of ['o', 'd'] as const)
    for (const [holder, count] of inherited[field])
      combinations.some(holder, (term) => {
        if (combinations.fieldName(combinations.fieldOf(term)) === field) sums[term] = (sums[term] as number) + count;
        return false;
      });
  const tally = new Map<string, Map<string, number>>();
  for (let term = 0; term < sums.length; term++) {
    if (sums[term] === 0) continue;
    const field = combinations.fieldName(combinations.fieldOf(term));
    const counts = tally.get(field) ?? new Map<string, number>();
    tally.set(field, counts.set(combinations.valueOf(term), sums[term] as number));
  }
  return tally;
}
