import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WordQuery } from '../../storage/index.js';
import type { Condition } from '../query/condition.js';
import { isSmall, splitWordQuery } from './word-query.js';

const leaf = fc.oneof(
  fc.string().map((token): WordQuery => ({ kind: 'word', token, in: ['name'] })),
  fc
    .integer({ min: 1, max: 200 })
    .map((n): WordQuery => ({ kind: 'phrase', tokens: Array(n).fill('a'), in: ['name'] })),
);

const queries = fc.letrec<{ query: WordQuery }>((tie) => {
  const many = fc.oneof(fc.array(tie('query'), { minLength: 1, maxLength: 4 }), long(leaf));
  return {
    query: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'query' },
      leaf,
      many.map((of): WordQuery => ({ kind: 'or', of })),
      many.map((of): WordQuery => ({ kind: 'and', of })),
      tie('query').map((of): WordQuery => ({ kind: 'not', of })),
    ),
  };
}).query;

function long(one: fc.Arbitrary<WordQuery>): fc.Arbitrary<WordQuery[]> {
  return fc.tuple(one, fc.integer({ min: 40, max: 130 })).map(([query, times]) => Array(times).fill(query));
}

function everyQuestion(condition: Condition): WordQuery[] {
  if (condition.kind === 'words') return [condition.query];
  if (condition.kind === 'not') return everyQuestion(condition.of);
  return condition.kind === 'and' || condition.kind === 'or' ? condition.of.flatMap(everyQuestion) : [];
}

it('splits every query into small ones', () => {
  fc.assert(
    fc.property(queries, (query) => {
      for (const question of everyQuestion(splitWordQuery(query))) expect(isSmall(question)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
