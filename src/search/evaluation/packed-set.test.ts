import { expect, it } from 'vitest';
import { setOf } from './doc-id-set.js';
import { createPackedSet } from './packed-set.js';

it('holds small and large sets', () => {
  let state = 7;
  const next = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
  for (const most of [3, 40, 1000, 100_000]) {
    const packed = createPackedSet();
    const plain = new Set<number>();
    for (let step = 0; step < 60; step++) {
      const some = setOf(Array.from({ length: next(50) }, () => next(most)));
      if (step % 3 === 2) {
        packed.remove(some);
        for (const n of some) plain.delete(n);
      } else {
        packed.add(some);
        for (const n of some) plain.add(n);
      }
      const asked = setOf(Array.from({ length: 30 }, () => next(most + 100)));
      expect([...packed.all()]).toEqual([...plain].sort((a, b) => a - b));
      expect([...packed.among(asked)]).toEqual([...asked].filter((n) => plain.has(n)));
    }
    if (most > 1000) expect(packed.bytes).toBeLessThanOrEqual(4 * plain.size + most / 8);
  }
});

it('uses a bitmap where ids are dense', () => {
  const packed = createPackedSet();
  packed.add(Int32Array.from({ length: 100_000 }, (_, i) => i + 1));
  expect(packed.bytes).toBeLessThan(13_000);
  expect(packed.all().length).toBe(100_000);
});
