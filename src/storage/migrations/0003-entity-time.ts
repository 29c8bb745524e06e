import type { Migration } from './migration.js';

/** Index of entities by type and time of last change, for the history of a collection. */
export const entityTime: Migration = {
  number: 3,
  name: 'entity-time',
  statements: () => ['create index entity_time on entity (type, updated_at, id)'],
};
