import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadSqliteLibrary } from '../../storage/index.js';
import { connectPostgres, type PostgresClient } from '../../storage/postgres/postgres-client.js';
import { createAddressPolicy } from '../address-policy.js';
import { openPostgresSource, openSqliteSource, type Source } from '../index.js';

const limits = { connectTimeout: 1000, statementTimeout: 1000, maxRows: 5 };
const FOREVER = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n';

describe('a SQLite source', () => {
  const work = mkdtempSync(join(tmpdir(), 'cairn-source-'));
  const folder = join(work, 'files');
  const dataFolder = join(folder, 'data');
  const program = pathToFileURL(join(import.meta.dirname, '../../../dist/source-reader.js'));
  const sources: Source[] = [];
  const open = async (file: string, given = {}) => {
    const option = '--source-folder';
    const source = await openSqliteSource({ file, folder, dataFolder, program, limits, option, ...given });
    sources.push(source);
    return source;
  };

  beforeAll(() => {
    mkdirSync(dataFolder, { recursive: true });
    for (const path of [join(folder, 'shop.db'), join(work, 'outside.db'), join(dataFolder, 'cairn.db')]) {
      const { DatabaseSync } = loadSqliteLibrary();
      const database = new DatabaseSync(path);
      database.exec(
        "create table orders (id integer, note text); insert into orders values (1, 'a'), (9007199254740993, null)",
      );
      database.close();
    }
    symlinkSync(join(work, 'outside.db'), join(folder, 'link.db'));
    writeFileSync(join(folder, 'broken.db'), 'this is no database, and long enough to be looked at as one'.repeat(30));
  });
  afterEach(async () => {
    for (const source of sources.splice(0)) await source.close();
  });
  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
  });

  it('gives rows with their columns, large numbers whole, and as many as were asked for', async () => {
    const source = await open('shop.db');
    expect(await source.query('select id, note from orders order by id')).toEqual({
      columns: ['id', 'note'],
      rows: [
        [1n, 'a'],
        [9007199254740993n, null],
      ],
      cut: false,
    });
    expect(await source.query('select id from orders where false')).toEqual({ columns: ['id'], rows: [], cut: false });
    const many = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i from n';
    expect(await source.query(many)).toMatchObject({ rows: [[1n], [2n], [3n], [4n], [5n]], cut: true });
  });

  it.each([
    "attach database 'outside.db' as o",
    '/* select */ attach database ":memory:" as o',
    'delete from orders',
    'pragma writable_schema = on',
    'with x as (select 1) delete from orders',
    'vacuum',
    "select load_extension('x')",
  ])('runs nothing that does more than read: %s', async (text) => {
    const source = await open('shop.db');
    await expect(source.query(text)).rejects.toMatchObject({ failure: 'failed' });
    expect(await source.query('select count(*) from orders')).toMatchObject({ rows: [[2n]] });
  });

  it('ends a statement that takes too long, and goes on', { timeout: 15_000 }, async () => {
    const source = await open('shop.db');
    await expect(source.query(FOREVER)).rejects.toMatchObject({
      failure: 'timeout',
      message: 'shop.db was not read in time',
    });
    expect(await source.query('select count(*) from orders')).toMatchObject({ rows: [[2n]] });
    await source.close();
    expect(readersOf(program.pathname)).toEqual([]);
  });

  it.each(['../outside.db', 'link.db', 'data/cairn.db', 'nothing.db', '/etc/passwd', '.', ''])(
    'does not open %j',
    async (file) => {
      await expect(open(file)).rejects.toMatchObject({ failure: 'refused' });
    },
  );

  it('opens nothing when no folder is named', async () => {
    await expect(open('shop.db', { folder: '' })).rejects.toThrow('--source-folder can name a folder');
  });

  it('says that a file is no database', async () => {
    await expect((await open('broken.db')).query('select 1 from x')).rejects.toMatchObject({
      failure: 'failed',
      message: 'broken.db refused: file is not a database',
    });
  });
});

const url = process.env.CAIRN_TEST_DATABASE_URL;

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

  it('gives rows with their columns, and as many as were asked for', async () => {
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

  it('ends a statement that takes too long in the database, too', { timeout: 15_000 }, async () => {
    const source = await open();
    await expect(source.query('select pg_sleep(30) as source_marker')).rejects.toMatchObject({ failure: 'timeout' });
    await source.close();
    await expect.poll(connections).toBe(0);
  });

  it('reaches only what an operator allows', async () => {
    const closed = { policy: createAddressPolicy([], '--source-allow') };
    await expect(open(closed)).rejects.toThrow('127.0.0.1 is not a public address; --source-allow can allow its range');
  });

  it('says that nobody listens, that the password is wrong, and that nothing answers', {
    timeout: 15_000,
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

function readersOf(program: string): string[] {
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(program));
}
