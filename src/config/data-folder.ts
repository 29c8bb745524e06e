import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, ConfigError } from './read-config.js';
import { type SecretKeySource, secretKeyFile } from './secret-key.js';

/** The file of the embedded database. */
export function databaseFile({ data }: Pick<Config, 'data'>): string {
  return join(resolve(data), 'cairn.db');
}

/** The options for opening the store. */
export function storeOptions(config: Pick<Config, 'data' | 'databaseUrl' | 'readCache'>): {
  databaseUrl: string | null;
  path: string;
  cacheSize: number;
} {
  return { databaseUrl: config.databaseUrl || null, path: databaseFile(config), cacheSize: config.readCache };
}

/** The secret key source of this configuration. */
export function keySource({ secretKey, data }: Pick<Config, 'secretKey' | 'data'>): SecretKeySource {
  return secretKey ? { given: secretKey } : { folder: data };
}

/**
 * Creates the data folder if it is missing. Fails if there is a key but no database: that is what is left of a lost
 * catalog, and an empty one must not silently replace it.
 */
export function prepareDataFolder(config: Pick<Config, 'secretKey' | 'data' | 'databaseUrl'>): void {
  const [file, key] = [databaseFile(config), secretKeyFile(resolve(config.data))];
  if (!config.databaseUrl && !config.secretKey && existsSync(key) && !existsSync(file))
    throw new ConfigError([
      `${file} is missing, but ${key} exists; restore the database from a backup, or move the key away to start with an empty catalog.`,
    ]);
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
}
