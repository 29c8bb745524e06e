import { expect, it } from 'vitest';
import type { HierarchyNode } from '../governance/domain-hierarchy.js';
import { treesOf } from './metric-hierarchy.js';

const row = (id: string) => ({ id, ref: JSON.stringify({ id, type: 'metric', name: id }) });
const ids = (count: number) => Array.from({ length: count }, (_, n) => `m${n}`);

function depthOf(roots: readonly HierarchyNode[]): number {
  let depth = 0;
  for (let level = roots; level.length > 0; level = level.flatMap(({ children }) => children)) depth++;
  return depth;
}

it('a long chain becomes several trees that can be written as JSON', () => {
  const chain = ids(20_000);
  const trees = treesOf(chain.map(row), new Map(chain.slice(1).map((id, n) => [id, `m${n}`])));
  expect([trees.length, depthOf(trees)]).toEqual([200, 100]);
  expect(JSON.stringify(trees)).toContain('"m19999"');
});

it('a circle has one root, and loses no metric', () => {
  const circle = new Map([
    ['m0', 'm1'],
    ['m1', 'm2'],
    ['m2', 'm0'],
    ['m3', 'm1'],
  ]);
  const trees = treesOf(ids(4).map(row), circle);
  expect(trees).toHaveLength(1);
  for (const id of ids(4)) expect(JSON.stringify(trees)).toContain(`"${id}"`);
});

it('a metric whose origin is not shown is a root', () => {
  expect(
    treesOf(
      [row('m1'), row('m2')],
      new Map([
        ['m1', 'm0'],
        ['m2', 'm1'],
      ]),
    ),
  ).toMatchObject([{ id: 'm1', children: [{ id: 'm2' }] }]);
});
