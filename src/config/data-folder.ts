import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, ConfigError } from './read-config.js';
import { type SecretKeySource, secretKeyFile } from './secret-key.js';

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

/** Where the secret key of this configuration is. */
export function keySource({ secretKey, data }: Pick<Config, 'secretKey' | 'data'>): SecretKeySource {
  return secretKey ? { given: secretKey } : { folder: data };
}

/** Makes the data folder when it is missing. A key without its database is what is left of a catalog: refuses to begin another. */
export function prepareDataFolder(config: Pick<Config, 'secretKey' | 'data' | 'databaseUrl'>): void {
  const [file, key] = [databaseFile(config), secretKeyFile(resolve(config.data))];
  if (!config.databaseUrl && !config.secretKey && existsSync(key) && !existsSync(file))
    throw new ConfigError([
      `${file} is missing, but ${key} is there; restore the database from a backup, or move the key away to begin a new catalog.`,
    ]);
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
}
