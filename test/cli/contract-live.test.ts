// `cairn contract test FILE --source` against the servers themselves: what is kept, what is not, and what cannot be told.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { missingMariadb, startMariadb } from '../../scripts/mariadb-server.mjs';
import { contractCommand } from '../../src/cli/commands/contract-command.js';
import { writeYaml } from '../../src/odcs/index.js';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';
import { chooseStores } from '../support/stores.js';
import { databaseUrl } from '../support/templates.js';

interface Server {
  /** URL of a database with the tables. */
  url: string;
  stop(): Promise<void>;
}

const ROWS = [
  'create table orders (id integer, code varchar(10), email varchar(50), ordered date, amount decimal(10,2), at timestamp null)',
  `insert into orders values (1, 'EU', 'a@x', '2026-01-01', 5, null), (2, 'EU', 'b@x', '2026-01-02', 6, null),
    (3, 'eu', 'c@x', null, 7.5, null)`,
];

async function postgres(given: string): Promise<Server> {
  const name = `contract_live_${process.pid}`;
  const admin = connectPostgres({ url: given, connections: 1 });
  await admin.unsafe(`drop database if exists ${name}`);
  await admin.unsafe(`create database ${name}`);
  const url = databaseUrl(given, name);
  const own = connectPostgres({ url, connections: 1 });
  for (const text of ROWS) await own.unsafe(text);
  await own.end();
  return {
    url,
    async stop() {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

async function mariadb(): Promise<Server> {
  const server = await startMariadb();
  const { createConnection } = await import('mysql2/promise');
  const admin = await createConnection({ host: '127.0.0.1', port: server.port, user: 'root' });
  for (const text of ['create database shop', 'use shop', ...ROWS]) await admin.query(text);
  await admin.end();
  return { url: `mysql://root@127.0.0.1:${server.port}/shop`, stop: server.stop };
}

const missing = missingMariadb();
const folder = mkdtempSync(join(tmpdir(), 'cairn-contract-live-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  process.exitCode = 0;
});

const rule = (metric: string, more: object) => ({ metric, ...more });
const properties = [
  { name: 'id', logicalType: 'integer', primaryKey: true },
  { name: 'code', logicalType: 'string', required: true },
  { name: 'email', logicalType: 'string', unique: true, quality: [rule('duplicateValues', { mustBe: 0 })] },
  { name: 'ordered', logicalType: 'date', quality: [rule('nullValues', { unit: 'percent', mustBeLessThan: 50 })] },
  { name: 'amount', logicalType: 'number' },
  { name: 'at', logicalType: 'timestamp' },
];
const quality = [
  rule('rowCount', { mustBeBetween: [3, 10] }),
  {
    ...{ type: 'sql', name: 'positive', mustBeGreaterThan: 0 },
    query: '-- lowest\nwith lowest as (select min(amount) as n from ${object}) select n from lowest;',
  },
];
let files = 0;
function save(object: object, more: object = {}): string {
  const file = join(folder, `${++files}.odcs.yaml`);
  const header = {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: 'c',
    name: 'orders',
    version: '1',
    status: 'active',
  };
  writeFileSync(file, writeYaml({ ...header, ...more, schema: [{ name: 'orders', ...object }] }));
  return file;
}

async function run(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const log = vi.spyOn(console, 'log').mockImplementation((text) => out.push(String(text)));
  const error = vi.spyOn(console, 'error').mockImplementation((text) => err.push(String(text)));
  await contractCommand().parseAsync(['node', 'contract', 'test', ...args]);
  log.mockRestore();
  error.mockRestore();
  return { code: process.exitCode, out: out.join('\n'), err: err.join('\n') };
}

/** Status and detail of each check. */
async function checksOf(file: string, url: string) {
  const { code, out } = await run(file, '--source', url, '--json');
  const { checks } = JSON.parse(out);
  return {
    code,
    found: Object.fromEntries(checks.map((one: Record<string, string>) => [one.what, [one.status, one.detail]])),
  };
}

describe.each(
  chooseStores<{ name: string; skip: boolean; start(): Promise<Server> }>({
    sqlite: () => ({ name: 'MariaDB', skip: missing !== null, start: mariadb }),
    postgres: (url) => ({ name: 'PostgreSQL', skip: false, start: () => postgres(url) }),
  }),
)('a contract against $name', ({ skip, start }) => {
  let server: Server;
  beforeAll(async () => {
    if (!skip) server = await start();
  }, 60_000);
  afterAll(() => server?.stop());

  it.skipIf(skip)('is kept', async () => {
    const { code, out } = await run(save({ properties, quality }), '--source', server.url);
    expect(out).not.toMatch(/^ {2}(?:failed|unchecked)/m);
    expect(out.split('\n').at(-1)).toMatch(/^1\d kept, 0 failed, 0 could not be checked$/);
    expect(code).toBe(0);
  });

  it.skipIf(skip)('is not kept: columns, types, nulls, repeats, values, rules', async () => {
    const wrong = [
      { name: 'id', logicalType: 'string' },
      { name: 'gone', logicalType: 'string' },
      { name: 'ordered', logicalType: 'date', required: true },
      {
        ...{ name: 'code', logicalType: 'string', unique: true },
        quality: [
          rule('invalidValues', { arguments: { validValues: ['EU'] }, mustBe: 0, name: 'listed' }),
          rule('invalidValues', { arguments: { pattern: '^[A-Z]+$' }, mustBe: 0, name: 'capitals' }),
        ],
      },
    ];
    const rules = [
      rule('rowCount', { mustBeGreaterThan: 100 }),
      { type: 'sql', query: 'select nothing from ${object}', mustBe: 0, name: 'broken' },
      { type: 'sql', query: 'delete from ${object}', mustBe: 0, name: 'harm' },
      { type: 'sql', query: '/* select */ drop table orders', mustBe: 0, name: 'worse' },
    ];
    const { code, found } = await checksOf(save({ properties: wrong, quality: rules }), server.url);
    expect(code).toBe(1);
    expect(found).toMatchObject({
      'column id': ['failed', expect.stringContaining('expected STRING')],
      'column gone': ['failed', 'the table has no such column'],
      'column ordered is required': ['failed', '1 rows are null'],
      'quality rule listed on code': ['failed', 'the value is 1, and must be 0'],
      'quality rule capitals on code': ['failed', 'the value is 1, and must be 0'],
      'quality rule rowCount': ['failed', 'the value is 3, and must be greater than 100'],
      'quality rule broken': ['unchecked', expect.stringContaining('127.0.0.1 rejected')],
      'quality rule harm': ['unchecked', expect.stringContaining('only read-only statements')],
      'quality rule worse': ['unchecked', expect.stringContaining('only read-only statements')],
    });
    expect((await run(save({ properties, quality }), '--source', server.url)).code).toBe(0);
  });

  it.skipIf(skip)('is not told: no table, no such user, with no password in what is printed', async () => {
    expect(await run(save({ name: 'nosuch', properties }), '--source', server.url)).toMatchObject({
      code: 1,
      out: expect.stringContaining('no such table'),
    });
    const url = new URL(server.url);
    url.username = 'nobody_here';
    url.password = 'hush-hush';
    const refused = await run(save({ properties }), '--source', url.href);
    expect(refused.code).toBe(2);
    expect(refused.err).not.toBe('');
    expect(refused.out + refused.err).not.toContain('hush-hush');
  });
});
