import type { Migration } from './migration.js';

/** Where listings sort by a prefix of the name, stores that prefix as a column, so that a count by it is index-only. */
export const sortKey: Migration = {
  number: 4,
  name: 'sort-key',
  statements: ({ types: { text }, prefix, prefixLength }) =>
    prefixLength === null
      ? []
      : [
          `alter table entity add column fqn_key ${text} generated always as (${prefix('fqn')}) stored`,
          'drop index entity_listing',
          'create index entity_listing on entity (type, deleted, fqn_key, id)',
        ],
};
