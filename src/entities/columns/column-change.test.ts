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

it('returns no operations for unchanged fields', () => {
  expect(steps({})).toEqual([]);
  expect(steps({ description: 'Key', displayName: ' ', removeConstraint: true })).toEqual([]);
  expect(steps({ tags: [label('A.c'), label('A.b'), label('A.a')] })).toEqual([]);
});

it('sets texts and removes blank ones', () => {
  expect(steps({ description: '', displayName: 'Id' })).toEqual([
    { op: 'add', path: '/columns/3/displayName', value: 'Id' },
    { op: 'remove', path: '/columns/3/description' },
  ]);
});

it('removes tags from last to first and appends new ones', () => {
  expect(steps({ tags: [label('A.b'), label('A.d')] })).toEqual([
    { op: 'remove', path: '/columns/3/tags/2' },
    { op: 'remove', path: '/columns/3/tags/0' },
    { op: 'add', path: '/columns/3/tags/-', value: label('A.d') },
  ]);
});

it('replaces a label whose own fields changed', () => {
  const suggested = { tagFQN: 'A.b', source: 'Classification', state: 'Suggested' } as TagLabel;
  expect(steps({ tags: [label('A.a'), suggested, label('A.c')] })).toEqual([
    { op: 'replace', path: '/columns/3/tags/1', value: label('A.b', { state: 'Suggested' }) },
  ]);
});

it('compares labels by tag', () => {
  expect(sameLabels([label('A.a'), label('A.b')], [label('A.b', { state: 'Suggested' }), label('A.a')])).toBe(true);
  expect(sameLabels([label('A.a')], [label('A.a', { source: 'Glossary' })])).toBe(false);
});
