import type { Migration } from './migration.js';

/** Functions for the conditions of row filters, where planning them takes longer than running them. */
export const filterFunctions: Migration = {
  number: 24,
  name: 'filter-functions',
  statements: ({ filters }) => [...filters.functions],
};
