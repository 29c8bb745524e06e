import { expect, test } from 'vitest';
import { type TeamType, teamPlaceError } from './team-type.js';

const team = (teamType: TeamType, name = teamType.toLowerCase()) => ({ name, teamType });

test.each<[TeamType, TeamType]>([
  ['Group', 'Organization'],
  ['Group', 'Department'],
  ['Department', 'Department'],
  ['Division', 'BusinessUnit'],
  ['BusinessUnit', 'BusinessUnit'],
])('%s may stand below %s', (below, above) => {
  expect(teamPlaceError(team(below), [team(above)], [])).toBeNull();
  expect(teamPlaceError(team(above), [], [team(below)])).toBeNull();
});

test.each<[TeamType, TeamType]>([
  ['Group', 'Group'],
  ['Department', 'Group'],
  ['Division', 'Department'],
  ['BusinessUnit', 'Division'],
  ['Organization', 'Organization'],
])('%s may not stand below %s', (below, above) => {
  expect(teamPlaceError(team(below), [team(above)], [])).toMatch(/parent/);
  expect(teamPlaceError(team(above), [], [team(below)])).toMatch(/can't have children/);
});

test('a division has one parent, a department may have several', () => {
  const parents = [team('BusinessUnit', 'a'), team('BusinessUnit', 'b')];
  expect(teamPlaceError(team('Division'), parents, [])).toMatch('only one parent');
  expect(teamPlaceError(team('Department'), parents, [])).toBeNull();
});
