import type { Migration } from './migration.js';

/**
 * Events are read in their order only. The index by entity, which nothing of the server asked for, cost every write a page
 * somewhere in the middle of it.
 */
export const eventsInOrder: Migration = {
  number: 9,
  name: 'events-in-order',
  statements: () => ['drop index change_event_entity'],
};
