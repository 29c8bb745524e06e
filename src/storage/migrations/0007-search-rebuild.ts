import { GENERATIONS, searchTables } from '../queries/search/search-tables.js';
import type { Migration } from './migration.js';

/** Records changes during a rebuild of an index generation, and changes how the token tables are stored. */
export const searchRebuild: Migration = {
  number: 7,
  name: 'search-rebuild',
  statements: ({ types: { text }, search }) => [
    `create table search_late (id ${text} primary key)`,
    ...GENERATIONS.flatMap((generation) => search.tuneText(searchTables(generation).text)),
  ],
};
