// Every shipped definition against a real database of each kind: they must find the same. Those beside which a catalog on SQLite
// was tried are not tried again beside one on PostgreSQL: it makes no difference to them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { missingMariadb, startMariadb } from '../../scripts/mariadb-server.mjs';
import { loadSqliteLibrary } from '../../src/storage/index.js';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';
import type { Body } from '../contract/fixtures/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { chooseStores, forEachSeededStore } from '../support/stores.js';
import { CASES, ORDERS } from './cases.mjs';
import { type Catalogued, call, catalogued, LOCAL, lineOf, makeCase, resultOf, runSuite, suiteOf } from './support.js';

const missing = missingMariadb();
const [databaseUrl] = chooseStores<string | null>({ sqlite: () => null, postgres: (url) => url }).filter(
  (url) => url !== null,
);

forEachSeededStore('every definition', (use, kind) => {
  const isTried = kind === 'postgres';
  let app: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-inspected-'));
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    app = await createTestApp({ store: use(), flags: { ...LOCAL, sourceFolder: folder } });
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is in the list of this test', () => {
    const file = join(import.meta.dirname, '../../contract/seeds/test-definitions.json');
    const names: string[] = JSON.parse(readFileSync(file, 'utf8')).map(({ name }: Body) => name);
    expect([...new Set(CASES.map(([name]) => name))].sort()).toEqual(names.sort());
  });

  it.skipIf(isTried)('finds the same in SQLite', { timeout: 120_000 }, async () => {
    const { DatabaseSync } = loadSqliteLibrary();
    const database = new DatabaseSync(join(folder, 'shop.db'));
    for (const text of ORDERS) database.exec(text);
    database.close();
    await check(await catalogued(app, { type: 'SQLite', config: { databaseMode: 'shop.db' } }));
  });

  it.skipIf(!databaseUrl)('finds the same in PostgreSQL', { timeout: 120_000 }, async () => {
    const { hostname, port, username, pathname } = new URL(databaseUrl ?? 'postgres://x');
    const client = await connectPostgres({ url: databaseUrl ?? '' });
    const schema = `inspected_${Date.now()}`;
    const statements = [`create schema ${schema}`, `set search_path to ${schema}`, ...ORDERS];
    await client.unsafe(statements.join(';'));
    closers.push(async () => {
      await client.unsafe(`drop schema ${schema} cascade`);
      await client.end();
    });
    const database = pathname.slice(1);
    const config = { username, hostPort: `${hostname}:${port}`, database: 'postgres' };
    await check(await catalogued(app, { type: 'Postgres', config, database, schema }), schema);
  });

  it.skipIf(isTried || missing)('finds the same in MariaDB', { timeout: 120_000 }, async () => {
    const server = await startMariadb();
    closers.push(server.stop);
    const { createConnection } = await import('mysql2/promise');
    const admin = await createConnection({
      host: '127.0.0.1',
      port: server.port,
      user: 'root',
      multipleStatements: true,
    });
    await admin.query(`create database shop; use shop; ${ORDERS.join(';')}`);
    await admin.end();
    const config = { username: 'root', hostPort: `127.0.0.1:${server.port}`, authType: { password: '' } };
    await check(await catalogued(app, { type: 'Mysql', config, schema: 'shop' }), 'shop');
  });

  async function check({ table }: Catalogued, schema?: string): Promise<void> {
    const made: string[] = [];
    for (const [definition, given] of CASES) {
      const placed =
        schema && given.sqlExpression
          ? { ...given, sqlExpression: String(given.sqlExpression).replace('from orders', `from ${schema}.orders`) }
          : given;
      made.push((await makeCase(app, table, definition, placed)).fullyQualifiedName);
    }
    const suite = await suiteOf(app, table);
    const job = await runSuite(app, suite);
    expect(job).toMatchObject({ state: 'completed', progress: { done: CASES.length, total: CASES.length } });
    const found: string[] = [];
    for (const fqn of made) found.push(shortened(lineOf(await resultOf(app, fqn))));
    const expected = CASES.map(([name, given, line]) => `${name} ${JSON.stringify(given)}: ${line}`);
    expect(CASES.map(([name, given], i) => `${name} ${JSON.stringify(given)}: ${found[i]}`)).toEqual(expected);
    const { summary } = await call(app, 'GET', `/v1/dataQuality/testSuites/${suite}?fields=summary`);
    const count = (status: string) => CASES.filter(([, , line]) => line.startsWith(status)).length;
    expect(summary).toMatchObject({ success: count('Success'), failed: count('Failed'), aborted: count('Aborted') });
  }
});

/** Databases have different numbers of digits for the same figure. */
function shortened(line: string): string {
  return line.replaceAll(/=(-?\d+\.\d+)/g, (_, figure: string) => `=${Math.trunc(Number(figure) * 1e9) / 1e9}`);
}
