import type { Migration } from './migration.js';

const bump = (row: string) => `insert into type_rows (type, changes) values (${row}.type, 1)
  on conflict (type) do update set changes = changes + 1`;

/**
 * How often rows of a type came, went, or were deleted, restored or renamed: a reader sees in its own snapshot whether a total that it
 * keeps still holds. Only where writers are serial; elsewhere all of them would wait for one row, and events say it.
 */
export const typeRows: Migration = {
  number: 13,
  name: 'type-rows',
  statements: ({ types: { text, integer }, positionsAtInsert, trigger }) =>
    positionsAtInsert
      ? [
          `create table type_rows (type ${text} primary key, changes ${integer} not null) without rowid`,
          ...trigger('rows_came', 'entity', 'insert', bump('new')),
          ...trigger('rows_gone', 'entity', 'delete', bump('old')),
          ...trigger(
            'rows_turned',
            'entity',
            'update',
            bump('new'),
            'old.deleted <> new.deleted or old.fqn <> new.fqn',
          ),
        ]
      : [],
};
