import fc from 'fast-check';

const special = fc.constantFrom(
  '.',
  "'",
  '/',
  '\\',
  '%',
  '?',
  '#',
  '&',
  ' ',
  '+',
  ':',
  '*',
  '_',
  '-',
  '(',
  '😀',
  'ß',
  'İ',
  '데',
  '\u0301',
);

/** Any text that may be a name, 256 characters at most. */
export const anyName: fc.Arbitrary<string> = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc
        .array(fc.oneof(special, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 })), {
          minLength: 1,
          maxLength: 12,
        })
        .map((parts) => parts.join('')),
    },
    { weight: 1, arbitrary: fc.constantFrom('x', '데', '😀', '.', 'a.').map((unit) => unit.repeat(256).slice(0, 256)) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }) },
  )
  .filter((name) => !/"|::|\p{Cc}|\p{Cs}/u.test(name) && [...name].length <= 256 && name.length > 0);
