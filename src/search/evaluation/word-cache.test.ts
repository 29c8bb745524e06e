import { expect, it } from 'vitest';
import { createWordCache, emptyCachedWords } from './word-cache.js';

it('evicts the least recently used entry', () => {
  const memory = createWordCache(2500);
  const known = (count: number) => {
    const made = emptyCachedWords(1);
    made.found.add(Int32Array.from({ length: count }, (_, i) => i * 100));
    return made;
  };
  memory.keep('a', known(10));
  memory.keep('b', known(100));
  memory.keep('c', known(100));
  const a = memory.take('a');
  expect(a?.found.all()).toHaveLength(10);
  memory.keep('a', a as NonNullable<typeof a>);
  memory.keep('d', known(100));
  expect(['a', 'b', 'c', 'd'].filter((name) => memory.take(name))).toEqual(['a', 'c', 'd']);
});

it('does not cache an entry larger than its capacity', () => {
  const memory = createWordCache(500);
  const large = emptyCachedWords(1);
  large.found.add(Int32Array.from({ length: 1000 }, (_, i) => i * 100));
  memory.keep('large', large);
  expect(memory.take('large')).toBeNull();
});
