import type { Migration } from './migration.js';

/** Records which transactions changed the rows of a type, where `type_rows` does not count that. */
export const rowMarks: Migration = {
  number: 29,
  name: 'row-marks',
  statements: ({ rowMarks }) => [...rowMarks],
};
