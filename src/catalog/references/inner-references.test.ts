import { describe, expect, it } from 'vitest';
import { completeInner, innerIds, storedInner } from './inner-references.js';

const type = {
  references: [
    { in: 'steps', field: 'by' },
    { in: 'steps', field: 'for' },
    { in: 'needs', field: 'what', required: true },
  ] as const,
};
const to = (id: string, more: object = {}) => ({ id, type: 'user', ...more });
const known = new Map([['a', '{"id":"a","type":"user","name":"A"}']]);
const complete = (value: unknown) => JSON.parse(completeInner(JSON.stringify(value), type, known));

describe('references inside of fields', () => {
  it('are found at any depth, and only where they are members', () => {
    const value = { steps: [{ by: to('a') }, { inner: [{ for: [to('b'), to('c')] }] }], note: '"by":{"id":"x"}' };
    expect(innerIds(JSON.stringify(value), type)).toEqual(['a', 'b', 'c']);
  });

  it('are completed, and left out when what they name is gone', () => {
    expect(complete({ steps: [{ by: to('a'), n: '}]"\\' }] })).toEqual({
      steps: [{ by: JSON.parse(known.get('a') ?? ''), n: '}]"\\' }],
    });
    expect(complete({ by: to('x') })).toEqual({});
    expect(complete({ by: to('x'), n: 1 })).toEqual({ n: 1 });
    expect(complete({ n: 1, by: to('x') })).toEqual({ n: 1 });
    expect(complete({ m: 1, by: to('x'), n: 1 })).toEqual({ m: 1, n: 1 });
    expect(complete({ by: to('x'), for: to('y'), n: 1 })).toEqual({ n: 1 });
    expect(complete({ for: to('y'), by: to('x') })).toEqual({});
    expect(complete({ n: 1, by: to('x'), for: [to('y'), to('a')] })).toMatchObject({ n: 1, for: [{ name: 'A' }] });
    expect(complete({ what: to('x') })).toEqual({ what: to('x', { deleted: true }) });
    expect(complete({ by: 'text', for: [1] })).toEqual({ by: 'text', for: [1] });
  });

  it('stand by name in objects', () => {
    const type = { references: [{ in: 'parts', field: 'extra', byName: true }] as const };
    const complete = (value: unknown) => JSON.parse(completeInner(JSON.stringify(value), type, known));
    const parts = [
      { extra: { one: to('a', { name: 'A' }), list: [to('b'), to('a')], gone: to('x'), text: 'by', n: 1 } },
    ];
    expect(innerIds(JSON.stringify({ parts }), type)).toEqual(['a', 'b', 'a', 'x']);
    expect(complete({ parts })).toEqual({
      parts: [{ extra: { one: to('a', { name: 'A' }), list: [to('a', { name: 'A' })], text: 'by', n: 1 } }],
    });
    expect(complete({ parts: [{ extra: { gone: to('x'), all: [to('y')] }, n: 1 }] })).toEqual({ parts: [{ n: 1 }] });
    const kept = [{ extra: { text: { id: 1, type: 'user' }, rows: [{ by: 'x' }] } }];
    expect([complete({ parts: kept }), storedInner(type, 'parts', kept)]).toEqual([{ parts: kept }, kept]);
    expect(storedInner(type, 'parts', [{ extra: { one: to('a', { name: 'A', href: 'h' }) } }])).toEqual([
      { extra: { one: to('a') } },
    ]);
  });

  it('are stored without what changes', () => {
    const steps = [{ by: to('a', { name: 'A', description: 'long', href: 'http://x' }), n: 1 }];
    expect(storedInner(type, 'steps', steps)).toEqual([{ by: to('a', { name: 'A' }), n: 1 }]);
    const none = [{ n: 1 }];
    expect(storedInner(type, 'steps', none)).toBe(none);
  });
});
