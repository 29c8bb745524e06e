import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionOf, readCursor, writeCursor } from './cursor.js';

describe('a cursor', () => {
  it('decodes to the position it was made from, and is safe in a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), fc.uuid(), (fqn, id) => {
        const place = positionOf({ fqn, id });
        const cursor = writeCursor(place, ['table', 'all']);
        expect(cursor).toMatch(/^[\w-]*$/);
        expect(readCursor(cursor, 'after', ['table', 'all'])).toEqual(place);
      }),
    );
  });

  it('is valid only for the list it was made for', () => {
    const cursor = writeCursor({ key: 'a', id: 'b' }, ['table', 'all', 'database', 'x']);
    for (const list of [['table', 'all'], ['view', 'all', 'database', 'x'], ['table', 'all', 'database', 'y'], []])
      expect(() => readCursor(cursor, 'after', list)).toThrow('not a cursor of this list');
  });

  it.each([
    Buffer.from('["a","b"]').toString('base64url'),
    'x',
    'bm9uc2Vuc2U',
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('["a"]').toString('base64url'),
    Buffer.from('{"a":1}').toString('base64url'),
    Buffer.from('[ "a", "b" ]').toString('base64url'),
    '%%%',
    '',
  ])('%j is refused', (foreign) =>
    expect(() => readCursor(foreign, 'after', ['table'])).toThrow(expect.objectContaining({ status: 400 })),
  );
});
