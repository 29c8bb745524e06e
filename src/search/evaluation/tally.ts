/** Turns counts by facet tuple into counts by value. */
import type { DerivedLabels, Tally } from '../engine/search-engine.js';
import { type Decided, holderOf } from './decide-facet-tuple.js';
import type { FacetTuples } from './facet-tuples.js';

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
  if (brought.size > 0) countDerived(labels, brought, { counts, tuples: decided.tuples });
  return tally;
}

/** Adds the labels that terms bring. A document counts once under each label, however it came to it. */
function countDerived(
  labels: Map<string, number>,
  brought: ReadonlyMap<string, readonly string[]>,
  { counts, tuples }: { counts: readonly FacetCount[]; tuples: FacetTuples },
): void {
  const field = tuples.field(LABELS);
  for (const { facet, count } of counts) {
    const own = new Set<string>();
    const further = new Set<string>();
    tuples.some(facet, (term) => {
      if (tuples.fieldOf(term) !== field) return false;
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
