import type { Dialect } from '../port.js';

/** What a migration may depend on: named capabilities, never the name of the database. */
export type MigrationDialect = Pick<
  Dialect,
  | 'types'
  | 'prefix'
  | 'prefixLength'
  | 'rowOrder'
  | 'positionsAtInsert'
  | 'search'
  | 'trigger'
  | 'now'
  | 'field'
  | 'compressFast'
  | 'filters'
  | 'quietWrites'
  | 'rowMarks'
>;

/**
 * One step of the schema. Never edited once released: its statements on every dialect are checksummed. Numbers have no
 * gaps.
 */
export interface Migration {
  number: number;
  name: string;
  statements(dialect: MigrationDialect): string[];
}
