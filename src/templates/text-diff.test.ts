import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textDiff } from './text-diff.js';

const words = fc.array(fc.constantFrom('a', 'b', ' ', 'c d', '\n'), { maxLength: 30 }).map((list) => list.join(''));

test('what is not struck out is the new text, what is not bold the old one', () => {
  fc.assert(
    fc.property(words, words, (before, after) => {
      const pieces = textDiff(before, after);
      const without = (style: string) => pieces.filter((one) => one.style !== style).map(({ text }) => text);
      expect(without('strike').join('')).toBe(after);
      expect(without('bold').join('')).toBe(before);
    }),
  );
});

test('shows one changed word of a long text', () => {
  const long = 'many words '.repeat(5000);
  expect(textDiff(`${long}old ${long}`, `${long}new ${long}`)).toEqual([
    { text: long },
    { text: 'old', style: 'strike' },
    { text: 'new', style: 'bold' },
    { text: ` ${long}` },
  ]);
});

test('puts texts that have nothing in common one after the other', () => {
  const [before, after] = ['a '.repeat(500), 'b '.repeat(500)];
  expect(textDiff(before, after).map(({ style }) => style)).toEqual(['strike', undefined, 'bold']);
});
