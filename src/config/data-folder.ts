import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, ConfigError } from './read-config.js';
import { type SecretKeySource, secretKeyFile } from './secret-key.js';

/** The file of the embedded database. */
export function databaseFile({ data }: Pick<Config, 'data'>): string {
  return join(resolve(data), 'cairn.db');
}

/** The options for opening the store. */
export function storeOptions(config: Pick<Config, 'data' | 'databaseUrl'>): {
  databaseUrl: string | null;
  path: string;
} {
  return { databaseUrl: config.databaseUrl || null, path: databaseFile(config) };
}

/** Where this configuration takes the secret key from. */
export function keySource({ secretKey, data }: Pick<Config, 'secretKey' | 'data'>): SecretKeySource {
  return secretKey ? { given: secretKey } : { folder: data };
}

/** Creates the data folder if it is missing. Fails on a key without a database: they are the remains of a catalog, which must not be replaced by an empty one. */
export function prepareDataFolder(config: Pick<Config, 'secretKey' | 'data' | 'databaseUrl'>): void {
  const [file, key] = [databaseFile(config), secretKeyFile(resolve(config.data))];
  if (!config.databaseUrl && !config.secretKey && existsSync(key) && !existsSync(file))
    throw new ConfigError([
      `${file} is missing, but ${key} exists; restore the database from a backup, or move the key away to start with an empty catalog.`,
    ]);
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
}
