import { describe, expect, it } from 'vitest';
import { etag, guardTag, isConditional, matchesTag } from './etag.js';

const row = { version: 12, revision: 7 };

describe('entity tags', () => {
  it('contain version and revision', () => {
    expect(etag(row)).toBe('"1.2.7"');
    expect(etag({ version: 10, revision: 1 })).toBe('"1.0.1"');
  });

  it.each(['"1.2.7"', '"1.2"', 'W/"1.2"', 'W/"1.2.7"', '*', '"x", "1.2.7"', ' "1.2" '])('%s matches', (header) =>
    expect(matchesTag(header, row)).toBe(true),
  );

  it.each(['"1.2.6"', '"1.1"', 'W/"2.1"', '1.2', '1.2.7', '', '""', '"*"', '"1.20"', '"01.2"', 'w/"1.2"'])(
    '%s does not match',
    (header) => expect(matchesTag(header, row)).toBe(false),
  );

  it('guard a write only if given', () => {
    expect(() => guardTag(null, row)).not.toThrow();
    expect(() => guardTag('"9.9"', row)).toThrow(expect.objectContaining({ status: 412 }));
  });

  it('make a write conditional, except *', () => {
    expect([null, '*', ' * ', '"1.2"'].map(isConditional)).toEqual([false, false, false, true]);
  });
});
