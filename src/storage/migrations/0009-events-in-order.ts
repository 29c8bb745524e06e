import type { Migration } from './migration.js';

/** Events are read by position only. The index by entity was unused and cost every write a random page. */
export const eventsInOrder: Migration = {
  number: 9,
  name: 'events-in-order',
  statements: () => ['drop index change_event_entity'],
};
