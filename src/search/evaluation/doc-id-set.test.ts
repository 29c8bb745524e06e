import { expect, it } from 'vitest';
import { filtered, intersect, minus, parseDocIds, setOf, union } from './doc-id-set.js';

function numbers(count: number, most: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  });
}

it('combines sets like sets', () => {
  for (const [left, right, most] of [
    [0, 5, 10],
    [10, 10, 12],
    [3, 1000, 2000],
    [500, 400, 100_000],
    [1000, 0, 50],
  ] as const) {
    const a = numbers(left, most, left + 1);
    const b = numbers(right, most, right + 7);
    const inA = new Set(a);
    const inB = new Set(b);
    const sorted = (of: Iterable<number>) => [...new Set(of)].sort((x, y) => x - y);
    const [x, y] = [setOf(a), setOf(b)];
    expect([...x]).toEqual(sorted(a));
    expect([...intersect(x, y)]).toEqual(sorted(a.filter((n) => inB.has(n))));
    expect([...union(x, y)]).toEqual(sorted([...a, ...b]));
    expect([...minus(x, y)]).toEqual(sorted(a.filter((n) => !inB.has(n))));
    expect([...filtered(y, (n) => inA.has(n))]).toEqual(sorted(b.filter((n) => inA.has(n))));
    expect([...parseDocIds(sorted(a).join(','))]).toEqual(sorted(a));
  }
});
