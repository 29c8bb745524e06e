// The JDBC connection of the interface; a custom database service stores one in its connectionOptions.
import { isObject } from './json.js';

export const jdbcConnectionSchema = 'type/jdbcConnection';
export const jdbcInfoSchema = 'type/jdbcConnection#jdbcInfo';

/** The options of a custom database connection if they describe a JDBC connection, else undefined. */
export function jdbcOptions(config: unknown): Record<string, unknown> | undefined {
  if (!isObject(config) || !isObject(config.connectionOptions)) return undefined;
  return 'driverClass' in config.connectionOptions ? config.connectionOptions : undefined;
}
