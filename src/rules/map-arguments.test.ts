import { expect, test } from 'vitest';
import { mapArguments } from './map-arguments.js';

const rename = (text: string) =>
  mapArguments(text, ['matchAnyTag', 'matchAllTags'], (name) => (name === 'A.b' ? "It's.new" : name));

test.each([
  ["matchAnyTag('A.b')", "matchAnyTag('It''s.new')"],
  ['matchAnyTag( "A.b" ,\'A.bc\')  and  !( isOwner() )', "matchAnyTag( 'It''s.new' ,'A.bc')  and  !( isOwner() )"],
  ["matchAllTags('X', 'A.b') || matchAnyTag('A.b')", "matchAllTags('X', 'It''s.new') || matchAnyTag('It''s.new')"],
])('replaces arguments and leaves the rest: %s', (text, expected) => {
  expect(rename(text)).toBe(expected);
});

test.each(["hasAnyRole('A.b')", "matchAnyTag('A.b", "matchAnyTag('A.B')", "matchAnyTag('X') && hasAnyRole('A.b')", ''])(
  'leaves other texts alone: %s',
  (text) => {
    expect(rename(text)).toBe(text);
  },
);
