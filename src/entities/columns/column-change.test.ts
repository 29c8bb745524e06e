import { expect, it } from 'vitest';
import type { Column, TagLabel } from '../../../contract/index.js';
import { type ColumnUpdate, sameLabels, stepsOf } from './column-change.js';

const label = (tagFQN: string, more: Partial<TagLabel> = {}): TagLabel => ({
  tagFQN,
  source: 'Classification',
  labelType: 'Manual',
  state: 'Confirmed',
  ...more,
});
const column: Column = {
  name: 'id',
  dataType: 'INT',
  description: 'Key',
  tags: [label('A.a'), label('A.b'), label('A.c')],
};
const steps = (update: ColumnUpdate) => stepsOf({ column, path: 'id', pointer: '/columns/3' }, update);

it('touches nothing that stays as it is', () => {
  expect(steps({})).toEqual([]);
  expect(steps({ description: 'Key', displayName: ' ', removeConstraint: true })).toEqual([]);
  expect(steps({ tags: [label('A.c'), label('A.b'), label('A.a')] })).toEqual([]);
});

it('sets texts, and takes blank ones away', () => {
  expect(steps({ description: '', displayName: 'Id' })).toEqual([
    { op: 'add', path: '/columns/3/displayName', value: 'Id' },
    { op: 'remove', path: '/columns/3/description' },
  ]);
});

it('takes tags away from the last to the first and adds new ones behind', () => {
  expect(steps({ tags: [label('A.b'), label('A.d')] })).toEqual([
    { op: 'remove', path: '/columns/3/tags/2' },
    { op: 'remove', path: '/columns/3/tags/0' },
    { op: 'add', path: '/columns/3/tags/-', value: label('A.d') },
  ]);
});

it('changes a tag that says something else of itself', () => {
  const suggested = { tagFQN: 'A.b', source: 'Classification', state: 'Suggested' } as TagLabel;
  expect(steps({ tags: [label('A.a'), suggested, label('A.c')] })).toEqual([
    { op: 'replace', path: '/columns/3/tags/1', value: label('A.b', { state: 'Suggested' }) },
  ]);
});

it('compares labels by what they name', () => {
  expect(sameLabels([label('A.a'), label('A.b')], [label('A.b', { state: 'Suggested' }), label('A.a')])).toBe(true);
  expect(sameLabels([label('A.a')], [label('A.a', { source: 'Glossary' })])).toBe(false);
});
