/** Evaluates conditions on facet tuples. Pure. */
import { first } from '../../context/index.js';
import { isLike, stepsOf } from '../../storage/index.js';
import type { Condition, FacetTupleTest } from '../query/condition.js';
import type { FacetTuples } from './facet-tuples.js';

export type Decision = (f: number) => boolean;

/** What decides beside the tuples whose owners and domains apply. */
export interface Inheritance {
  /** Types whose documents have the owners of their domains, where neither they nor their containers have any. */
  readonly ofDomains: readonly string[];
  /** Ids of what is being permanently removed: documents may still refer to it, but reads do not show it. */
  readonly removed: ReadonlySet<string>;
}

/** Facet tuples as a test sees them. */
export interface Decided {
  tuples: FacetTuples;
  /** The tuple of the container or domain that a term names; 0 when unknown. */
  ofHolder(term: number): number;
  inheritance: Inheritance;
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
    case 'like': {
      const field = combinations.field(test.field);
      const steps = stepsOf(test.pattern.toLowerCase());
      const known = new Map<number, boolean>(); // many tuples have the same few terms
      const fits = (term: number) => {
        const fitting = known.get(term) ?? isLike(combinations.valueOf(term).toLowerCase(), steps);
        known.set(term, fitting);
        return fitting;
      };
      return (f) => combinations.some(f, (term) => combinations.fieldOf(term) === field && fits(term));
    }
    case 'any': {
      const field = combinations.field(test.field);
      const isRemoved = removedTerms(given);
      return (f) =>
        field !== undefined && combinations.some(f, (term) => combinations.fieldOf(term) === field && !isRemoved(term));
    }
    case 'inherits': {
      const isRemoved = removedTerms(given);
      const wanted = test.ids && termsOf(test.field, test.ids, combinations);
      const holdersOf = holderFinder(test.field, given);
      return (f) => {
        const holders = holdersOf(f);
        if (wanted === null) return holders.length > 0;
        return holders.some((holder) => combinations.some(holder, (term) => wanted(term) && !isRemoved(term)));
      };
    }
  }
}

/** Whether a term names what is being permanently removed. */
export function removedTerms({ tuples, inheritance: { removed } }: Decided): (term: number) => boolean {
  return removed.size === 0 ? () => false : (term) => removed.has(tuples.valueOf(term));
}

/**
 * Finds the tuples whose owners (or domains) apply to one: its own, or that of the nearest container with any; those of
 * its domains where its type inherits from them. Empty for none.
 */
export function holderFinder(field: 'o' | 'd', given: Decided): (f: number) => readonly number[] {
  const { tuples, ofHolder, inheritance } = given;
  const isRemoved = removedTerms(given);
  const number = tuples.field(field);
  const domains = tuples.field('d');
  const types = termsOf('y', field === 'o' ? inheritance.ofDomains : [], tuples);
  if (number === undefined) return () => [];
  const isHeld = (term: number) => tuples.fieldOf(term) === number && !isRemoved(term);
  const containers = new Map<number, number>(); // many tuples have the same few

  /** The tuple of a container with any; 0 for none. */
  function containerWithAny(term: number): number {
    const known = containers.get(term);
    if (known !== undefined) return known;
    const container = ofHolder(term);
    const found = container > 0 && tuples.some(container, isHeld) ? container : 0;
    containers.set(term, found);
    return found;
  }

  function nearest(f: number): number {
    if (tuples.some(f, isHeld)) return f;
    let holder = 0;
    tuples.some(f, (term) => {
      if (tuples.isContainer(term)) holder = containerWithAny(term);
      return holder > 0;
    });
    return holder;
  }

  function ofDomains(f: number): readonly number[] {
    const found = new Set<number>();
    tuples.some(f, (term) => {
      const holder = tuples.fieldOf(term) === domains && !isRemoved(term) ? nearest(ofHolder(term)) : 0;
      if (holder > 0) found.add(holder);
      return false;
    });
    return [...found];
  }

  return (f) => {
    const holder = nearest(f);
    if (holder > 0) return [holder];
    return tuples.some(f, types) ? ofDomains(f) : [];
  };
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
