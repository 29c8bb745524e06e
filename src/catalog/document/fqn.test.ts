import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFqn, checkName, givenFqn, joinFqn, quoteName, splitFqn } from './fqn.js';

/** Any valid name. */
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => !/"|::|\p{Cc}|\p{Cs}/u.test(text) && [...text].length <= 256);

describe('names', () => {
  it.each([
    ['a', 'a'],
    ['a.b', '"a.b"'],
    ['.', '"."'],
    ["it's", "it's"],
    ['a/b c', 'a/b c'],
    ['a:b', 'a:b'],
    ['데이터', '데이터'],
  ])('%s is the part %s', (plain, part) => expect(quoteName(plain)).toBe(part));

  it.each([
    ['a.b.c', ['a', 'b', 'c']],
    ['"a.b".c', ['a.b', 'c']],
    ['a."b.c"', ['a', 'b.c']],
    ['"a.b"."c.d"', ['a.b', 'c.d']],
    ['"a.b"', ['a.b']],
    ['', ['']],
  ])('%s splits', (fqn, parts) => expect(splitFqn(fqn)).toEqual(parts));

  it.each([
    [{ parents: [] }, '"a"."b".c', 'a.b.c'],
    [{ parents: [] }, 'a."b.c"."d"', 'a."b.c".d'],
    [{}, '"john"', 'john'],
    [{}, '"john.doe"', '"john.doe"'],
    [{}, 'john.doe', '"john.doe"'],
    [{ foldName: (name: string) => name.toLowerCase() }, '"John.Doe"', '"john.doe"'],
    [undefined, 'a."b', 'a."b'],
  ])('%j is meant by %s as by %s', (type, given, meant) => expect(givenFqn(type, given)).toBe(meant));

  it('round-trip through the FQN they are joined to', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (parts) => {
        const fqn = parts.reduce<string | null>((parent, part) => joinFqn(parent, part), null) as string;
        expect(splitFqn(fqn)).toEqual(parts);
      }),
    );
  });

  it('of different paths never join to the same FQN', () => {
    const path = fc.array(name, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(path, path, (a, b) => {
        const join = (parts: string[]) => parts.reduce<string | null>((parent, part) => joinFqn(parent, part), null);
        expect(join(a) === join(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });

  it.each([undefined, null, 7, '', 'x'.repeat(257), '😀'.repeat(257), 'a::b', 'a"b', 'a\nb', 'a\u0000', '\ud800'])(
    '%j are none',
    (wrong) => expect(() => checkName(wrong)).toThrow(expect.objectContaining({ status: 400 })),
  );

  it.each(['x', 'x'.repeat(256), '😀'.repeat(256), 'a:b', ' ', "'", '\\', '%', '#?&=+'])('%j are', (right) =>
    expect(checkName(right)).toBe(right),
  );

  it('can form an FQN of up to 3072 characters', () => {
    expect(checkFqn('x'.repeat(3072))).toHaveLength(3072);
    expect(() => checkFqn('x'.repeat(3073))).toThrow(expect.objectContaining({ status: 400 }));
  });
});
