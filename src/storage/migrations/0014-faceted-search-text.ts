import { GENERATIONS, searchTables } from '../queries/search/search-tables.js';
import type { Migration } from './migration.js';

/**
 * Where the table of tokens also holds the facet tuple of each document, recreates it and all documents: tokens are
 * prefixed by column, and facet values have tokens of their own.
 */
export const facetedSearchText: Migration = {
  number: 14,
  name: 'faceted-search-text',
  statements: ({ search }) =>
    search.textHoldsFacets
      ? [
          ...GENERATIONS.flatMap((generation) => {
            const { doc, text, facet, word, wordKey } = searchTables(generation);
            return [
              ...search.facetedTextTable(text),
              `truncate ${[doc, text, facet, word, wordKey].join(', ')} restart identity`,
            ];
          }),
          ...search.noteWrites(GENERATIONS.map(searchTables)),
          'delete from search_late',
          'delete from search_state',
          `insert into search_state (name, value) values ('generation', '1')`,
          `insert into search_state (name, value)
            select 'rebuild', '{"status":"pending"}' where exists (select 1 from entity)`,
        ]
      : [],
};
