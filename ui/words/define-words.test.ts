import { expect, it } from 'vitest';
import { defineWords, say } from './define-words.js';

const t = say(
  defineWords('sample', {
    rows_one: '{{count}} row',
    rows_other: '{{count}} rows',
    port: 'Port {{port}}',
  }),
);

it('writes counts as people read them', () => {
  expect(t('rows', { count: 4932 })).toBe('4,932 rows');
  expect(t('rows', { count: 1 })).toBe('1 row');
});

it('leaves numbers alone that count nothing', () => {
  expect(t('port', { port: 8585 })).toBe('Port 8585');
});
