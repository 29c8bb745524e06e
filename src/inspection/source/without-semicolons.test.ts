import { expect, test } from 'vitest';
import { withoutSemicolons } from './without-semicolons.js';

test.each([
  ['select 1', 'select 1'],
  ['select 1;', 'select 1'],
  ['select 1 ;\n ; ', 'select 1'],
  ["select ';' ", "select ';'"],
  [' ; ', ''],
])('%j ends before its semicolons', (statement, expected) => {
  expect(withoutSemicolons(statement)).toBe(expected);
});

test('takes linear time for spaces inside of a statement', () => {
  const statement = `select 1${' '.repeat(500_000)}+ 1`;
  const start = process.cpuUsage();
  expect(withoutSemicolons(statement)).toBe(statement);
  const { user } = process.cpuUsage(start); // microseconds, independent of the load of the machine
  expect(user).toBeLessThan(500_000);
});
