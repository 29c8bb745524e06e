import { GENERATIONS, searchTables } from '../queries/search/search-tables.js';
import type { Migration } from './migration.js';

/**
 * What readers have to take in is noted once a commit, behind what was noted before. The number of its last change in every
 * document, and the index by it, cost each change of one two pages in their middle.
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
              // With all that readers keep of every document, so that they never read the rows for it.
              `create index ${doc}_kept on ${doc} (n, facet, weight)`,
            ]
          : []),
      ];
    }),
};
