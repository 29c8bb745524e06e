import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { contractCommand } from '../../src/cli/commands/contract-command.js';
import { writeYaml } from '../../src/odcs/index.js';
import { openSqlite } from '../../src/storage/index.js';
import { addSchema, CONTRACTS, createCalls } from '../contracts/support.js';
import { createTestApp, type TestApp } from '../support/app.js';

const folder = mkdtempSync(join(tmpdir(), 'cairn-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  process.exitCode = 0;
});

const header = { apiVersion: 'v3.1.0', kind: 'DataContract', id: 'c', name: 'orders', version: '1', status: 'active' };
const promised = {
  ...header,
  schema: [
    {
      name: 'orders',
      properties: [
        { name: 'id', logicalType: 'integer', primaryKey: true },
        {
          name: 'email',
          logicalType: 'string',
          required: true,
          quality: [
            { metric: 'duplicateValues', mustBe: 0 },
            { metric: 'invalidValues', arguments: { validValues: ['a@x', 'b@x', 'c@x'] }, mustBeLessThan: 1 },
          ],
        },
        {
          name: 'ordered',
          logicalType: 'date',
          quality: [{ metric: 'nullValues', unit: 'percent', mustBeLessThan: 50 }],
        },
      ],
      quality: [
        { metric: 'rowCount', mustBeBetween: [3, 10] },
        { type: 'sql', query: 'select min(amount) from ${object}', mustBeGreaterThan: 0, name: 'positive' },
        { type: 'text', description: 'Looks right' },
      ],
    },
  ],
};

let files = 0;
const save = (document: object): string => {
  const file = join(folder, `${++files}.odcs.yaml`);
  writeFileSync(file, writeYaml(document));
  return file;
};

async function run(...args: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const log = vi.spyOn(console, 'log').mockImplementation((text) => out.push(String(text)));
  const error = vi.spyOn(console, 'error').mockImplementation((text) => err.push(String(text)));
  await contractCommand().parseAsync(['node', 'contract', 'test', ...args]);
  log.mockRestore();
  error.mockRestore();
  return { code: process.exitCode, out: out.join('\n'), err: err.join('\n') };
}

