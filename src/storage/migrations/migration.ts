import type { Dialect } from '../port.js';

/** What a migration may ask about the database it runs on. Named capabilities, never the engine's name. */
export type MigrationDialect = Pick<
  Dialect,
  'types' | 'prefix' | 'prefixLength' | 'rowOrder' | 'positionsAtInsert' | 'search' | 'trigger' | 'now' | 'field'
>;

/**
 * One step of the schema. Written once, never edited: its statements on every dialect are checksummed.
 * Numbers have no gaps.
 */
export interface Migration {
  number: number;
  name: string;
  statements(dialect: MigrationDialect): string[];
}
