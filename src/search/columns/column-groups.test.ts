import { expect, it } from 'vitest';
import { addColumn, largestGroups, MOST_PLACES, meets, type NamedColumns, statusOfAll } from './column-groups.js';

interface Given {
  words?: string;
  labels?: string;
}

function collected(columns: readonly Given[]): NamedColumns {
  const all = new Map<string, NamedColumns>();
  for (const [i, { words = '', labels = '' }] of columns.entries()) addColumn(all, 'id', words, labels, String(i));
  return all.get('id') as NamedColumns;
}
const any = { status: null, conflicts: false, missing: false };

it('groups columns with the same metadata', () => {
  const named = collected([{ labels: 'A.a A.b' }, { labels: 'A.a A.b' }, { labels: 'A.a' }, { words: 'Id' }]);
  expect(named.total).toBe(4);
  expect(largestGroups(named, 9).map(({ count }) => count)).toEqual([2, 1, 1]);
  expect(largestGroups(named, 1)).toHaveLength(1);
  expect(largestGroups(named, 1)[0]?.entityIds).toEqual(['0', '1']);
});

it('does not confuse words with labels', () => {
  expect(collected([{ words: 'x' }, { labels: 'x' }]).groups.size).toBe(2);
});

it('reports what is missing', () => {
  const described = { words: '+x' };
  const whole = { ...described, labels: 'A.a' };
  expect(statusOfAll(collected([{}]))).toBe('MISSING');
  expect(statusOfAll(collected([{ words: 'x' }]))).toBe('MISSING');
  expect(statusOfAll(collected([described]))).toBe('INCOMPLETE');
  expect(statusOfAll(collected([whole, whole]))).toBe('COMPLETE');
  expect(statusOfAll(collected([whole, {}]))).toBe('INCONSISTENT');
  expect(meets(collected([whole]), { ...any, missing: true })).toBe(false);
  expect(meets(collected([whole, {}]), { ...any, missing: true })).toBe(true);
  expect(meets(collected([whole]), { ...any, conflicts: true })).toBe(false);
  expect(meets(collected([whole]), { ...any, status: 'INCOMPLETE' })).toBe(false);
  expect(meets(collected([whole]), any)).toBe(true);
});

it('counts all columns and stores where some of them are', () => {
  const [group] = largestGroups(collected(Array.from({ length: MOST_PLACES + 5 }, () => ({}))), 1);
  expect([group?.count, group?.entityIds.length]).toEqual([MOST_PLACES + 5, MOST_PLACES]);
});
