/** Turns counts by facet tuple into counts by value. */
import type { DerivedLabels, Tally } from '../engine/search-engine.js';
import { type Decided, holderFinder, removedTerms } from './decide-facet-tuple.js';

/** The field of the facet tuple that holds labels. */
const LABELS = 't';

/** The number of hits with a facet tuple. */
export interface FacetCount {
  readonly facet: number;
  readonly count: number;
}

/**
 * One pass over the tuples of the hits. Documents without own owners or domains count under those of their container.
 */
export async function tallyOf(
  counts: readonly FacetCount[],
  decided: Decided,
  derived?: DerivedLabels,
): Promise<Tally> {
  const tally = countValues(counts, decided);
  const labels = tally.get(LABELS);
  if (!derived || !labels) return tally;
  const brought = await derived([...labels.keys()]);
  if (brought.size > 0) countDerived(labels, brought, { counts, decided });
  return tally;
}

/** Adds the labels that terms bring. A document counts once under each label, however it came to it. */
function countDerived(
  labels: Map<string, number>,
  brought: ReadonlyMap<string, readonly string[]>,
  { counts, decided }: { counts: readonly FacetCount[]; decided: Decided },
): void {
  const { tuples } = decided;
  const isRemoved = removedTerms(decided);
  const field = tuples.field(LABELS);
  for (const { facet, count } of counts) {
    const own = new Set<string>();
    const further = new Set<string>();
    tuples.some(facet, (term) => {
      if (tuples.fieldOf(term) !== field || isRemoved(term)) return false;
      const label = tuples.valueOf(term);
      own.add(label);
      for (const id of brought.get(label) ?? []) further.add(id);
      return false;
    });
    for (const id of further) if (!own.has(id)) labels.set(id, (labels.get(id) ?? 0) + count);
  }
}

function countValues(counts: readonly FacetCount[], decided: Decided): Map<string, Map<string, number>> {
  const { tuples: combinations } = decided;
  const isRemoved = removedTerms(decided);
  const sums = new Float64Array(combinations.termCount);
  const add = (term: number, count: number) => {
    sums[term] = (sums[term] as number) + count;
  };
  for (const { facet, count } of counts)
    combinations.some(facet, (term) => {
      if (!isRemoved(term)) add(term, count);
      return false;
    });
  for (const field of ['o', 'd'] as const) countInherited(field, counts, { decided, add });
  const tally = new Map<string, Map<string, number>>();
  for (let term = 0; term < sums.length; term++) {
    if (sums[term] === 0) continue;
    const field = combinations.fieldName(combinations.fieldOf(term));
    const counts = tally.get(field) ?? new Map<string, number>();
    tally.set(field, counts.set(combinations.writtenOf(term), sums[term] as number));
  }
  return tally;
}

/** Adds the owners, or domains, that documents have from others; each once, from however many of them. */
function countInherited(
  field: 'o' | 'd',
  counts: readonly FacetCount[],
  { decided, add }: { decided: Decided; add(term: number, count: number): void },
): void {
  const { tuples } = decided;
  const isRemoved = removedTerms(decided);
  const number = tuples.field(field);
  const holdersOf = holderFinder(field, decided);
  const ofOne = new Map<number, number>();
  const addTerms = (holders: readonly number[], count: number) => {
    const terms = new Set<number>();
    for (const holder of holders)
      tuples.some(holder, (term) => {
        if (tuples.fieldOf(term) === number && !isRemoved(term)) terms.add(term);
        return false;
      });
    for (const term of terms) add(term, count);
  };
  for (const { facet, count } of counts) {
    const holders = holdersOf(facet);
    const [only] = holders;
    if (only === undefined || only === facet) continue;
    if (holders.length === 1) ofOne.set(only, (ofOne.get(only) ?? 0) + count);
    else addTerms(holders, count);
  }
  for (const [holder, count] of ofOne) addTerms([holder], count);
}
