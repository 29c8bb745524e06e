/**
 * Plans the order in which the parts of a conjunction are evaluated: parts that find documents, parts that decide many
 * at once, parts that check each document. Pure.
 */
import type { WordQuery } from '../../storage/index.js';
import type { Condition } from '../query/condition.js';
import type { Verdicts } from './decide-facet-tuple.js';
import { isSmall, joinWordQueries } from './word-query.js';

/** The parts, cheapest first. */
export interface Plan {
  /** Words that must all match. */
  query: WordQuery | null;
  /** Parts that find documents without reading others. */
  found: readonly Condition[];
  decided: Verdicts | null;
  /** Parts that are checked for each remaining candidate. */
  asked: readonly Condition[];
}

/** `verdictsOf` returns what facet tuples alone decide. */
export function planConjunction(of: readonly Condition[], verdictsOf: (condition: Condition) => Verdicts | null): Plan {
  const parts = of.flatMap((part) => (part.kind === 'and' ? part.of : [part]));
  const others = parts.filter((part) => !isQuestion(part));
  const decided = others.filter((part) => verdictsOf(part) !== null);
  const left = others.filter((part) => verdictsOf(part) === null);
  return {
    query: joinWordQueries(parts.flatMap((part) => (isQuestion(part) ? [part.query] : []))),
    found: left.filter(isFound),
    decided: decided.length === 0 ? null : verdictsOf({ kind: 'and', of: decided }),
    asked: left.filter((part) => !isFound(part)).sort((a, b) => effort(a) - effort(b)),
  };
}

function isQuestion(part: Condition): part is Extract<Condition, { kind: 'words' }> {
  return part.kind === 'words' && part.query.kind !== 'not' && isSmall(part.query);
}

/** Whether this part finds documents by itself instead of filtering others. */
function isFound(part: Condition): boolean {
  if (part.kind === 'words') return part.query.kind !== 'not';
  if (part.kind === 'begins' || part.kind === 'ids') return true;
  if (part.kind === 'or') return part.of.length > 0 && part.of.every(isFound);
  return part.kind === 'and' && part.of.some(isFound);
}

/** Row conditions are evaluated last. */
function effort(condition: Condition): number {
  if (condition.kind === 'rows') return 2;
  return condition.kind === 'path' || condition.kind === 'name' ? 1 : 0;
}
