// Tests that the server runs and judges by their own history.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSqliteLibrary } from '../../src/storage/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { call, catalogued, LOCAL, resultOf, runSuite, suiteOf } from './support.js';

const DAY = 86_400_000;

forEachSeededStore('tests with bounds from their history', (use) => {
  let app: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-dynamic-'));
  beforeAll(async () => {
    app = await createTestApp({ store: use(), flags: { ...LOCAL, sourceFolder: folder } });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('have no verdict before 14 results, then pass within the range and fail outside', {
    timeout: 60_000,
  }, async () => {
    const { DatabaseSync } = loadSqliteLibrary();
    const database = new DatabaseSync(join(folder, 'shop.db'));
    database.exec('create table orders (id integer)');
    const fill = (rows: number) =>
      database.exec(
        `delete from orders; with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) insert into orders select i from n`,
      );
    const { table } = await catalogued(app, {
      type: 'SQLite',
      config: { databaseMode: 'shop.db' },
      columns: [{ name: 'id', dataType: 'INT' }],
    });
    const test = await call(app, 'POST', '/v1/dataQuality/testCases', {
      name: 'rows',
      entityLink: `<#E::table::${table}>`,
      testDefinition: 'tableRowCountToBeBetween',
      parameterValues: [{ name: 'minValue', value: '1' }],
      useDynamicAssertion: true,
    });
    const metric = await call(app, 'POST', '/v1/dataQuality/testCases', {
      name: 'metric',
      entityLink: `<#E::table::${table}>`,
      testDefinition: 'tableMetricToBeExpected',
      parameterValues: [{ name: 'metric', value: 'rowCount' }],
    });
    const suite = await suiteOf(app, table);
    fill(100);
    await runSuite(app, suite);
    expect(await resultOf(app, test.fullyQualifiedName)).toMatchObject({
      testCaseStatus: 'Aborted',
      result: 'There is no verdict yet: the expected range needs 14 points of history, there are 0.',
      testResultValue: [{ name: 'rowCount', value: '100' }],
    });
    expect(await resultOf(app, metric.fullyQualifiedName)).toMatchObject({
      testCaseStatus: 'Aborted',
      result: 'The test did not run: the table has no profile.',
    });
    const path = `/v1/dataQuality/testCases/testCaseResults/${encodeURIComponent(test.fullyQualifiedName)}`;
    for (let day = 1; day <= 14; day++)
      await call(app, 'POST', path, {
        timestamp: Date.now() - day * DAY,
        testCaseStatus: 'Success',
        testResultValue: [{ name: 'rowCount', value: String(100 + (day % 3)) }],
      });
    fill(101);
    await runSuite(app, suite);
    expect(await resultOf(app, test.fullyQualifiedName)).toMatchObject({
      testCaseStatus: 'Success',
      minBound: expect.any(Number),
    });
    fill(10);
    await runSuite(app, suite);
    const failed = await resultOf(app, test.fullyQualifiedName);
    expect(failed).toMatchObject({
      testCaseStatus: 'Failed',
      result: expect.stringContaining('rowCount is 10; its history lets expect at least'),
    });
    expect(failed.minBound).toBeGreaterThan(50);
    database.close();
  });
});
