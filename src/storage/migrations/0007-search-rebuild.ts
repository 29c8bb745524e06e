import { GENERATIONS, searchTables } from '../queries/search/search-tables.js';
import type { Migration } from './migration.js';

/** What changes while a generation of the index is built ahead of it, and how the tables of tokens are kept. */
export const searchRebuild: Migration = {
  number: 7,
  name: 'search-rebuild',
  statements: ({ types: { text }, search }) => [
    `create table search_late (id ${text} primary key)`,
    ...GENERATIONS.flatMap((generation) => search.tuneText(searchTables(generation).text)),
  ],
};
