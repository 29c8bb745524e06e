/**
 * Evaluates an FQN pattern for all documents of a facet tuple by the FQN of their nearest container: an FQN is the
 * container's FQN, a dot and a name. Patterns are those of `like`, in lower case.
 */
import { ANY, cached, namesOfIds, ONE, placesAfter, type Sql, stepsOf } from '../../storage/index.js';
import type { Decided } from './decide-facet-tuple.js';

export type Verdict = 'yes' | 'no' | 'open';

export function createPathDecisions({
  sql,
  memory,
}: {
  sql: Sql;
  memory: Pick<Decided, 'tuples'>;
}): (pattern: string) => Promise<(f: number) => Verdict> {
  const { tuples: combinations } = memory;

  /** The term of the nearest container; -1 when there is none. */
  function containerOf(f: number): number {
    let found = -1;
    combinations.some(f, (term) => {
      if (!combinations.fieldName(combinations.fieldOf(term)).startsWith('c.')) return false;
      found = term;
      return true;
    });
    return found;
  }

  async function names(): Promise<Map<string, string>> {
    const ids = new Set<string>();
    for (let f = 0; f < combinations.end; f++) {
      const term = containerOf(f);
      if (term >= 0) ids.add(combinations.valueOf(term));
    }
    return new Map((await namesOfIds(sql, [...ids])).map(({ id, fqn }) => [id, fqn.toLowerCase()]));
  }

  return async (pattern) => {
    const fqns = await cached(sql, 'search.containers', names, (map) => map.size * 150);
    const byTerm = new Map<number, Verdict>();
    const byCombination = new Array<Verdict | undefined>(combinations.end);
    const ofTerm = (term: number): Verdict => {
      const fqn = fqns.get(combinations.valueOf(term));
      return fqn === undefined ? 'open' : verdictOf(pattern, `${fqn}.`);
    };
    return (f) => {
      const known = byCombination[f];
      if (known) return known;
      const term = containerOf(f);
      const verdict = term < 0 ? 'open' : (byTerm.get(term) ?? ofTerm(term));
      if (term >= 0) byTerm.set(term, verdict);
      byCombination[f] = verdict;
      return verdict;
    };
  };
}

/**
 * Whether texts with this prefix match the pattern: all, none or some. Takes time proportional to the product of the
 * lengths.
 */
export function verdictOf(pattern: string, beginning: string): Verdict {
  const steps = stepsOf(pattern);
  const places = placesAfter(steps, beginning);
  if (places.size === 0) return 'no';
  // Only `%` is left: any suffix matches.
  return places.has(steps.length - 1) && steps.at(-1) === ANY ? 'yes' : 'open';
}

/** The suffix of every name whose FQN matches the pattern: the text behind its last wildcard or dot. */
export function endingOf(pattern: string): string {
  const steps = stepsOf(pattern);
  const from = Math.max(steps.lastIndexOf(ANY), steps.lastIndexOf(ONE), steps.lastIndexOf('.'));
  return steps.slice(from + 1).join('');
}
