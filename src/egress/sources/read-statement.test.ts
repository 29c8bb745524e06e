import { describe, expect, it } from 'vitest';
import { isReadStatement } from './read-statement.js';

const reads = [
  'select 1',
  '  \n SELECT 1;',
  '(select 1) union (select 2)',
  'with a as (select 1) select * from a',
  'values (1)',
  'table orders',
  'show tables',
  'explain select 1',
  'describe orders',
  '-- the newest\r\nselect 1',
  '# of MySQL\nselect 1',
  '/* of all */ /**/ ((/***/ select 1))',
  '/*+ hint */ with a as (select 1) select 1',
  'select/* nothing between */1',
];
const others = [
  '',
  '-- select',
  '/* select',
  'selection()',
  "copy t to program 'id'",
  'do $$ begin end $$',
  'attach database x as y',
  'pragma query_only = off',
  "set global general_log_file = 'x'",
  'insert into t values (1)',
  '/*! set */ select 1',
  '/*M! set */ select 1',
  // PostgreSQL nests comments, so that the statement is what follows the second end.
  "/* /* */ select 1 */ copy t to program 'id'",
  // PostgreSQL ends a line at a carriage return, others do not.
  "-- \rcopy t to program 'id' --\nselect 1",
  '-- \rselect 1\nattach database x as y',
];

describe('statements that read', () => {
  it.each(reads)('%j', (text) => expect(isReadStatement(text)).toBe(true));
  it.each(others)('not %j', (text) => expect(isReadStatement(text)).toBe(false));

  it('are told from others in a time that does not grow faster than the text', () => {
    const started = process.cpuUsage();
    for (const comments of ['/**/'.repeat(50_000), '--\n'.repeat(50_000), `/*${'/'.repeat(200_000)}*/`])
      expect(isReadStatement(`${comments} drop`)).toBe(false);
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });
});
