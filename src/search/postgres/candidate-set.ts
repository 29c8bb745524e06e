/** Candidates of a search, outside the database. Pure. */
import type { Candidates, HitPlace } from '../../storage/index.js';
import { type Decided, decisionOf } from '../evaluation/decide-facet-tuple.js';
import type { FacetCount } from '../evaluation/tally.js';
import type { Condition } from '../query/condition.js';
import { countNumbers } from './count-numbers.js';

/** How many of the candidates have each facet tuple. */
export function countFacets({ facets }: Candidates): FacetCount[] {
  const { values, counts } = countNumbers(facets);
  return Array.from(values, (facet, i) => ({ facet, count: counts[i] ?? 0 }));
}

/** The facet tuples of the candidates, each once. */
export const distinctFacets = ({ facets }: Candidates): Float64Array => countNumbers(facets).values;

/** The candidates whose facet tuple meets the condition; each tuple is evaluated once and must be loaded. */
export function accepted(candidates: Candidates, condition: Condition, decided: Decided): Candidates {
  const holds = decisionOf(condition, decided);
  if (!holds) return candidates;
  const refused = new Set(distinctFacets(candidates).filter((facet) => !holds(facet)));
  if (refused.size === 0) return candidates;
  return filtered(candidates, (i) => !refused.has(candidates.facets[i] as number));
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

/** Greater than every document id. */
const NUMBERS = 2 ** 40;
/** Greater than every weight. */
const WEIGHTS = 2 ** 8;

/** The ids of the first candidates by weight, then id, behind a position. */
export function lightestDocIds(candidates: Candidates, after: HitPlace | null, limit: number): number[] {
  const { length, numbers, weights } = candidates;
  const behind = after ? after.weight * NUMBERS + after.n : -1;
  const heaviest = after ? WEIGHTS : heaviestOf(candidates, limit);
  const keys = new Float64Array(length);
  let size = 0;
  for (let i = 0; i < length; i++) {
    const weight = weights[i] as number;
    const place = weight * NUMBERS + (numbers[i] as number);
    if (weight <= heaviest && place > behind) keys[size++] = place;
  }
  return Array.from(keys.subarray(0, size).sort().subarray(0, limit), (place) => place % NUMBERS);
}

/** The weight of the last of so many lightest candidates: heavier ones need not be sorted. */
function heaviestOf({ weights }: Candidates, limit: number): number {
  const counts = new Uint32Array(WEIGHTS);
  for (const weight of weights) counts[weight] = (counts[weight] ?? 0) + 1;
  let lighter = 0;
  for (let weight = 0; weight < WEIGHTS; weight++) {
    lighter += counts[weight] ?? 0;
    if (lighter >= limit) return weight;
  }
  return WEIGHTS;
}
