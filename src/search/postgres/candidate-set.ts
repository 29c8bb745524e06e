/** Candidates of a search, outside the database. Pure. */
import type { Candidates, HitPlace } from '../../storage/index.js';
import { type Decided, decisionOf } from '../evaluation/decide-facet-tuple.js';
import type { FacetCount } from '../evaluation/tally.js';
import type { Condition } from '../query/condition.js';

/** The candidates whose facet tuple meets the condition; each tuple is evaluated once and must be loaded. */
export function accepted(candidates: Candidates, condition: Condition, decided: Decided): Candidates {
  const holds = decisionOf(condition, decided);
  if (!holds) return candidates;
  const known = new Map<number, boolean>();
  return filtered(candidates, (i) => {
    const facet = candidates.facets[i] as number;
    const told = known.get(facet);
    if (told !== undefined) return told;
    const verdict = holds(facet);
    known.set(facet, verdict);
    return verdict;
  });
}

export function filtered({ length, numbers, facets, weights }: Candidates, fits: (i: number) => boolean): Candidates {
  const out = {
    numbers: new Float64Array(length),
    facets: new Float64Array(length),
    weights: new Uint8Array(length),
  };
  let size = 0;
  for (let i = 0; i < length; i++) {
    if (!fits(i)) continue;
    out.numbers[size] = numbers[i] as number;
    out.facets[size] = facets[i] as number;
    out.weights[size++] = weights[i] as number;
  }
  return firstOf({ length, ...out }, size);
}

export function firstOf(candidates: Candidates, length: number): Candidates {
  if (length >= candidates.length) return candidates;
  const { numbers, facets, weights } = candidates;
  return {
    length,
    numbers: numbers.subarray(0, length),
    facets: facets.subarray(0, length),
    weights: weights.subarray(0, length),
  };
}

export function countFacets({ facets }: Candidates): FacetCount[] {
  const counts = new Map<number, number>();
  for (const facet of facets) counts.set(facet, (counts.get(facet) ?? 0) + 1);
  return [...counts].map(([facet, count]) => ({ facet, count }));
}

/** Greater than every document id. */
const NUMBERS = 2 ** 40;

/** The ids of the first candidates by weight, then id, behind a position. */
export function lightestDocIds(
  { length, numbers, weights }: Candidates,
  after: HitPlace | null,
  limit: number,
): number[] {
  const behind = after ? after.weight * NUMBERS + after.n : -1;
  const keys = new Float64Array(length);
  let size = 0;
  for (let i = 0; i < length; i++) {
    const place = (weights[i] as number) * NUMBERS + (numbers[i] as number);
    if (place > behind) keys[size++] = place;
  }
  return Array.from(keys.subarray(0, size).sort().subarray(0, limit), (place) => place % NUMBERS);
}
