import { GENERATIONS, searchTables } from '../queries/search/search-tables.js';
import type { Migration } from './migration.js';

/**
 * What a commit changed is appended to a log of changes once per commit, which readers follow. The change number in
 * every document, and its index, cost every update of a document two random pages.
 */
export const searchChanges: Migration = {
  number: 10,
  name: 'search-changes',
  statements: ({ types: { text }, rowOrder }) =>
    GENERATIONS.flatMap((generation) => {
      const { doc, change } = searchTables(generation);
      return [
        `drop index ${doc}_change`,
        `drop table search_gone_${generation}`,
        `alter table ${doc} drop column change`,
        ...(rowOrder.column === 'rowid'
          ? [
              `create table ${change} (change integer primary key, rows ${text} not null)`,
              // Covering index: readers cache these columns of every document and never read the rows for them.
              `create index ${doc}_kept on ${doc} (n, facet, weight)`,
            ]
          : []),
      ];
    }),
};
