import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingMariadb, startMariadb } from '../../../scripts/mariadb-server.mjs';
import { createAddressPolicy } from '../address-policy.js';
import { openMysqlSource, type Source } from '../index.js';

const limits = { connectTimeout: 1000, statementTimeout: 1000, maxRows: 5 };
const policy = createAddressPolicy(['127.0.0.0/8'], '--source-allow');
const options = { host: '127.0.0.1', user: 'root', password: '', database: '', tls: 'off' as const, policy, limits };

const missing = missingMariadb();

describe.skipIf(missing)(missing ? `a MySQL source is not tested: ${missing}` : 'a MySQL source', () => {
  let server: { port: number; stop(): Promise<void> };
  const sources: Source[] = [];
  const open = async (given = {}) => {
    const source = await openMysqlSource({ ...options, port: server.port, database: 'shop', ...given });
    sources.push(source);
    return source;
  };

  beforeAll(async () => {
    server = await startMariadb();
    const { createConnection } = await import('mysql2/promise');
    const admin = await createConnection({
      host: '127.0.0.1',
      port: server.port,
      user: 'root',
      multipleStatements: true,
    });
    await admin.query(`
      create database shop character set utf8mb4; use shop;
      create table orders (id bigint unsigned, price decimal(20,3), note varchar(100), at datetime, body json, raw blob);
      insert into orders values (18446744073709551615, 12345678901234567.125, 'ä€😀', '2026-01-01 10:00:00', '{"a":1}', x'00ff');
      insert into orders values (2, null, null, null, null, null);
      create user reader@'127.0.0.1' identified by 'pä$$ word'; grant select on shop.* to reader@'127.0.0.1';`);
    await admin.end();
  });
  afterAll(async () => {
    for (const source of sources) await source.close();
    await server?.stop();
  });

  it.each([
    'with some as (select id from orders) select count(*) from some',
    '(select id from orders) union (select 7);',
    '-- note\nselect id from orders; ',
    '# note\nselect id from orders',
    '/* note */ select id from orders -- end',
    'values (1), (2)',
    'show tables',
    'explain select id from orders',
    'describe orders',
  ])('runs %j', async (text) => {
    const source = await open();
    expect((await source.query(text)).rows.length).toBeGreaterThan(0);
  });

  it('returns rows with their columns and exact values, up to the requested number', async () => {
    const source = await open();
    expect(await source.query('select * from orders order by id desc')).toEqual({
      columns: ['id', 'price', 'note', 'at', 'body', 'raw'],
      rows: [
        [
          '18446744073709551615',
          '12345678901234567.125',
          'ä€😀',
          '2026-01-01 10:00:00',
          '{"a":1}',
          Buffer.from([0, 255]),
        ],
        ['2', null, null, null, null, null],
      ],
      cut: false,
    });
    expect(await source.query('select id from orders where false')).toEqual({ columns: ['id'], rows: [], cut: false });
    for (const text of ['select seq from seq_1_to_100000', 'select seq from seq_1_to_100000 limit 50000']) {
      const many = await source.query(text);
      expect([many.rows.length, many.cut], text).toEqual([5, true]);
    }
    expect((await source.query('select count(*) from orders')).rows).toEqual([['2']]);
    expect((await source.query('show tables')).rows).toEqual([['orders']]);
  });

  it('logs in with a password, and reports a wrong one without it', async () => {
    const reader = { user: 'reader', password: 'pä$$ word' };
    expect((await (await open(reader)).query('select current_user()')).rows).toEqual([['reader@127.0.0.1']]);
    const failure = await open({ ...reader, password: 'hunter2' }).catch((error) => error);
    expect(failure).toMatchObject({ failure: 'failed', message: expect.stringContaining('Access denied') });
    expect(failure.message).not.toContain('hunter2');
    await expect(open({ database: 'nowhere' })).rejects.toMatchObject({ failure: 'failed' });
  });

  it.each([
    'delete from orders',
    'with x as (select 1) delete from orders',
    'create table other (x int)',
    'set session transaction read write',
    'commit',
    "select 1 into outfile '/tmp/cairn-outfile'",
    "select 1 into /*!50000 dumpfile */ '/tmp/cairn-outfile'",
    '/*! delete from orders */',
    'select 1; delete from orders',
    "load data local infile '/etc/passwd' into table orders",
    'explain select nothing',
  ])('runs nothing that does more than read: %s', async (text) => {
    const source = await open();
    await expect(source.query(text)).rejects.toMatchObject({ failure: 'failed' });
    expect((await source.query('select count(*) from orders')).rows).toEqual([['2']]);
  });

  it('also cancels a statement in the database that takes too long, and continues', async () => {
    const source = await open();
    const slow = 'select count(*) from seq_1_to_1000000 a, seq_1_to_1000000 b /* source_marker */';
    await expect(source.query(slow)).rejects.toMatchObject({
      failure: 'timeout',
      message: '127.0.0.1 did not answer in time',
    });
    const running =
      "select count(*) from information_schema.processlist where id <> connection_id() and info like '%marker%'";
    await expect.poll(async () => (await source.query(running)).rows).toEqual([['0']]);
  });

  it('reaches only what an operator allows', async () => {
    await expect(open({ policy: createAddressPolicy([], '--source-allow') })).rejects.toThrow(
      '127.0.0.1 is not a public address; --source-allow can allow its range',
    );
  });

  it('reports a refused connection, a server without TLS, silence and rubbish', async () => {
    await expect(open({ port: 1 })).rejects.toMatchObject({ failure: 'unreachable' });
    for (const tls of ['require', 'verify']) await expect(open({ tls })).rejects.toMatchObject({ failure: 'broken' });
    const mute = await listen(() => {});
    await expect(open({ port: mute.port })).rejects.toMatchObject({ failure: 'timeout' });
    const rubbish = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(open({ port: rubbish.port })).rejects.toMatchObject({
      failure: expect.stringMatching(/broken|failed/),
    });
    for (const { close } of [mute, rubbish]) close();
  });
});

async function listen(answer: (socket: Socket) => unknown) {
  const server = createServer((socket) => answer(socket.on('error', () => {})));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, close: () => server.close() };
}
