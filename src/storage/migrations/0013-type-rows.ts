import type { Migration } from './migration.js';

const bump = (row: string) => `insert into type_rows (type, changes) values (${row}.type, 1)
  on conflict (type) do update set changes = changes + 1`;

/**
 * Counts how often rows of a type were inserted, removed, deleted, restored or renamed. A reader compares it in its
 * own snapshot to decide whether a cached total is still valid. Only where writers are serial: elsewhere all writers
 * would contend for one row, and events serve the purpose.
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
