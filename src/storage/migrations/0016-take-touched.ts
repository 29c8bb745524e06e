import type { Migration } from './migration.js';

/** A function that takes the touched entities and reads the state of the index, in one round trip. */
export const takeTouchedFunction: Migration = {
  number: 16,
  name: 'take-touched',
  statements: ({ search }) => [...search.createTakeTouched],
};
