import { expect, test } from 'vitest';
import { formsOf, maskSecrets } from './mask-secrets.js';

const MASK = '*********';

test('masks every secret wherever it stands, and leaves the rest', () => {
  expect(maskSecrets('a hunter2 b hunter2', ['hunter2'])).toBe(`a ${MASK} b ${MASK}`);
  expect(maskSecrets('nothing here', ['hunter2'])).toBe('nothing here');
  expect(maskSecrets('abc', ['abc', ''])).toBe('abc');
});

test('leaves no part of secrets that contain or overlap each other', () => {
  expect(maskSecrets('x hunter2-long y', ['hunter2', 'hunter2-long'])).toBe(`x ${MASK} y`);
  expect(maskSecrets('x abcdefgh y', ['abcdef', 'defgh'])).toBe(`x ${MASK} y`);
  expect(maskSecrets('ababab', ['abab'])).toBe(MASK);
  expect(maskSecrets('abcdabcd', ['abcd'])).toBe(MASK + MASK);
});

test('masks what is left of a secret at the end of a text that was cut', () => {
  for (let length = 1; length < 7; length += 1)
    expect(maskSecrets(`said ${'hunter2'.slice(0, length)}`, ['hunter2'], { isCut: true })).toBe(`said ${MASK}`);
  expect(maskSecrets('said hunt', ['hunter2'])).toBe('said hunt');
});

test('knows how a secret stands in JSON and in a URL', () => {
  const secret = 'a"b ü/c';
  const said = `${JSON.stringify({ secret })} ?x=${encodeURIComponent(secret)}&${new URLSearchParams({ secret })}`;
  expect(maskSecrets(said, formsOf(secret))).toBe(`{"secret":"${MASK}"} ?x=${MASK}&secret=${MASK}`);
  expect(formsOf('\ud800')).toContain('%EF%BF%BD');
});
