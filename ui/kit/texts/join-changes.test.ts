import { diffWordsWithSpace } from 'diff';
import { describe, expect, it } from 'vitest';
import { joinChanges } from './join-changes.js';

const joined = (from: string, to: string) =>
  joinChanges(diffWordsWithSpace(from, to)).map(({ value, added, removed }) =>
    added ? `+${value}` : removed ? `-${value}` : value,
  );

describe('changes of a text', () => {
  it('of words in a row are one', () => {
    expect(joined('Every payment, one row for each event.', 'Every payment, also those that failed.')).toEqual([
      'Every payment, ',
      '-one row for each event',
      '+also those that failed',
      '.',
    ]);
  });

  it('apart from each other stay apart, and nothing is lost', () => {
    const [from, to] = ['a b c d e f', 'a x c y z e'];
    const parts = joinChanges(diffWordsWithSpace(from, to));
    const textOf = (without: 'added' | 'removed') =>
      parts
        .filter((part) => !part[without])
        .map(({ value }) => value)
        .join('');
    expect([textOf('added').trim(), textOf('removed').trim()]).toEqual([from, to]);
    expect(parts.length).toBeGreaterThan(4);
    expect(joined('a', 'a')).toEqual(['a']);
  });
});
