import { expect, it } from 'vitest';
import type { TagLabel } from '../../../contract/index.js';
import {
  addColumn,
  type ColumnWords,
  largestGroups,
  MOST_PLACES,
  meets,
  type NamedColumns,
  statusOfAll,
} from './column-groups.js';

const label = (tagFQN: string) => ({ tagFQN, source: 'Classification' }) as TagLabel;
const place = { entityType: 'table', entityFQN: 's.d.p.t' };

function collected(words: readonly Partial<ColumnWords>[], keep = true): NamedColumns {
  const all = new Map<string, NamedColumns>();
  for (const [i, more] of words.entries())
    addColumn(all, 'id', { tags: [], ...more }, { entityId: String(i), path: 'id', place }, keep);
  return all.get('id') as NamedColumns;
}
const any = { status: null, conflicts: false, missing: false };

it('groups columns with the same metadata, in any order', () => {
  const named = collected([
    { tags: [label('A.a'), label('A.b')] },
    { tags: [label('A.b'), label('A.a')] },
    { tags: [label('A.a')] },
    { displayName: 'Id' },
  ]);
  expect(named.total).toBe(4);
  expect(largestGroups(named, 9).map(({ count }) => count)).toEqual([2, 1, 1]);
  expect(largestGroups(named, 1)).toHaveLength(1);
  expect(largestGroups(named, 1)[0]?.places.map(({ entityId }) => entityId)).toEqual(['0', '1']);
});

it('does not confuse fields', () => {
  expect(collected([{ displayName: 'x' }, { description: 'x' }]).groups.size).toBe(2);
});

it('reports what is missing', () => {
  const whole = { description: 'x', tags: [label('A.a')] };
  expect(statusOfAll(collected([{}]))).toBe('MISSING');
  expect(statusOfAll(collected([{ description: ' ' }]))).toBe('MISSING');
  expect(statusOfAll(collected([{ description: 'x' }]))).toBe('INCOMPLETE');
  expect(statusOfAll(collected([whole, whole]))).toBe('COMPLETE');
  expect(statusOfAll(collected([whole, {}]))).toBe('INCONSISTENT');
  expect(meets(collected([whole]), { ...any, missing: true })).toBe(false);
  expect(meets(collected([whole, {}]), { ...any, missing: true })).toBe(true);
  expect(meets(collected([whole]), { ...any, conflicts: true })).toBe(false);
  expect(meets(collected([whole]), { ...any, status: 'INCOMPLETE' })).toBe(false);
  expect(meets(collected([whole]), any)).toBe(true);
});

it('counts all columns and stores the places of some', () => {
  const many = Array.from({ length: MOST_PLACES + 5 }, () => ({}));
  const [group] = largestGroups(collected(many), 1);
  expect([group?.count, group?.places.length]).toEqual([MOST_PLACES + 5, MOST_PLACES]);
  expect(largestGroups(collected([{}], false), 1)[0]?.places).toEqual([]);
});
