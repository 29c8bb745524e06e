import { join, resolve } from 'node:path';
import type { Config } from './read-config.js';

/** The file of the embedded database. */
export function databaseFile({ data }: Pick<Config, 'data'>): string {
  return join(resolve(data), 'cairn.db');
}

/** What the store is opened with. */
export function storeOptions(config: Pick<Config, 'data' | 'databaseUrl'>): {
  databaseUrl: string | null;
  path: string;
} {
  return { databaseUrl: config.databaseUrl || null, path: databaseFile(config) };
}
