import type { Migration } from './migration.js';

/** Large pieces of an event as they are, not written into another text; in older events `doc` holds them. */
export const eventPieces: Migration = {
  number: 8,
  name: 'event-pieces',
  statements: ({ types: { text } }) => [
    `alter table change_event add column change ${text}`,
    `alter table change_event add column entity ${text}`,
  ],
};
