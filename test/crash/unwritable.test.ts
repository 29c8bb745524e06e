// A database that takes no writes for a while: what is sent is refused properly, readiness says why, reads go on, and all is well
// again by itself.
import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';
import { fillTables } from './fill-tables.js';
import { command, type Place, places, type ServerProcess, startServer } from './server-process.js';

const soon = { timeout: 50_000, interval: 50 };
const hasLimits = spawnSync('prlimit', ['--version']).status === 0;

describe.each(places())('a database that takes no writes ($name)', ({ name, make }) => {
  let place: Place | undefined;
  let server: ServerProcess | undefined;

  afterEach(async () => {
    await server?.kill();
    await place?.remove();
  });

  async function start(): Promise<ServerProcess> {
    place = await make();
    server = await startServer(place);
    await fillTables(server, 500);
    return server;
  }

  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${server?.port}/readyz`);
    return [answer.status, ((await answer.json()) as { status: string }).status];
  };

  async function refuses(reason: RegExp): Promise<void> {
    const { send } = server as ServerProcess;
    let answer = await write(0);
    for (let n = 1; answer.status === 201 && n < 300; n++) answer = await write(n);
    expect([answer.status, answer.json.errorType]).toEqual([503, 'DATABASE_UNAVAILABLE']);
    expect(await ready()).toEqual([503, expect.stringMatching(reason)]);
    expect((await send('GET', '/v1/tables?limit=5')).json.data).toHaveLength(5);
  }

  async function recovers(): Promise<void> {
    await expect.poll(ready, soon).toEqual([200, 'ready']);
    // The server may close a connection that was idle meanwhile, just as it is used again.
    await expect.poll(async () => (await write(1000).catch(() => null))?.status, soon).toBe(201);
    await server?.stop();
    expect(command((place as Place).env, 'validate')).toMatch(/ 0 problems/);
  }

  let count = 0;
  const write = (n: number) =>
    (server as ServerProcess).send('POST', '/v1/tables', {
      name: `large${n}_${count++}`,
      databaseSchema: 'crash.db.public',
      description: 'word '.repeat(40_000),
      columns: [{ name: 'a', dataType: 'INT' }],
    });

  it.runIf(name === 'sqlite' && hasLimits)('as there is no room', { timeout: 60_000 }, async () => {
    const { pid } = await start();
    const limit = (bytes: string) => spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]).status;
    expect(limit('65536')).toBe(0);
    await refuses(/disk I\/O error|full/);
    expect(limit('unlimited')).toBe(0);
    await recovers();
  });

  it.runIf(name === 'postgres')('as it is read-only', { timeout: 60_000 }, async () => {
    await start();
    await setDatabase('set default_transaction_read_only = on');
    await expect.poll(async () => (await write(0)).status, soon).toBe(503);
    await refuses(/read-only/);
    await setDatabase('set default_transaction_read_only = off');
    await recovers();
  });

  it.runIf(name === 'postgres')('as nobody may connect', { timeout: 60_000 }, async () => {
    await start();
    await setDatabase('with allow_connections false');
    await expect
      .poll(ready, soon)
      .toEqual([503, expect.stringMatching(/not currently accepting connections|does not answer/)]);
    await setDatabase('with allow_connections true');
    await recovers();
  });

  /** Changes the database of the server, and ends its connections so that it holds. */
  async function setDatabase(change: string): Promise<void> {
    const url = new URL(place?.env.CAIRN_DATABASE_URL ?? '');
    const database = url.pathname.slice(1);
    url.pathname = '/postgres';
    const admin = connectPostgres({ url: url.href, connections: 1 });
    await admin.unsafe(`alter database ${database} ${change}`);
    await admin.unsafe('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
    await admin.end();
  }
});
