// What the URL of a database says about the way to it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSetting, openStore, putSetting, type Store } from '../../src/storage/index.js';
import { forPostgres } from '../support/stores.js';
import { openStandbyLine, openTlsLine } from './other-lines.js';
import type { Line } from './wire.js';

const fileOf = (name: string) => fileURLToPath(new URL(`../mail/${name}`, import.meta.url));
const certificate = fileOf('localhost.pem');

async function use(databaseUrl: string, work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore({ databaseUrl, path: '', connections: 2 });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

const read = (store: Store) => store.read((sql) => getSetting(sql, 'none'));

forPostgres('a database that only speaks TLS', (place) => {
  let line: Line;
  const withParameters = (parameters: Record<string, string>, host = 'localhost') => {
    const url = new URL(line.url);
    url.hostname = host;
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  };
  beforeAll(async () => {
    const key = readFileSync(fileOf('localhost.key'), 'utf8');
    line = await openTlsLine(place().url as string, { key, cert: readFileSync(certificate, 'utf8') });
  });
  afterAll(() => line.close());

  it.each([
    [{ sslmode: 'prefer' }, 'localhost'],
    [{ sslmode: 'require', channel_binding: 'require' }, 'localhost'],
    [{ sslmode: 'require', sslrootcert: certificate }, 'localhost'],
    [{ sslmode: 'verify-ca', sslrootcert: certificate }, 'localhost'],
    [{ sslmode: 'verify-full', sslrootcert: certificate }, 'localhost'],
    [{ sslmode: 'verify-full', sslrootcert: certificate }, '127.0.0.1'],
    [{ sslrootcert: certificate }, 'localhost'],
  ])('is reached with %j at %s', async (parameters, host) => {
    await use(withParameters(parameters, host), async (store) => {
      await store.write((tx) => putSetting(tx, { name: 'encrypted', updated_at: 1, doc: '{}' }));
      expect(await read(store)).toBeUndefined();
    });
  });

  it.each([
    [{ sslmode: 'verify-full' }, 'self-signed certificate'],
    [{ sslmode: 'verify-ca' }, 'self-signed certificate'],
    [{ sslmode: 'full' }, 'its URL has sslmode=full'],
    [{ sslrootcert: '/does/not/exist.pem' }, 'sslrootcert of its URL cannot be read'],
    [{ sslmode: 'disable' }, 'the database is unavailable'],
  ])('is not reached with %j', async (parameters, reason) => {
    const opened = use(withParameters(parameters), read);
    await expect(opened).rejects.toMatchObject({ name: 'StoreUnavailable', message: expect.stringContaining(reason) });
  });
});

forPostgres('a database with several hosts', (place) => {
  it('is used where it takes writes, wherever that stands', { timeout: 30_000 }, async () => {
    const primary = new URL(place().url as string);
    const standby = await openStandbyLine(primary.href);
    const { host } = new URL(standby.url);
    const base = (hosts: string) => `postgres://${primary.username}@${hosts}${primary.pathname}`;
    for (const hosts of [`${host},${primary.host}`, `${primary.host},${host}`])
      await use(`${base(hosts)}?target_session_attrs=read-write`, async (store) => {
        await Promise.all(Array.from({ length: 8 }, () => read(store)));
        await store.write((tx) => putSetting(tx, { name: 'several', updated_at: 1, doc: '{}' }));
      });
    expect(standby.received()).toBe(0);
    await standby.close();
    await use(base(`${host},${primary.host}`), read); // the first one is gone
  });
});
