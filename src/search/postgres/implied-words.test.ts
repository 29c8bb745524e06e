import { expect, it } from 'vitest';
import { referenceToken } from '../indexing/key-token.js';
import { both, type Condition, combination, either, none } from '../query/condition.js';
import { impliedWords } from './implied-words.js';

const owned = (id: string): Condition => combination({ kind: 'inherits', field: 'o', ids: [id] });
const tagged = (id: string): Condition => combination({ kind: 'has', field: 't', values: [id] });
const deleted = (...values: string[]): Condition => combination({ kind: 'has', field: 'x', values });
const pointing = (id: string) => ({ kind: 'word', token: referenceToken(id), in: ['refs'] });
const options = { broad: false, containersOf: async (ids: readonly string[]) => ids.map((id) => `below-${id}`) };
const implied = (condition: Condition) => impliedWords(condition, options);

it('includes owners inherited from containers', async () => {
  expect(await implied(owned('ann'))).toEqual({ kind: 'or', of: [pointing('ann'), pointing('below-ann')] });
  const many = { broad: false, containersOf: async () => null };
  expect(await impliedWords(owned('ann'), many)).toBeNull();
});

it('looks only for containers in which documents of the wanted types can lie', async () => {
  const inTypes = {
    broad: false,
    containersOf: async (_: readonly string[], types: readonly string[] | null) => types,
  };
  const condition = both([combination({ kind: 'has', field: 'y', values: ['schema'] }), owned('ann')]);
  const words = { kind: 'or', of: [pointing('ann'), pointing('schema')] };
  expect(await impliedWords(condition, inTypes)).toEqual(words);
  expect(await impliedWords(either([condition, condition]), inTypes)).toEqual({ kind: 'or', of: [words, words] });
  expect(await impliedWords(owned('ann'), inTypes)).toBeNull();
});

it('needs words of every alternative, or of one part of a conjunction', async () => {
  expect(await implied(either([tagged('a'), deleted('0')]))).toBeNull();
  expect(await implied(either([tagged('a'), tagged('b')]))).toEqual({ kind: 'or', of: [pointing('a'), pointing('b')] });
  expect(await implied(both([tagged('a'), deleted('0')]))).toEqual(pointing('a'));
});

it('negates conditions, and implies nothing by what is excluded', async () => {
  expect(await implied(none(tagged('a')))).toBeNull();
  expect(await implied(none(none(tagged('a'))))).toEqual(pointing('a'));
  expect(await implied(none(either([none(tagged('a')), deleted('1')])))).toEqual(pointing('a'));
  expect(await implied(none(both([none(tagged('a')), none(tagged('b'))])))).toEqual({
    kind: 'or',
    of: [pointing('a'), pointing('b')],
  });
});

it('ignores alternatives that nothing meets', async () => {
  const types = combination({ kind: 'has', field: 'y', values: [] });
  expect(await implied(either([types, tagged('a')]))).toEqual(pointing('a'));
  expect(await implied(either([both([types, deleted('0')]), tagged('a')]))).toEqual(pointing('a'));
});
