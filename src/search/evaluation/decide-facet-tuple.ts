/** Evaluates conditions on facet tuples. Pure. */
import { first } from '../../context/index.js';
import type { Condition, FacetTupleTest } from '../query/condition.js';
import type { FacetTuples } from './facet-tuples.js';

export type Decision = (f: number) => boolean;

/** Facet tuples as a test sees them. */
export interface Decided {
  tuples: FacetTuples;
  /** The tuple of the container that a term names; 0 when unknown. */
  ofContainer(term: number): number;
}

/** The condition as a predicate on facet tuples alone; null when tuples cannot decide it. */
export function decisionOf(condition: Condition, given: Decided): Decision | null {
  switch (condition.kind) {
    case 'combination':
      return decide(condition.test, given);
    case 'not': {
      const inner = decisionOf(condition.of, given);
      return inner && ((f) => !inner(f));
    }
    case 'and':
    case 'or': {
      const of: Decision[] = [];
      for (const part of condition.of) {
        const decision = decisionOf(part, given);
        if (!decision) return null;
        of.push(decision);
      }
      if (of.length === 1) return first(of);
      return condition.kind === 'and' ? (f) => of.every((test) => test(f)) : (f) => of.some((test) => test(f));
    }
    default:
      return null;
  }
}

/** A predicate and its cached results by tuple: 0 not evaluated, 1 no, 2 yes. */
export interface Verdicts {
  decide: Decision;
  known: Uint8Array;
}

/** The documents whose facet tuple passes. Evaluates each tuple once and calls nothing per document. */
export function documentsThatPass(
  numbers: Int32Array,
  facetOf: Int32Array,
  { decide: holds, known }: Verdicts,
): Int32Array {
  const out = new Int32Array(numbers.length);
  let size = 0;
  for (let i = 0; i < numbers.length; i++) {
    const n = numbers[i] ?? 0;
    const f = facetOf[n] ?? 0;
    if (known[f] === 0) known[f] = holds(f) ? 2 : 1;
    if (known[f] === 2) out[size++] = n;
  }
  return size === numbers.length ? numbers : out.slice(0, size);
}

function decide(test: FacetTupleTest, given: Decided): Decision {
  const { tuples: combinations } = given;
  switch (test.kind) {
    case 'has': {
      const wanted = termsOf(test.field, test.values, combinations);
      return (f) => combinations.some(f, wanted);
    }
    case 'any': {
      const field = combinations.field(test.field);
      return (f) => field !== undefined && combinations.some(f, (term) => combinations.fieldOf(term) === field);
    }
    case 'inherits': {
      const wanted = test.ids && termsOf(test.field, test.ids, combinations);
      return (f) => {
        const holder = holderOf(f, test.field, given);
        return holder > 0 && (wanted === null || combinations.some(holder, wanted));
      };
    }
  }
}

/**
 * The tuple whose owners (or domains) apply to this one: its own, or that of the nearest container with any; 0 for
 * none.
 */
export function holderOf(f: number, field: 'o' | 'd', { tuples: combinations, ofContainer }: Decided): number {
  const number = combinations.field(field);
  if (number === undefined) return 0;
  const holds = (of: number) => combinations.some(of, (term) => combinations.fieldOf(term) === number);
  if (holds(f)) return f;
  let holder = 0;
  combinations.some(f, (term) => {
    if (!combinations.fieldName(combinations.fieldOf(term)).startsWith('c.')) return false;
    const container = ofContainer(term);
    if (container === 0 || !holds(container)) return false;
    holder = container;
    return true;
  });
  return holder;
}

function termsOf(field: string, values: readonly string[], combinations: FacetTuples): (term: number) => boolean {
  const terms = new Set<number>();
  for (const value of values) {
    const term = combinations.term(field, value);
    if (term !== undefined) terms.add(term);
  }
  const [only] = terms;
  if (terms.size === 0) return () => false;
  return terms.size === 1 ? (term) => term === only : (term) => terms.has(term);
}