describe('a contract against a live database', () => {
  const source = join(folder, 'shop.db');
  beforeAll(async () => {
    const store = openSqlite({ path: source });
    await store.write(async (tx) => {
      await tx.run('create table orders (id integer, email text, ordered text, amount real)');
      await tx.run(
        `insert into orders values (1, 'a@x', '2026-01-01', 5), (2, 'b@x', '2026-01-02', 6), (3, 'c@x', null, 7)`,
      );
    });
    await store.close();
  });

  it('is kept', async () => {
    const { code, out } = await run(save(promised), '--source', source);
    expect(out.split('\n').at(-1)).toBe('11 kept, 0 failed, 0 could not be checked');
    expect([code, out]).toEqual([0, expect.stringContaining('orders against shop.db\n  ok        column id\n')]);
  });

  it('is not kept: missing columns, other types, nulls, repeats, rules', async () => {
    const [orders] = promised.schema;
    const wrong = {
      ...promised,
      schema: [
        {
          ...orders,
          properties: [
            { name: 'id', logicalType: 'string' },
            { name: 'gone', logicalType: 'string' },
            { name: 'ordered', logicalType: 'date', required: true },
            {
              name: 'email',
              logicalType: 'string',
              quality: [{ metric: 'invalidValues', arguments: { validValues: ['a@x'] }, mustBe: 0 }],
            },
          ],
          quality: [
            { metric: 'rowCount', mustBeGreaterThan: 100 },
            { type: 'sql', query: 'select nothing', mustBe: 0 },
            { type: 'sql', query: 'delete from orders', mustBe: 0, name: 'harm' },
          ],
        },
      ],
    };
    const { code, out } = await run(save(wrong), '--source', source, '--json');
    expect(code).toBe(1);
    const { status, checks } = JSON.parse(out);
    const found = Object.fromEntries(
      checks.map((check: { what: string; status: string; detail?: string }) => [
        check.what,
        [check.status, check.detail],
      ]),
    );
    expect(status).toBe('Failed');
    expect(found).toMatchObject({
      'column id': ['failed', 'expected STRING, got INTEGER'],
      'column gone': ['failed', 'the table has no such column'],
      'column ordered is required': ['failed', '1 rows are null'],
      'quality rule invalidValues on email': ['failed', 'the value is 2, and must be 0'],
      'quality rule rowCount': ['failed', 'the value is 3, and must be greater than 100'],
      'quality rule sql': ['unchecked', expect.stringContaining('shop.db rejected')],
      'quality rule harm': ['unchecked', expect.any(String)],
    });
    expect((await run(save(promised), '--source', source)).code).toBe(0);
  });

  it('is not told: no table, no file, no contract', async () => {
    const other = { ...header, schema: [{ name: 'nosuch', properties: [{ name: 'id', logicalType: 'integer' }] }] };
    expect(await run(save(other), '--source', source)).toMatchObject({
      code: 1,
      out: expect.stringContaining('no such table'),
    });
    const custom = {
      ...header,
      schema: [{ name: 'orders', quality: [{ type: 'custom', engine: 'soda', implementation: 'x' }] }],
    };
    expect(await run(save(custom), '--source', source)).toMatchObject({
      code: 2,
      out: expect.stringContaining('for another program, soda'),
    });
    for (const [args, message] of [
      [[save(promised), '--source', join(folder, 'nosuch.db')], 'there is no file'],
      [[join(folder, 'nosuch.yaml'), '--source', source], 'there is no file'],
      [[save({ kind: 'Other' }), '--source', source], 'the document'],
      [[save(promised), '--source', 'oracle://x/y'], 'must begin with postgres://'],
      [[save(promised), '--source', 'postgres://nobody@127.0.0.1:1/x'], '127.0.0.1 cannot be reached'],
      [[save(promised)], 'give either --against or --source'],
      [[save(promised), '--source', source, '--object', 'x'], '--object must be one of orders'],
    ] as const)
      expect(await run(...args), message).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});

describe('a contract against a catalog', () => {
  let app: TestApp;
  let url: string;
  let table: { id: string; fullyQualifiedName: string };
  const { ok } = createCalls(() => app);
  beforeAll(async () => {
    app = await createTestApp();
    url = await app.server.app.listen({ port: 0, host: '127.0.0.1' });
    const databaseSchema = await addSchema(ok, 'contract-cli');
    const columns = [
      { name: 'id', dataType: 'BIGINT' },
      { name: 'email', dataType: 'STRING' },
      { name: 'ordered', dataType: 'DATE' },
    ];
    table = await ok('POST', '/v1/tables', { name: 'orders', databaseSchema, columns });
  });
  afterAll(() => app.close());

  it('is checked with the asset', async () => {
    const good = {
      ...header,
      schema: [{ name: 'orders', properties: promised.schema[0]?.properties.map(({ quality: _, ...one }) => one) }],
    };
    const at = ['--against', url, '--token', app.adminToken];
    const kept = await run(save(good), ...at, '--entity', table.fullyQualifiedName);
    expect([kept.code, kept.err]).toEqual([0, '']);
    expect(kept.out).toContain('schema (3 of 3)');
    expect((await run(save(promised), ...at, '--entity', table.fullyQualifiedName)).code).toBe(2);
    const bad = { ...good, schema: [{ name: 'orders', properties: [{ name: 'nosuch', logicalType: 'string' }] }] };
    const broken = await run(save(bad), ...at, '--entity', table.fullyQualifiedName, '--json');
    expect([broken.code, JSON.parse(broken.out)]).toEqual([1, expect.objectContaining({ status: 'Failed' })]);
    const { id } = await ok('POST', CONTRACTS, { name: 'c', entity: { id: table.id, type: 'table' } });
    expect((await run(save({ ...good, id }), ...at)).code).toBe(0);
    expect((await ok('GET', `${CONTRACTS}/${id}/results`)).data).toEqual([]);
  });

  it('is not told without a token, an asset or a catalog', async () => {
    const file = save(promised);
    for (const [args, message] of [
      [['--against', url], '--against requires a token'],
      [['--against', url, '--token', 'x', '--entity', 'a.b'], 'answered 401'],
      [['--against', url, '--token', app.adminToken], '--entity must name the asset'],
      [['--against', url, '--token', app.adminToken, '--entity', 'no.such.table.here'], 'answered 404'],
      [['--against', 'http://127.0.0.1:1', '--token', 'x', '--entity', 'a.b'], 'cannot be reached'],
    ] as const)
      expect(await run(file, ...args), message).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});
