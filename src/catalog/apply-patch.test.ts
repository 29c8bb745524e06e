import { describe, expect, it } from 'vitest';
import { applyOperations, readPatch, touches } from './apply-patch.js';

const apply = (value: Record<string, unknown>, operations: unknown) => applyOperations(value, readPatch(operations));
const refused = expect.objectContaining({ status: 400 });

describe('a patch', () => {
  it('leaves what it is applied to alone', () => {
    const value = { a: { b: [1] } };
    expect(apply(value, [{ op: 'add', path: '/a/b/-', value: 2 }])).toEqual({ a: { b: [1, 2] } });
    expect(value).toEqual({ a: { b: [1] } });
  });

  it('copies the fields that its steps change and no other', () => {
    const value = { a: [{ n: 1 }], b: [{ n: 1 }], c: [{ n: 1 }], d: [{ n: 1 }] };
    const steps = [
      { op: 'replace', path: '/a/0/n', value: 2 },
      { op: 'move', from: '/b/0/n', path: '/a/0/m' },
      { op: 'copy', from: '/c/0', path: '/a/-' },
      { op: 'replace', path: '/a/1/n', value: 3 },
      { op: 'test', path: '/d/0/n', value: 1 },
    ];
    const after = apply(value, steps) as typeof value;
    expect(after).toEqual({ a: [{ n: 2, m: 1 }, { n: 3 }], b: [{}], c: [{ n: 1 }], d: [{ n: 1 }] });
    expect(value).toEqual({ a: [{ n: 1 }], b: [{ n: 1 }], c: [{ n: 1 }], d: [{ n: 1 }] });
    expect([after.a === value.a, after.b === value.b, after.c === value.c, after.d === value.d]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    const whole = apply(value, [{ op: 'add', path: '', value: { a: value.a } }]) as typeof value;
    expect(whole).toEqual({ a: [{ n: 1 }] });
  });

  it.each([
    [{ op: 'add', path: '/a/01', value: 1 }],
    [{ op: 'add', path: '/a/-1', value: 1 }],
    [{ op: 'add', path: '/a/1.5', value: 1 }],
    [{ op: 'add', path: '/a/x', value: 1 }],
    [{ op: 'add', path: '/a/5', value: 1 }],
    [{ op: 'remove', path: '/a/2' }],
    [{ op: 'replace', path: '/x', value: 1 }],
    [{ op: 'remove', path: '/x/y' }],
    [{ op: 'add', path: '/x/y/z', value: 1 }],
    [{ op: 'test', path: '/n', value: 2 }],
    [{ op: 'test', path: '/gone', value: null }],
    [{ op: 'move', from: '/x', path: '/y' }],
    [{ op: 'copy', from: '/x', path: '/y' }],
    [{ op: 'add', path: '/__proto__/x', value: 1 }],
    [{ op: 'add', path: '/__proto__/x/0', value: 1 }],
    [{ op: 'add', path: '/__proto__/0', value: 1 }],
    [{ op: 'add', path: '/constructor/prototype/x', value: 1 }],
    [{ op: 'add', path: '/constructor/prototype/x/-', value: 1 }],
    [{ op: 'add', path: '/a/__proto__/x/0', value: 1 }],
  ])('is refused for %j', (step) => {
    expect(() => apply({ a: [0, 1], n: 1 }, [step])).toThrow(refused);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('opens a list that is not there at its first place only', () => {
    expect(apply({}, [{ op: 'add', path: '/tags/0', value: 'x' }])).toEqual({ tags: ['x'] });
    expect(apply({ tags: null }, [{ op: 'add', path: '/tags/-', value: 'x' }])).toEqual({ tags: ['x'] });
    expect(apply({ c: [{}] }, [{ op: 'add', path: '/c/0/tags/0', value: 'x' }])).toEqual({ c: [{ tags: ['x'] }] });
    expect(apply({ o: {} }, [{ op: 'add', path: '/o/a~1b/0', value: 1 }])).toEqual({ o: { 'a/b': [1] } });
    const again = [
      { op: 'remove', path: '/tags' },
      { op: 'add', path: '/tags/0', value: 'y' },
      { op: 'add', path: '/tags/1', value: 'z' },
    ];
    expect(apply({ tags: ['x'] }, again)).toEqual({ tags: ['y', 'z'] });
    expect(() => apply({}, [{ op: 'add', path: '/tags/1', value: 'x' }])).toThrow(refused);
  });

  it('moves and copies', () => {
    expect(apply({ a: 1, b: { c: 2 } }, [{ op: 'move', from: '/b/c', path: '/d' }])).toEqual({ a: 1, b: {}, d: 2 });
    expect(apply({ a: [1] }, [{ op: 'copy', from: '/a', path: '/b' }])).toEqual({ a: [1], b: [1] });
  });

  it.each([null, 'x', {}, [null], [[]], [{ op: 'add' }], [{ op: 'add', path: 7, value: 1 }], [{ op: 'x', path: '' }]])(
    '%j is none',
    (body) => expect(() => readPatch(body)).toThrow(refused),
  );

  it('knows which fields it reaches', () => {
    const steps = readPatch([
      { op: 'add', path: '/tags/0', value: 1 },
      { op: 'move', from: '/a~1b/0', path: '/owners/0' },
      { op: 'copy', from: '/unchanged', path: '/to' },
    ]);
    const fields = ['tags', 'a/b', 'owners', 'to', 'unchanged', 'other'];
    expect(fields.map((field) => touches(steps, field))).toEqual([true, true, true, true, false, false]);
    expect(touches(readPatch([{ op: 'replace', path: '', value: {} }]), 'anything')).toBe(true);
  });
});
