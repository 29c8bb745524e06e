import { expect, it } from 'vitest';
import { keepIfEmptied, keepOnPut } from './put-rules.js';

const person = { bot: false, override: false };
const bot = { bot: true, override: false };
const stored = [{ id: 'a', type: 'user' }];
const given = [{ id: 'b', type: 'user' }];

it('a PUT does not empty a list', () => {
  for (const nothing of [undefined, []]) {
    expect(keepOnPut(stored, nothing, person)).toBe(stored);
    expect(keepIfEmptied(stored, nothing)).toBe(stored);
  }
  expect(keepOnPut(stored, given, person)).toBe(given);
  expect(keepIfEmptied(stored, given)).toBe(given);
});

it('a bot does not change a list that is set, unless it overrides', () => {
  expect(keepOnPut(stored, given, bot)).toBe(stored);
  expect(keepOnPut(stored, given, { bot: true, override: true })).toBe(given);
  expect(keepOnPut([], given, bot)).toBe(given);
  expect(keepOnPut([{ id: 'a', type: 'user', inherited: true }], given, bot)).toBe(given);
});
