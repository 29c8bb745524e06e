import type { Migration } from './migration.js';

/**
 * Stores large parts of an event in columns of their own instead of embedding them in its text; older events have
 * everything in `doc`.
 */
export const eventPieces: Migration = {
  number: 8,
  name: 'event-pieces',
  statements: ({ types: { text } }) => [
    `alter table change_event add column change ${text}`,
    `alter table change_event add column entity ${text}`,
  ],
};
