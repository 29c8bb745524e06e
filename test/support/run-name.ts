// One run of tests: its name begins those of its databases, its folder holds its files. Both go when it ends.
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';

const NAME = 'CAIRN_TEST_RUN';

export const runName = (): string => process.env[NAME] ?? '';
export const runFolder = (): string => join(tmpdir(), runName());

export async function setup(): Promise<() => Promise<void>> {
  process.env[NAME] = `cairn_${randomBytes(6).toString('hex')}`;
  mkdirSync(runFolder());
  return async () => {
    rmSync(runFolder(), { recursive: true, force: true });
    const { CAIRN_TEST_DATABASE_URL: url } = process.env;
    if (url) await dropDatabases(url);
  };
}

async function dropDatabases(url: string): Promise<void> {
  const client = connectPostgres({ url, connections: 1 });
  const left = await client<{ name: string }[]>`
    select datname as name from pg_database where starts_with(datname, ${`${runName()}_`})`;
  for (const { name } of left) await client.unsafe(`drop database ${name} with (force)`);
  await client.end();
}
