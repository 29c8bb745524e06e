// SQL that people write runs with the account of the service, so not everybody's runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadSqliteLibrary } from '../../src/storage/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { createTestApp, type RequestOptions, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { call, catalogued, LOCAL, resultOf, runSuite, suiteOf } from './support.js';

const CASES = '/v1/dataQuality/testCases';
const SECRET = 424_242;

forEachSeededStore('SQL that people write for a source', (use) => {
  let app: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-statements-'));
  let made: Awaited<ReturnType<typeof catalogued>>;
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    app = await createTestApp({ store: use(), flags: { ...LOCAL, sourceFolder: folder } });
    const { DatabaseSync } = loadSqliteLibrary();
    const database = new DatabaseSync(join(folder, 'shop.db'));
    database.exec('create table orders (id integer)');
    database.exec('insert into orders values (1), (2)');
    database.exec('create table salaries (amount integer)');
    database.exec(`insert into salaries values (${SECRET})`);
    database.close();
    const columns = [{ name: 'id', dataType: 'INT' }];
    made = await catalogued(app, { type: 'SQLite', config: { databaseMode: join(folder, 'shop.db') }, columns });
    const onTable = { resources: ['table', 'testCase', 'testSuite'], condition: 'isOwner()' };
    await person('tester', [
      { ...onTable, operations: ['ViewAll', 'EditTests', 'CreateTests', 'EditDataProfile'] },
      { resources: ['testCase'], operations: ['Create'] },
    ]);
    await person('trusted', [
      { resources: ['All'], operations: ['ViewAll', 'EditTests', 'CreateTests', 'EditDataProfile'] },
      { resources: ['testCase'], operations: ['Create'] },
    ]);
    // Sees all of the table and its tests, but not all tables.
    await person('viewer', [
      { ...onTable, operations: ['ViewAll', 'ViewTestCaseFailedRowsSample'] },
      { effect: 'deny', resources: ['table'], operations: ['ViewSampleData'], condition: '!isOwner()' },
    ]);
    const owners = await Promise.all(
      ['tester', 'viewer'].map(async (name) => ({
        id: (await call(app, 'GET', `/v1/users/name/${name}`)).id,
        type: 'user',
      })),
    );
    await as('admin', 'PATCH', `/v1/tables/${made.tableId}`, {
      body: [{ op: 'add', path: '/owners', value: owners }],
      headers: { 'content-type': 'application/json-patch+json' },
    });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function person(name: string, rules: Body[]): Promise<void> {
    const named = rules.map((rule, i) => ({ name: `r${i}`, effect: 'allow', ...rule }));
    const policy = await call(app, 'POST', '/v1/policies', { name, rules: named });
    const role = await call(app, 'POST', '/v1/roles', { name, policies: [policy.name] });
    await call(app, 'POST', '/v1/users', { name, email: `${name}@example.com`, roles: [role.id] });
    tokens[name] = await app.tokenFor(name);
  }

  async function as(who: string, method: string, path: string, options: RequestOptions = {}): Promise<Body> {
    const token = tokens[who] ?? app.adminToken;
    const answer = await app.request(method, path, { ...options, token });
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.json;
  }

  const customCase = (who: string, name: string, sql: string, more: Body[] = []): Promise<Body> =>
    as(who, 'POST', CASES, {
      body: {
        name,
        entityLink: `<#E::table::${made.table}>`,
        testDefinition: 'tableCustomSQLQuery',
        computePassedFailedRowCount: true,
        parameterValues: [{ name: 'sqlExpression', value: sql }, ...more],
      },
    });
  const run = async () => runSuite(app, await suiteOf(app, made.table));
  const COUNT = [{ name: 'strategy', value: 'COUNT' }];
  const other = (i: number) => `select amount + ${i} from salaries`;

  it('does not run for whoever has rights to one table only, whoever starts the run', async () => {
    const count = await customCase('tester', 'count', other(0), COUNT);
    const rows = await customCase('tester', 'rows', other(0));
    await run();
    for (const { id, fullyQualifiedName } of [count, rows]) {
      const result = await resultOf(app, fullyQualifiedName);
      expect(result).toMatchObject({ testCaseStatus: 'Aborted', testResultValue: [] });
      expect(result.result).toMatch(/its SQL was written by somebody who may not run SQL in the service/);
      expect((await app.request('GET', `${CASES}/${id}/failedRowsSample`)).status).toBe(404);
    }
    // Programs with an account of their own post what they found, as before.
    const body = { timestamp: Date.now(), testCaseStatus: 'Success', result: 'from elsewhere' };
    await as('tester', 'POST', `${CASES}/testCaseResults/${encodeURIComponent(count.fullyQualifiedName)}`, { body });
    expect(await resultOf(app, count.fullyQualifiedName)).toMatchObject({ testCaseStatus: 'Success' });
  });

  it('runs for whoever may test everything in the service, until somebody else changes it', async () => {
    const { id, fullyQualifiedName } = await customCase('trusted', 'trusted', other(1), COUNT);
    await run();
    expect(await resultOf(app, fullyQualifiedName)).toMatchObject({
      testResultValue: [{ name: 'resultRowCount', value: String(SECRET + 1) }],
    });
    const change = async (who: string, path: string, value: unknown) =>
      as(who, 'PATCH', `${CASES}/${id}`, {
        body: [{ op: 'add', path, value }],
        headers: { 'content-type': 'application/json-patch+json' },
      });
    await change('tester', '/parameterValues/0/value', other(2));
    await run();
    expect(await resultOf(app, fullyQualifiedName)).toMatchObject({ testCaseStatus: 'Aborted' });
    // Who changes something else has not approved the SQL.
    await change('admin', '/description', 'seen');
    await run();
    expect(await resultOf(app, fullyQualifiedName)).toMatchObject({ testCaseStatus: 'Aborted' });
    await change('admin', '/parameterValues/0/value', other(3));
    await run();
    expect(await resultOf(app, fullyQualifiedName)).toMatchObject({
      testResultValue: [{ name: 'resultRowCount', value: String(SECRET + 3) }],
    });
  });

  it('shows the rows that it found to those who may see sample data of every table', async () => {
    const { id } = await customCase('trusted', 'sampled', other(4));
    await run();
    const seen = await as('trusted', 'GET', `${CASES}/${id}/failedRowsSample`);
    expect(seen.rows).toEqual([[SECRET + 4]]);
    const refused = await app.request('GET', `${CASES}/${id}/failedRowsSample`, { token: tokens.viewer as string });
    expect([refused.status, refused.text.includes(String(SECRET + 4))]).toEqual([403, false]);
    // What a client posted about the table is as visible as before.
    const body = { columns: ['id'], rows: [[1]] };
    await as('admin', 'PUT', `${CASES}/${id}/failedRowsSample`, { body });
    expect((await as('viewer', 'GET', `${CASES}/${id}/failedRowsSample`)).rows).toEqual([[1]]);
  });

  it('of definitions runs if whoever wrote it may run SQL in every service', async () => {
    const definition = (who: string) =>
      as(who, 'POST', '/v1/dataQuality/testDefinitions', {
        body: {
          name: `sqlOf${who}`,
          description: 'x',
          entityType: 'TABLE',
          testPlatforms: ['OpenMetadata'],
          sqlExpression: `select amount from salaries -- ${who}`,
        },
      });
    await person('definer', [{ resources: ['testDefinition'], operations: ['All'] }]);
    for (const [who, status] of [
      ['definer', 'Aborted'],
      ['admin', 'Failed'],
    ] as const) {
      await definition(who);
      const { fullyQualifiedName } = await as('tester', 'POST', CASES, {
        body: { name: `by${who}`, entityLink: `<#E::table::${made.table}>`, testDefinition: `sqlOf${who}` },
      });
      await run();
      expect(await resultOf(app, fullyQualifiedName), who).toMatchObject({ testCaseStatus: status });
    }
  });

  it('of metrics and profiles follows the same rule', async () => {
    const metric = (who: string, name: string, more: Body = {}) =>
      as(who, 'PUT', `/v1/tables/${made.tableId}/customMetric`, {
        body: { name, expression: `select amount from salaries -- ${name}`, ...more },
      });
    await metric('tester', 'spied');
    await metric('tester', 'spiedColumn', { columnName: 'id' });
    await metric('trusted', 'allowed');
    const profile = async () => {
      const { jobId } = await as('admin', 'POST', `/v1/tables/${made.tableId}/tableProfile/trigger`);
      const job = await vi.waitUntil(
        async () => {
          const found = await as('admin', 'GET', `/v1/jobs/${jobId}`);
          return found.endedAt === undefined ? false : found;
        },
        { timeout: 30_000, interval: 50 },
      );
      const shown = await as('admin', 'GET', `/v1/tables/${made.table}/tableProfile/latest`);
      return { job: JSON.stringify(job), shown };
    };
    const { job, shown } = await profile();
    expect(shown.profile.customMetrics).toEqual([{ name: 'allowed', value: SECRET }]);
    expect(JSON.stringify(shown).split(String(SECRET)).length).toBe(2);
    expect(job).toMatch(/custom metric spied: its SQL was written by somebody who may not/);

    await call(app, 'DELETE', `/v1/tables/${made.tableId}/customMetric/spied`);
    await call(app, 'DELETE', `/v1/tables/${made.tableId}/customMetric/id/spiedColumn`);
    const before = shown.profile.timestamp;
    await as('tester', 'PUT', `/v1/tables/${made.tableId}/tableProfilerConfig`, {
      body: { profileQuery: 'select amount as id from salaries' },
    });
    const second = await profile();
    expect(second.job).toMatch(/profileQuery: its SQL was written by somebody who may not/);
    expect(second.shown.profile.timestamp).toBe(before);
  });
});
