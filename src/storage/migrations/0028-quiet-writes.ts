import type { Migration } from './migration.js';

/** Records which transactions changed nothing that readers cache. */
export const quietWrites: Migration = {
  number: 28,
  name: 'quiet-writes',
  statements: (dialect) => [...(dialect.quietWrites?.tables ?? [])],
};
