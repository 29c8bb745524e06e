import { describe, expect, it } from 'vitest';
import { applyOperations } from './apply-patch.js';
import { fieldsTouched, readPatch } from './read-patch.js';

const apply = (value: Record<string, unknown>, operations: unknown, limit = 1e6) =>
  applyOperations(value, readPatch(operations), limit);
const refused = expect.objectContaining({ status: 400 });

describe('a patch', () => {
  const repeated = (count: number, step: (i: number) => object) => Array.from({ length: count }, (_, i) => step(i));

  it.each<[string, object[], string]>([
    ['10,001 steps', repeated(10_001, () => ({ op: 'test', path: '/n', value: 1 })), 'at most 10000 operations'],
    ['a path of 101 keys', [{ op: 'add', path: '/a'.repeat(101), value: 1 }], 'more than 100 levels'],
    ['copies that double', repeated(40, (i) => ({ op: 'copy', from: '', path: `/x${i}` })), 'copies more than'],
    ['copies of one large value', repeated(9000, () => ({ op: 'copy', from: '/big', path: '/o' })), 'copies more than'],
    [
      'copies into a list',
      repeated(9000, () => ({ op: 'copy', from: '/big', path: '/list/0' })),
      'larger than 1000000',
    ],
    [
      'a list filled from the front',
      repeated(9000, () => ({ op: 'add', path: '/long/0', value: 1 })),
      'moves too many',
    ],
    ['a list emptied from the front', repeated(9000, () => ({ op: 'remove', path: '/long/0' })), 'moves too many'],
    [
      'a list turned round',
      repeated(9000, () => ({ op: 'move', from: '/long/9999', path: '/long/0' })),
      'moves too many',
    ],
    [
      'values moved into each other',
      repeated(3000, () => [
        { op: 'add', path: '/x', value: {} },
        { op: 'move', from: '/o', path: '/x/k' },
        { op: 'move', from: '/x', path: '/o' },
      ]).flat(),
      '500 levels deep',
    ],
  ])('may not ask for too much: %s', (_, steps, reason) => {
    const value = { n: 1, o: {}, list: [], big: 'x'.repeat(100_000), long: Array.from({ length: 10_000 }, () => 1) };
    const begun = performance.now();
    expect(() => apply(value, steps)).toThrow(reason);
    expect(performance.now() - begun).toBeLessThan(10_000); // Without limits, this takes minutes.
  });

  it('moves a large value without copying it', () => {
    const value = { big: Array.from({ length: 50_000 }, (_, i) => ({ i })), to: [] };
    const steps = repeated(9000, (i) =>
      i % 2 ? { op: 'move', from: '/to/0', path: '/big' } : { op: 'move', from: '/big', path: '/to/0' },
    );
    const begun = performance.now();
    expect(apply(value, steps, 1e9)).toEqual(value);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('can grow a value up to the limit, and can change a value that is already larger', () => {
    expect(apply({ a: '' }, [{ op: 'add', path: '/a', value: 'x'.repeat(900) }], 1000)).toEqual({ a: 'x'.repeat(900) });
    expect(() => apply({ a: '' }, [{ op: 'add', path: '/a', value: 'x'.repeat(1000) }], 1000)).toThrow(
      'than 1000 bytes',
    );
    const large = { a: 'x'.repeat(2000), b: 1 };
    expect(apply(large, [{ op: 'replace', path: '/a', value: 'y' }], 1000)).toEqual({ a: 'y', b: 1 });
    expect(() => apply(large, [{ op: 'copy', from: '/a', path: '/c' }], 1000)).toThrow('larger than');
  });

  it('can replace the same value many times', () => {
    const steps = repeated(10_000, (i) => ({ op: 'replace', path: '/a', value: 'x'.repeat(500) + i }));
    expect(apply({ a: '' }, steps, 10_000)).toEqual({ a: `${'x'.repeat(500)}9999` });
  });

  it('does not modify the original value', () => {
    const value = { a: { b: [1] } };
    expect(apply(value, [{ op: 'add', path: '/a/b/-', value: 2 }])).toEqual({ a: { b: [1, 2] } });
    expect(value).toEqual({ a: { b: [1] } });
  });

  it('copies only the fields that its operations change', () => {
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
    [{ op: 'replace', path: '/x/y', value: 1 }],
    [{ op: 'replace', path: '/a/2', value: 1 }],
    [{ op: 'remove', path: '/x/y' }],
    [{ op: 'add', path: '/x/y/z', value: 1 }],
    [{ op: 'test', path: '/n', value: 2 }],
    [{ op: 'test', path: '/gone', value: null }],
    [{ op: 'move', from: '/x', path: '/y' }],
    [{ op: 'copy', from: '/x', path: '/y' }],
    [{ op: 'move', from: '/a', path: '/a/0' }],
    [{ op: 'test', path: '/toString', value: 1 }],
    [{ op: 'replace', path: '/constructor', value: 1 }],
    [{ op: 'remove', path: '/toString' }],
    [{ op: 'copy', from: '/constructor', path: '/x' }],
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

  it('adds what it replaces where that is absent', () => {
    const step = { op: 'replace', path: '/displayName', value: 'Orders' };
    expect(apply({ n: 1 }, [step])).toEqual({ n: 1, displayName: 'Orders' });
    expect(apply({ a: [{ n: 1 }] }, [{ ...step, path: '/a/0/displayName' }])).toEqual({
      a: [{ n: 1, displayName: 'Orders' }],
    });
    expect(() => apply({ b: 1 }, [{ op: 'replace', path: '/a', value: 'x'.repeat(300) }], 200)).toThrow('larger');
  });

  it('creates an absent list only when adding its first item', () => {
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

  it('moves and copies values', () => {
    expect(apply({ a: 1, b: { c: 2 } }, [{ op: 'move', from: '/b/c', path: '/d' }])).toEqual({ a: 1, b: {}, d: 2 });
    expect(apply({ a: [1] }, [{ op: 'copy', from: '/a', path: '/b' }])).toEqual({ a: [1], b: [1] });
  });

  it.each([
    null,
    'x',
    {},
    [null],
    [[]],
    [{ op: 'add' }],
    [{ op: 'add', path: 7, value: 1 }],
    [{ op: 'x', path: '' }],
    [{ op: { toString: 1 }, path: '' }],
  ])('%j is none', (body) => expect(() => readPatch(body)).toThrow(refused));

  it('lists the fields it touches', () => {
    const steps = readPatch([
      { op: 'add', path: '/tags/0', value: 1 },
      { op: 'move', from: '/a~1b/0', path: '/owners/0' },
      { op: 'copy', from: '/unchanged', path: '/to' },
    ]);
    expect([...fieldsTouched(steps)].sort()).toEqual(['a/b', 'owners', 'tags', 'to']);
    expect([...fieldsTouched(readPatch([{ op: 'replace', path: '', value: {} }]))]).toEqual(['']);
  });
});
