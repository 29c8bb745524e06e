import { existsSync } from 'node:fs';

import { type Config, databaseFile, prepareDataFolder, readConfig, storeOptions } from '../config/index.js';
import { openStore, pendingMigrations, type Store } from '../storage/index.js';
import { Failure } from './fail.js';
import { givenFlags } from './option-flags.js';

export interface OpenData {
  config: Config;
  store: Store;
}

export interface WithStoreOptions {
  /** Creates the data folder if it is missing. */
  create?: boolean;
  /** Page cache size of the embedded database. */
  cacheKilobytes?: number;
  /** Fails with a message if migrations are pending. */
  current?: boolean;
  /** Fails with a message while a server uses the embedded database. */
  alone?: boolean;
}

/** Opens the database given by flags and environment, and closes it after the work. */
export async function withStore<T = void>(
  options: Readonly<Record<string, unknown>>,
  work: (open: OpenData) => Promise<T>,
  { create = true, current = false, ...opening }: WithStoreOptions = {},
): Promise<T> {
  const config = readConfig(givenFlags(options));
  if (config.databaseUrl === '') prepareFolder(config, create);
  const store = await openStore({ ...storeOptions(config), ...opening });
  try {
    if (current) await checkCurrent(store);
    return await work({ config, store });
  } finally {
    await store.close();
  }
}

async function checkCurrent(store: Store): Promise<void> {
  const pending = await store.read((sql) => pendingMigrations(sql));
  if (pending.length)
    throw new Failure(
      `the database is not up to date; run "cairn migrate" first; missing migrations: ${pending.join(', ')}`,
    );
}

function prepareFolder(config: Config, create: boolean): void {
  if (create) prepareDataFolder(config);
  else if (!existsSync(databaseFile(config))) throw new Failure(`there is no catalog in ${config.data}`);
}
