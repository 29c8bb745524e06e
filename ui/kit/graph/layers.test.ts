import { expect, it } from 'vitest';
import { type Edge, layOut } from './layers.js';

const SIZES = { width: 100, height: 40, gap: { x: 50, y: 10 } };
const edges = (text: string): Edge[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((pair) => ({ from: pair.charAt(0), to: pair.charAt(1) }));
const column = (x: number | undefined) => (x ?? 0) / 150;

it('puts each node behind all that lead to it', () => {
  const { nodes, width, height } = layOut([...'dcba'], edges('ab bc ac cd'), SIZES);
  expect([...'abcd'].map((key) => column(nodes.get(key)?.x))).toEqual([0, 1, 2, 3]);
  expect(width).toBe(550);
  expect(height).toBe(66); // a node, and the lane of the edge that passes it
});

it('leads edges that pass a column through a lane of their own', () => {
  const { nodes, edges: lines } = layOut([...'abc'], edges('ab bc ac'), SIZES);
  const long = lines[2] ?? [];
  expect(long.map(({ x }) => x)).toEqual([100, 150, 250, 300]);
  const passed = nodes.get('b')?.y ?? 0;
  const lane = long[1]?.y ?? 0;
  expect(lane < passed || lane > passed + SIZES.height).toBe(true);
});

it('orders columns so that nothing crosses where that is possible', () => {
  const { nodes } = layOut([...'abcxyz'], edges('az by cx'), SIZES);
  const heights = ['a', 'b', 'c'].map((key) => nodes.get(key)?.y ?? 0);
  const ends = ['z', 'y', 'x'].map((key) => nodes.get(key)?.y ?? 0);
  expect(ends).toEqual(heights);
});

it('ends with cycles, edges to themselves, and edges to nodes that are not there', () => {
  const { nodes, edges: lines } = layOut([...'abc'], edges('ab bc ca aa ax'), SIZES);
  expect(new Set([...nodes.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
  expect(lines.map((points) => points.length > 1)).toEqual([true, true, true, false, false]);
});

it('lays out long chains and nothing', () => {
  const keys = Array.from({ length: 20_000 }, (_, i) => `n${i}`);
  const chain = keys.slice(1).map((to, i) => ({ from: `n${i}`, to }));
  expect(column(layOut(keys, chain, SIZES).nodes.get('n19999')?.x)).toBe(19_999);
  expect(layOut([], [], SIZES)).toMatchObject({ width: 0, height: 0, edges: [] });
});
