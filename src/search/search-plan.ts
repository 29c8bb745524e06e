/** Conditions to a plan: what the full-text index can answer drives, what is left is looked at row by row. Pure. */
import type { SearchCondition, SearchPlan, WordQuery } from '../storage/index.js';
import { everything, nothing } from './compile-query.js';

/** A plan for documents that meet all conditions. */
export function makePlan(conditions: readonly SearchCondition[]): SearchPlan {
  const words: WordQuery[] = [];
  const left: SearchCondition[] = [];
  for (const condition of conditions.flatMap(conjuncts)) {
    const query = asWords(condition);
    if (query) words.push(...(query.kind === 'and' ? query.of : [query]));
    else left.push(condition);
  }
  const wanted = words.filter((query) => query !== everything);
  const positive = wanted.some((query) => query.kind !== 'not');
  const of = positive ? wanted : [everything, ...wanted];
  return { words: of.length === 1 ? (of[0] as WordQuery) : { kind: 'and', of }, conditions: left };
}

function conjuncts(condition: SearchCondition): SearchCondition[] {
  return condition.kind === 'and' ? condition.of.flatMap(conjuncts) : [condition];
}

/** The condition as a query over tokens alone; null when it asks for more. */
export function asWords(condition: SearchCondition): WordQuery | null {
  switch (condition.kind) {
    case 'words':
      return condition.query;
    case 'and': {
      const of = pure(condition.of);
      if (!of) return null;
      if (of.length === 0) return everything;
      return of.every((query) => query.kind === 'not') ? { kind: 'and', of: [everything, ...of] } : { kind: 'and', of };
    }
    case 'or': {
      const of = pure(condition.of);
      if (!of) return null;
      return of.length === 0 ? nothing : { kind: 'or', of: of.map(standing) };
    }
    case 'not': {
      const inner = asWords(condition.of);
      return inner && { kind: 'not', of: standing(inner) };
    }
    default:
      return null;
  }
}

function pure(of: readonly SearchCondition[]): WordQuery[] | null {
  const queries = of.map(asWords);
  return queries.every((query) => query !== null) ? queries : null;
}

/** A query that can stand alone: what must not be there is taken from everything. */
function standing(query: WordQuery): WordQuery {
  return query.kind === 'not' ? { kind: 'and', of: [everything, query] } : query;
}
