/** Splits a condition into words that the index finds, a part that facet tuples decide, and the rest. Pure. */
import type { WordQuery } from '../../storage/index.js';
import { joinWordQueries } from '../evaluation/word-query.js';
import type { Condition } from '../query/condition.js';

export interface Parts {
  /** Null: any document. */
  readonly words: WordQuery | null;
  /** Decided by the facet tuple of a document. */
  readonly decided: Condition;
  /** Whether the decision depends on owners or domains inherited from containers. */
  readonly inherits: boolean;
  /** What only the database can decide. */
  readonly rest: readonly Condition[];
}

export function splitCondition(condition: Condition): Parts {
  const wanted: WordQuery[] = [];
  const unwanted: { query: WordQuery; part: Condition }[] = [];
  const decided: Condition[] = [];
  const rest: Condition[] = [];
  for (const part of conjuncts(condition)) {
    const query = asWords(part);
    if (query?.kind === 'not') unwanted.push({ query, part });
    else if (query) wanted.push(query);
    else if (isDecided(part)) decided.push(part);
    else rest.push(part);
  }
  // The index cannot search by excluded words alone.
  if (wanted.length > 0) wanted.push(...unwanted.map(({ query }) => query));
  else rest.push(...unwanted.map(({ part }) => part));
  return {
    words: joinWordQueries(wanted),
    decided: { kind: 'and', of: decided },
    inherits: decided.some(asksContainers),
    rest,
  };
}

/** The condition as one query to the full-text index; null when that cannot express it. */
function asWords(condition: Condition): WordQuery | null {
  switch (condition.kind) {
    case 'words':
      return condition.query;
    case 'begins':
      return beginsWith(condition.prefix);
    case 'not': {
      const inner = asWords(condition.of);
      return inner && (inner.kind === 'not' ? inner.of : { kind: 'not', of: inner });
    }
    case 'and':
    case 'or': {
      const of: WordQuery[] = [];
      for (const part of condition.of) {
        const query = asWords(part);
        if (!query || query.kind === 'not') return null;
        of.push(query);
      }
      return of.length === 0 ? null : { kind: condition.kind, of };
    }
    default:
      return null;
  }
}

export function beginsWith(prefix: string): WordQuery {
  return { kind: 'word', token: prefix, in: ['exact'], prefix: true };
}

export function isDecided(condition: Condition): boolean {
  switch (condition.kind) {
    case 'combination':
      return true;
    case 'not':
      return isDecided(condition.of);
    case 'and':
    case 'or':
      return condition.of.every(isDecided);
    default:
      return false;
  }
}

export function asksContainers(condition: Condition): boolean {
  switch (condition.kind) {
    case 'combination':
      return condition.test.kind === 'inherits';
    case 'not':
      return asksContainers(condition.of);
    case 'and':
    case 'or':
      return condition.of.some(asksContainers);
    default:
      return false;
  }
}

function conjuncts(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.of.flatMap(conjuncts) : [condition];
}
