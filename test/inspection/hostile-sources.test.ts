// Sources that hang, refuse or are not what the catalog says: an honest result, and nothing stays open.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSqliteLibrary } from '../../src/storage/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forSeededSqlite } from '../support/stores.js';
import { COLUMNS, ORDERS } from './cases.mjs';
import { call, catalogued, endOfJob, LOCAL, lineOf, makeCase, resultOf, runSuite, suiteOf } from './support.js';

const SECRET = 'hunter2-of-the-source';

forSeededSqlite('a source that misbehaves', (use) => {
  let app: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-hostile-'));
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    app = await createTestApp({ store: use(), flags: { ...LOCAL, sourceTimeout: '1s', sourceFolder: folder } });
    const { DatabaseSync } = loadSqliteLibrary();
    const database = new DatabaseSync(join(folder, 'shop.db'));
    for (const text of ORDERS) database.exec(text);
    database.exec('create table empty (id integer)');
    database.close();
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const listen = async (answer: (socket: Socket) => unknown) => {
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => {});
      socket.resume();
      answer(socket);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    closers.push(() => server.close());
    const address = server.address();
    return { port: typeof address === 'object' && address ? address.port : 0, open };
  };
  const connectionTo = (type: string, port: number): Body => ({
    username: 'reader',
    authType: { password: SECRET },
    hostPort: `127.0.0.1:${port}`,
    ...(type === 'Postgres' ? { database: 'shop' } : {}),
  });

  it.each(['Postgres', 'Mysql'])(
    '%s hangs: tests are aborted, and no connection stays',
    { timeout: 60_000 },
    async (type) => {
      const mute = await listen(() => {});
      const { table } = await catalogued(app, { type, config: connectionTo(type, mute.port) });
      const { fullyQualifiedName } = await makeCase(app, table, 'columnValuesToBeNotNull', { column: 'id' });
      expect(await runSuite(app, await suiteOf(app, table))).toMatchObject({ state: 'completed' });
      const result = await resultOf(app, fullyQualifiedName);
      expect(result).toMatchObject({ testCaseStatus: 'Aborted', testResultValue: [] });
      expect(result.result).toBe('The test did not run: 127.0.0.1 did not answer in time.');
      await expect.poll(() => mute.open.size).toBe(0);
    },
  );

  it.each(['Postgres', 'Mysql'])(
    '%s refuses or talks rubbish: the reason without secrets',
    { timeout: 60_000 },
    async (type) => {
      const rubbish = await listen((socket) => socket.end(`HTTP/1.1 400 ${SECRET}\r\n\r\n`));
      for (const port of [1, rubbish.port]) {
        const { table } = await catalogued(app, { type, config: connectionTo(type, port) });
        const { fullyQualifiedName } = await makeCase(app, table, 'tableRowCountToEqual', { value: 1 });
        await runSuite(app, await suiteOf(app, table));
        const result = await resultOf(app, fullyQualifiedName);
        expect(result.testCaseStatus).toBe('Aborted');
        expect(result.result).toMatch(/127\.0\.0\.1/);
        expect(JSON.stringify(result)).not.toContain(SECRET);
      }
      await expect.poll(() => rubbish.open.size).toBe(0);
    },
  );

  it('has lost a hundred columns: only their tests are aborted', { timeout: 60_000 }, async () => {
    const gone = Array.from({ length: 100 }, (_, i) => ({ name: `gone${i}`, dataType: 'INT' }));
    const config = { databaseMode: 'shop.db' };
    const { table } = await catalogued(app, { type: 'SQLite', config, columns: [...COLUMNS, ...gone] });
    const made: Body[] = [];
    for (const { name } of gone.slice(0, 5))
      made.push(await makeCase(app, table, 'columnValueMaxToBeBetween', { column: name }));
    const ids = await makeCase(app, table, 'columnValuesToBeUnique', { column: 'id' });
    const count = await makeCase(app, table, 'tableColumnCountToEqual', { columnCount: 107 });
    // The catalog says that these are numbers.
    const text = await makeCase(app, table, 'columnValueMaxToBeBetween', { column: 'amount' });
    await runSuite(app, await suiteOf(app, table));
    for (const [i, { fullyQualifiedName }] of made.entries())
      expect(await resultOf(app, fullyQualifiedName)).toMatchObject({
        testCaseStatus: 'Aborted',
        result: `The test did not run: the source has no column gone${i}.`,
      });
    expect(lineOf(await resultOf(app, ids.fullyQualifiedName))).toBe('Success valueCount=4 uniqueCount=4 4+0');
    expect(lineOf(await resultOf(app, count.fullyQualifiedName))).toBe('Failed columnCount=7');
    expect((await resultOf(app, text.fullyQualifiedName)).testCaseStatus).toBe('Success');
  });

  it('has texts where the catalog has numbers: only their tests are aborted', { timeout: 60_000 }, async () => {
    const columns = COLUMNS.map((column) => (column.name === 'code' ? { name: 'code', dataType: 'INT' } : column));
    const { table } = await catalogued(app, { type: 'SQLite', config: { databaseMode: 'shop.db' }, columns });
    const wrong = await makeCase(app, table, 'columnValueMaxToBeBetween', { column: 'code', maxValueForMaxInCol: 5 });
    const right = await makeCase(app, table, 'columnValueMaxToBeBetween', { column: 'id', maxValueForMaxInCol: 5 });
    await runSuite(app, await suiteOf(app, table));
    expect(await resultOf(app, wrong.fullyQualifiedName)).toMatchObject({
      testCaseStatus: 'Aborted',
      result: 'The test did not run: the source returned B-3 for max.',
    });
    expect(lineOf(await resultOf(app, right.fullyQualifiedName))).toBe('Success max=4 [,5]');
  });

  it('is empty or gone: nothing is a success', { timeout: 60_000 }, async () => {
    const config = { databaseMode: 'shop.db' };
    for (const [name, expected] of [
      ['empty', 'may be empty'],
      ['nothing', 'no such table'],
    ]) {
      const columns = [{ name: 'id', dataType: 'INT' }];
      const { table } = await catalogued(app, { type: 'SQLite', config, table: String(name), columns });
      const { fullyQualifiedName } = await makeCase(app, table, 'columnValueMaxToBeBetween', { column: 'id' });
      await runSuite(app, await suiteOf(app, table));
      const result = await resultOf(app, fullyQualifiedName);
      expect(result.testCaseStatus).toBe('Aborted');
      expect(result.result).toContain(expected);
    }
  });

  it('never ends a statement: it is ended at the limit, and a run can be cancelled', { timeout: 60_000 }, async () => {
    const { table } = await catalogued(app, { type: 'SQLite', config: { databaseMode: 'shop.db' } });
    const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i from n';
    const { fullyQualifiedName } = await makeCase(app, table, 'tableCustomSQLQuery', { sqlExpression: endless });
    const suite = await suiteOf(app, table);
    await runSuite(app, suite);
    expect(await resultOf(app, fullyQualifiedName)).toMatchObject({
      testCaseStatus: 'Aborted',
      result: 'The test did not run: shop.db was not read in time.',
    });
    const first = await call(app, 'POST', `/v1/dataQuality/testSuites/${suite}/trigger`);
    expect((await call(app, 'POST', `/v1/dataQuality/testSuites/${suite}/trigger`)).jobId).toBe(first.jobId);
    await call(app, 'PUT', `/v1/jobs/${first.jobId}/cancel`);
    expect(await endOfJob(app, first.jobId)).toMatchObject({ state: 'cancelled' });
  });

  it('belongs to a service that this server cannot open: the reason says so', async () => {
    const { table } = await catalogued(app, {
      type: 'Snowflake',
      config: { username: 'a', account: 'b', warehouse: 'c' },
    });
    const { fullyQualifiedName } = await makeCase(app, table, 'tableRowCountToEqual', { value: 1 });
    await runSuite(app, await suiteOf(app, table));
    expect((await resultOf(app, fullyQualifiedName)).result).toContain(
      'the server opens no databases of type Snowflake itself',
    );
  });
});
