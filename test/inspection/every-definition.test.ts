// Every shipped definition against a real database of each kind: they must find the same.
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
import {
  type Catalogued,
  call,
  catalogued,
  LOCAL,
  lineOf,
  makeCase,
  ORDERS,
  resultOf,
  runSuite,
  suiteOf,
} from './support.js';

const missing = missingMariadb();
const [databaseUrl] = chooseStores<string | null>({ sqlite: () => null, postgres: (url) => url }).filter(
  (url) => url !== null,
);

/** Definition, parameters, what a run finds. Figures are the same in every database but for their digits. */
const CASES: [definition: string, given: Record<string, unknown>, found: string][] = [
  [
    'columnValueLengthsToBeBetween',
    { column: 'code', minLength: 3, maxLength: 3 },
    'Success minValueLength=3 maxValueLength=3 [3,3]',
  ],
  [
    'columnValueLengthsToBeBetween',
    { column: 'note', maxLength: 4, rows: true },
    'Failed minValueLength=0 maxValueLength=5 3+1 [,4]',
  ],
  ['columnValueMaxToBeBetween', { column: 'amount', maxValueForMaxInCol: 30 }, 'Success max=30 [,30]'],
  ['columnValueMaxToBeBetween', { column: 'amount', maxValueForMaxInCol: 29 }, 'Failed max=30 [,29]'],
  ['columnValueMinToBeBetween', { column: 'amount', minValueForMinInCol: -6 }, 'Success min=-5.75 [-6,]'],
  [
    'columnValueMeanToBeBetween',
    { column: 'amount', minValueForMeanInCol: 13, maxValueForMeanInCol: 14 },
    'Success mean=13.75 [13,14]',
  ],
  ['columnValueMedianToBeBetween', { column: 'amount', minValueForMedianInCol: 16 }, 'Failed median=15.375 [16,]'],
  [
    'columnValueStdDevToBeBetween',
    { column: 'id', minValueForStdDevInCol: 1, maxValueForStdDevInCol: 2 },
    'Success stddev=1.118033988 [1,2]',
  ],
  [
    'columnValuesSumToBeBetween',
    { column: 'amount', minValueForColSum: 50, maxValueForColSum: 60 },
    'Success sum=55 [50,60]',
  ],
  ['columnValuesMissingCount', { column: 'note', missingCountValue: 2 }, 'Success nullCount=2'],
  [
    'columnValuesMissingCount',
    { column: 'note', missingCountValue: 2, missingValueMatch: '["last"]' },
    'Failed nullCount=3',
  ],
  [
    'columnValuesToBeBetween',
    { column: 'amount', minValue: 0, maxValue: 25, rows: true },
    'Failed min=-5.75 max=30 2+2 [0,25]',
  ],
  [
    'columnValuesToBeBetween',
    { column: 'placed_on', minValue: 1767225600, maxValue: 1767571199999 },
    'Success min=2026-01-01 max=2026-01-04',
  ],
  [
    'columnValuesToBeBetween',
    { column: 'placed_at', minValue: 1767225600, maxValue: 1767571198 },
    'Failed min=2026-01-01 10:00:00 max=2026-01-04 23:59:59',
  ],
  ['columnValuesToBeInSet', { column: 'status', allowedValues: '["open", "none"]' }, 'Success allowedValueCount=2'],
  [
    'columnValuesToBeInSet',
    { column: 'status', allowedValues: "['open', 'closed']", matchEnum: true, rows: true },
    'Failed allowedValueCount=3 3+1',
  ],
  [
    'columnValuesToBeInSet',
    { column: 'id', allowedValues: '[1, 2, 3, 4]', matchEnum: true },
    'Success allowedValueCount=4',
  ],
  [
    'columnValuesToBeNotInSet',
    { column: 'status', forbiddenValues: '["lost"]', rows: true },
    'Failed countForbiddenValues=1 3+1',
  ],
  ['columnValuesToBeNotInSet', { column: 'status', forbiddenValues: "['it''s']" }, 'Aborted'],
  [
    'columnValuesToBeNotInSet',
    { column: 'status', forbiddenValues: `["it's", "back\\\\slash"]` },
    'Success countForbiddenValues=0',
  ],
  ['columnValuesToBeNotNull', { column: 'id' }, 'Success nullCount=0'],
  ['columnValuesToBeNotNull', { column: 'note', rows: true }, 'Failed nullCount=1 3+1'],
  ['columnValuesToBeUnique', { column: 'id' }, 'Success valueCount=4 uniqueCount=4 4+0'],
  ['columnValuesToBeUnique', { column: 'code', rows: true }, 'Failed valueCount=4 uniqueCount=2 2+2'],
  ['columnValuesToMatchRegex', { column: 'code', regex: '^[AB]-[0-9]$' }, 'Success likeCount=4'],
  ['columnValuesToMatchRegex', { column: 'note', regex: '^[fl]', rows: true }, 'Failed likeCount=2 2+1'],
  ['columnValuesToNotMatchRegex', { column: 'code', forbiddenRegex: '^C' }, 'Success notLikeCount=0'],
  ['columnValuesToNotMatchRegex', { column: 'code', forbiddenRegex: '^B', rows: true }, 'Failed notLikeCount=2 2+2'],
  [
    'columnValuesToBeAtExpectedLocation',
    { column: 'code', locationReferenceType: 'CITY', longitudeColumnName: 'id', latitudeColumnName: 'id', radius: 1 },
    'Aborted',
  ],
  ['tableColumnCountToBeBetween', { minColValue: 7 }, 'Success columnCount=7'],
  ['tableColumnCountToEqual', { columnCount: 6 }, 'Failed columnCount=7'],
  ['tableColumnNameToExist', { columnName: 'note' }, 'Success columnNameExits=1'],
  ['tableColumnNameToExist', { columnName: 'gone' }, 'Failed columnNameExits=0'],
  [
    'tableColumnToMatchSet',
    { columnNames: 'code, id, amount, note, status, placed_on, placed_at' },
    'Success columnNames=1',
  ],
  [
    'tableColumnToMatchSet',
    { columnNames: 'code, id, amount, note, status, placed_on, placed_at', ordered: true },
    'Failed columnNames=0',
  ],
  [
    'tableCustomSQLQuery',
    { sqlExpression: 'select * from orders where amount < 0;', rows: true },
    'Failed resultRowCount=1 3+1',
  ],
  [
    'tableCustomSQLQuery',
    { sqlExpression: 'select count(*) from orders', strategy: 'COUNT', operator: '==', threshold: 4 },
    'Success resultRowCount=4',
  ],
  [
    'tableCustomSQLQuery',
    { sqlExpression: 'select id, id from orders -- twice', operator: '>=', threshold: 4 },
    'Success resultRowCount=4',
  ],
  ['tableCustomSQLQuery', { sqlExpression: 'delete from orders' }, 'Aborted'],
  ['tableCustomSQLQuery', { sqlExpression: 'select nothing' }, 'Aborted'],
  ['tableDiff', { table2: 'other' }, 'Aborted'],
  ['tableRowCountToBeBetween', { minValue: 1, maxValue: 4 }, 'Success rowCount=4 [1,4]'],
  ['tableRowCountToEqual', { value: 5 }, 'Failed rowCount=4'],
  [
    'tableRowInsertedCountToBeBetween',
    { columnName: 'placed_at', rangeType: 'DAY', rangeInterval: 1, max: 0 },
    'Success rowCount=0',
  ],
  [
    'tableRowInsertedCountToBeBetween',
    { columnName: 'placed_on', rangeType: 'YEAR', rangeInterval: 1000, min: 5 },
    'Failed rowCount=4',
  ],
];

forEachSeededStore('every definition', (use) => {
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

  it('finds the same in SQLite', { timeout: 120_000 }, async () => {
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

  it.skipIf(missing)('finds the same in MariaDB', { timeout: 120_000 }, async () => {
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
