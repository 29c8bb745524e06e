import { expect, it } from 'vitest';
import { createGatherer } from './gather.js';

interface Row {
  id: string;
  value: number;
}

const keyOf = (row: Row) => row.id;

it('loads the rows of calls of one moment together, and gives each its own in the order of their keys', async () => {
  const { gathered } = createGatherer();
  const asked: string[][] = [];
  const load = async (keys: readonly string[]) => {
    asked.push([...keys]);
    return keys.flatMap((id) => [1, 2].map((value) => ({ id, value }))).reverse();
  };
  const call = async (keys: string[]) => {
    await Promise.resolve(); // reads reach the same load after different numbers of steps
    return gathered('rows', keys, load, keyOf);
  };
  const [first, second, other] = await Promise.all([
    call(['b', 'a']),
    gathered('rows', ['b'], load, keyOf),
    gathered('others', ['c'], load, keyOf),
  ]);
  expect(first.map(({ id, value }) => `${id}${value}`)).toEqual(['a2', 'a1', 'b2', 'b1']);
  expect(second.map(({ id }) => id)).toEqual(['b', 'b']);
  expect(other.map(({ id }) => id)).toEqual(['c', 'c']);
  expect(asked.map((keys) => keys.sort())).toEqual([['a', 'b'], ['c']]);
});

it('loads again for calls of a later moment', async () => {
  const { gathered } = createGatherer();
  let loads = 0;
  const load = async () => {
    loads += 1;
    return [{ id: 'a', value: loads }];
  };
  expect(await gathered('rows', ['a'], load, keyOf)).toEqual([{ id: 'a', value: 1 }]);
  expect(await gathered('rows', ['a'], load, keyOf)).toEqual([{ id: 'a', value: 2 }]);
});

it('fails all calls of a load that fails, and no later one', async () => {
  const { gathered } = createGatherer();
  const fail = () => Promise.reject(new Error('failed'));
  const results = await Promise.allSettled([
    gathered('rows', ['a'], fail, keyOf),
    gathered('rows', ['b'], fail, keyOf),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await gathered('rows', ['a'], async () => [{ id: 'a', value: 1 }], keyOf)).toHaveLength(1);
});
