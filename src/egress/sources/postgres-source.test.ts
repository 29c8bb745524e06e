import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseStores } from '../../../test/support/stores.js';
import { connectPostgres, type PostgresClient } from '../../storage/postgres/postgres-client.js';
import { createAddressPolicy } from '../address-policy.js';
import { openPostgresSource, type Source } from '../index.js';

const limits = { connectTimeout: 1000, statementTimeout: 1000, maxRows: 5 };
const [url] = chooseStores<string | null>({ sqlite: () => null, postgres: (given) => given }).filter(
  (given) => given !== null,
);

describe.skipIf(!url)('a PostgreSQL source', () => {
  const target = new URL(url ?? 'postgres://nobody@127.0.0.1');
  const policy = createAddressPolicy(['127.0.0.0/8'], '--source-allow');
  const options = {
    host: target.hostname,
    port: Number(target.port),
    user: target.username,
    password: '',
    database: target.pathname.slice(1),
    tls: 'off' as const,
    policy,
    limits,
  };
  const sources: Source[] = [];
  let admin: PostgresClient;
  const open = async (given = {}) => {
    const source = await openPostgresSource({ ...options, ...given });
    sources.push(source);
    return source;
  };
  const connections = () =>
    admin`select count(*)::int as n from pg_stat_activity where pid <> pg_backend_pid() and query like '%source_marker%'`.then(
      ([row]) => row?.n,
    );

  beforeAll(async () => {
    admin = connectPostgres({ url: target.href, connections: 1 });
    await admin`create table if not exists source_orders (id bigint, note text, at timestamptz)`;
    await admin`insert into source_orders values (1, 'a', '2026-01-01Z'), (2, null, null)`;
  });
  afterAll(async () => {
    for (const source of sources) await source.close();
    await admin`drop table source_orders`;
    await admin.end();
  });

  it('returns rows with their columns, up to the requested number', async () => {
    const source = await open();
    expect(await source.query('select id, note, at from source_orders order by id')).toEqual({
      columns: ['id', 'note', 'at'],
      rows: [
        ['1', 'a', '2026-01-01T00:00:00.000Z'],
        ['2', null, null],
      ],
      cut: false,
    });
    expect(await source.query('select id from source_orders where false')).toMatchObject({ rows: [], cut: false });
    const many = await source.query('select i from generate_series(1, 100000) i');
    expect([many.rows.length, many.cut]).toEqual([5, true]);
    expect((await source.query('select count(*)::int from source_orders')).rows).toEqual([[2]]);
  });

  it.each([
    'delete from source_orders',
    'create table other (x int)',
    "select set_config('transaction_read_only', 'off', false); delete from source_orders",
    'commit',
    'select nothing',
  ])('runs nothing that does more than read: %s', async (text) => {
    const source = await open();
    await source.query("select set_config('default_transaction_read_only', 'off', false)");
    await source.query(text).catch((error) => expect(error).toMatchObject({ failure: 'failed' }));
    expect((await (await open()).query('select count(*)::int from source_orders')).rows).toEqual([[2]]);
  });

  it.each([
    ['a program', (file: string) => `copy (select 1) to program 'cat > ${file}'`],
    ['a file', (file: string) => `/* */ copy (select 1) to '${file}'`],
    ['a large object', (file: string) => `do $$ begin perform lo_export(lo_create(0), '${file}'); end $$`],
  ] as const)('neither runs programs nor writes files: %s', async (_, statement) => {
    const file = join(tmpdir(), `source-${randomUUID()}`);
    const text = statement(file);
    await expect((await open()).query(text)).rejects.toMatchObject({ failure: 'failed' });
    expect(existsSync(file)).toBe(false);
  });

  it('also cancels a statement in the database that takes too long', async () => {
    const source = await open();
    await expect(source.query('select pg_sleep(30) as source_marker')).rejects.toMatchObject({ failure: 'timeout' });
    await source.close();
    await expect.poll(connections).toBe(0);
  });

  it('reaches only what an operator allows', async () => {
    const closed = { policy: createAddressPolicy([], '--source-allow') };
    await expect(open(closed)).rejects.toThrow('127.0.0.1 is not a public address; --source-allow can allow its range');
  });

  it('reports a refused connection, a wrong password, and a missing response', {
    timeout: 50_000,
  }, async () => {
    await expect(open({ port: 1 })).rejects.toMatchObject({ failure: 'unreachable' });
    const stranger = await open({ user: 'nobody_at_all' });
    await expect(stranger.query('select 1')).rejects.toMatchObject({ failure: 'failed' });
    const mute = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done));
    const address = mute.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect((await open({ port })).query('select 1')).rejects.toMatchObject({ failure: 'timeout' });
    mute.close();
  });
});
