import { expect, it } from 'vitest';
import { matching } from '../../columns/column-list-routes.js';
import { columnPath, findColumn, requireColumn, type StoredTable, splitColumnFqn } from './columns.js';

const table: StoredTable = {
  fullyQualifiedName: 's.d.p.t',
  columns: [
    { name: 'id', dataType: 'INT', fullyQualifiedName: 's.d.p.t.id' },
    {
      name: 'a.b',
      dataType: 'STRUCT',
      fullyQualifiedName: 's.d.p.t."a.b"',
      children: [{ name: 'city', dataType: 'STRING', description: 'Where', fullyQualifiedName: 's.d.p.t."a.b".city' }],
    },
  ],
};

it('the FQN of a column begins with that of its table', () => {
  expect(splitColumnFqn('s.d.p.t."a.b".city')).toEqual({ tableFqn: 's.d.p.t', columnPath: '"a.b".city' });
  expect(splitColumnFqn('"s.1".d.p.t')).toEqual({ tableFqn: '"s.1".d.p.t', columnPath: '' });
});

it('columns are found by name, path and FQN', () => {
  expect(findColumn(table, 'id')?.name).toBe('id');
  expect(findColumn(table, 'a.b')?.name).toBe('a.b');
  expect(findColumn(table, '"a.b".city')?.name).toBe('city');
  expect(findColumn(table, 's.d.p.t."a.b".city')?.name).toBe('city');
  expect(findColumn(table, 'city')).toBeUndefined();
  expect(() => requireColumn(table, 'nope')).toThrow('Invalid column name nope');
  expect(columnPath(table, requireColumn(table, '"a.b".city'))).toBe('"a.b".city');
});

it('a column matches if a nested column does', () => {
  expect(matching(table.columns ?? [], 'WHERE').map(({ name }) => name)).toEqual(['a.b']);
  expect(matching(table.columns ?? [], '')).toHaveLength(2);
});
