import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, diff, equal, inverse, merge, stepTo, valueAt } from './merge.js';

const entity = {
  id: '1',
  description: 'old',
  tags: [{ tagFQN: 'a' }],
  columns: [{ name: 'x' }, { name: 'y', description: 'why' }],
};
const values = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.string(), fc.integer(), fc.boolean()),
  value: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b/c', '~d'), tie('value')),
  ),
}));
const objects = fc.dictionary(fc.constantFrom('a', 'b/c', '~d', 'e'), values.value);

describe('changes as patches', () => {
  it('finds the steps between any two values', () => {
    fc.assert(fc.property(objects, objects, (from, to) => equal(apply(from, diff(from, to)), to)));
  });

  it('takes any change back, and touches nothing else', () => {
    fc.assert(
      fc.property(objects, objects, (from, to) => {
        const patch = diff(from, to);
        const after = apply(from, patch);
        return equal(apply(after, inverse(from, after, patch)), from);
      }),
    );
    const after = { ...entity, description: 'new' };
    const back = inverse(entity, after, [{ op: 'replace', path: '/description', value: 'new' }]);
    expect(apply({ ...after, displayName: 'theirs' }, back)).toEqual({ ...entity, displayName: 'theirs' });
  });

  it('reads and sets values by path', () => {
    expect(valueAt(entity, '/columns/1/description')).toBe('why');
    expect(stepTo(entity, '/columns/0/description', 'x')).toEqual([
      { op: 'add', path: '/columns/0/description', value: 'x' },
    ]);
    expect(stepTo(entity, '/description', undefined)).toEqual([{ op: 'remove', path: '/description' }]);
    expect(stepTo(entity, '/description', 'old')).toEqual([]);
  });
});

describe('merge', () => {
  it('keeps my change beside theirs', () => {
    const theirs = { ...entity, columns: [{ name: 'x', description: 'theirs' }, entity.columns[1]] };
    const mine = [{ op: 'replace' as const, path: '/description', value: 'mine' }];
    expect(merge(entity, theirs, mine)).toEqual({ patch: mine, conflicts: [] });
  });

  it('makes a conflict of two changes of one field', () => {
    const mine = [{ op: 'replace' as const, path: '/description', value: 'mine' }];
    expect(merge(entity, { ...entity, description: 'theirs' }, mine)).toEqual({
      patch: [],
      conflicts: [{ path: '/description', base: 'old', theirs: 'theirs', mine: 'mine' }],
    });
  });

  it('makes none where both want the same', () => {
    const mine = [{ op: 'replace' as const, path: '/description', value: 'same' }];
    expect(merge(entity, { ...entity, description: 'same' }, mine)).toEqual({ patch: [], conflicts: [] });
  });

  it('takes a change of a whole list for one of each of its items', () => {
    const mine = [{ op: 'add' as const, path: '/columns/0/description', value: 'mine' }];
    const { conflicts } = merge(entity, { ...entity, columns: [{ name: 'z' }] }, mine);
    expect(conflicts.map(({ path }) => path)).toEqual(['/columns/0/description']);
  });
});
