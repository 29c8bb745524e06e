import { existsSync, mkdirSync } from 'node:fs';

import { type Config, databaseFile, readConfig, storeOptions } from '../config/index.js';
import { openStore, type Store } from '../storage/index.js';
import { Failure } from './fail.js';
import { givenFlags } from './option-flags.js';

export interface OpenData {
  config: Config;
  store: Store;
}

/** Opens the database that flags and environment name, and closes it when the work is done. */
export async function withStore(
  options: Readonly<Record<string, unknown>>,
  work: (open: OpenData) => Promise<void>,
  { create = true } = {},
): Promise<void> {
  const config = readConfig(givenFlags(options));
  if (config.databaseUrl === '') prepareFolder(config, create);
  const store = openStore(storeOptions(config));
  try {
    await work({ config, store });
  } finally {
    await store.close();
  }
}

function prepareFolder(config: Config, create: boolean): void {
  if (create) mkdirSync(config.data, { recursive: true, mode: 0o700 });
  else if (!existsSync(databaseFile(config))) throw new Failure(`there is no catalog in ${config.data}`);
}
