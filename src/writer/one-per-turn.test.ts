import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createOnePerTurn } from './one-per-turn.js';

test('concurrent tasks run in order, the first at once, with turns of the event loop in between', async () => {
  const seen: string[] = [];
  const inTurn = createOnePerTurn();
  for (const name of ['a', 'b', 'c']) inTurn(() => seen.push(name));
  expect(seen).toEqual(['a']);
  setImmediate(() => seen.push('other'));
  while (seen.length < 4) await turn();
  expect(seen).toEqual(['a', 'b', 'other', 'c']);
});

test('a single task runs at once, also after others', async () => {
  const seen: string[] = [];
  const inTurn = createOnePerTurn();
  inTurn(() => seen.push('a'));
  await turn();
  await turn();
  inTurn(() => seen.push('b'));
  expect(seen).toEqual(['a', 'b']);
});

test('a failing task does not block later ones', async () => {
  const seen: string[] = [];
  const inTurn = createOnePerTurn();
  const fail = () =>
    inTurn(() => {
      throw new Error('no');
    });
  expect(fail).toThrow('no');
  inTurn(() => seen.push('next'));
  while (seen.length === 0) await turn();
  expect(seen).toEqual(['next']);
});
