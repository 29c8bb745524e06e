import { expect, it } from 'vitest';
import { placeLabels } from './place-labels.js';

const piece = (y: number, to: number) =>
  [
    { x: 0, y },
    { x: 200, y: to },
  ] as const;

it('keeps labels of curves that meet apart', () => {
  const labels = [0, 10, 20, 30].map((y) => ({ piece: piece(y, 200), text: 'customer_id' }));
  const found = placeLabels(labels).flatMap((point) => point ?? []);
  expect(found).toHaveLength(4);
  for (const [i, one] of found.entries())
    for (const other of found.slice(i + 1))
      expect(Math.abs(one.y - other.y) >= 15 || Math.abs(one.x - other.x) >= 70).toBe(true);
});

it('leaves out a label without a text, without a curve, or without free space', () => {
  const same = Array.from({ length: 20 }, () => ({ piece: piece(0, 0), text: 'a label as long as the curve is' }));
  const found = placeLabels([{ piece: undefined, text: 'a' }, { piece: piece(0, 0), text: '' }, ...same]);
  expect(found.slice(0, 3)).toEqual([null, null, { x: expect.any(Number), y: -4 }]);
  expect(found.slice(3).every((point) => point === null)).toBe(true);
});
