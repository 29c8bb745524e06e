// The JDBC connection of the interface: a custom database service keeps one in its connectionOptions.
import { isObject } from './json-schema.js';

export const jdbcConnectionSchema = 'type/jdbcConnection';
export const jdbcInfoSchema = 'type/jdbcConnection#jdbcInfo';

/** The options of a custom database connection that describe a JDBC connection, or undefined. */
export function jdbcOptions(config: unknown): Record<string, unknown> | undefined {
  if (!isObject(config) || !isObject(config.connectionOptions)) return undefined;
  return 'driverClass' in config.connectionOptions ? config.connectionOptions : undefined;
}

const passwordInUrl = /^([A-Za-z][A-Za-z0-9+.:-]*:\/\/[^:/@\s]+:)(\S*)(@)/;

/** The password in a connection URL of the form `scheme://user:password@host:port/name`. */
export function jdbcUrlPassword(url: string): string | undefined {
  return passwordInUrl.exec(url)?.[2];
}

export function replaceJdbcUrlPassword(url: string, password: string): string {
  return url.replace(passwordInUrl, (_all, before: string, _old: string, at: string) => before + password + at);
}
