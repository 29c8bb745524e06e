// Profiles of real sources: SQLite files, MariaDB and PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { missingMariadb, startMariadb } from '../../scripts/mariadb-server.mjs';
import { loadSqliteLibrary, openPostgres } from '../../src/storage/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { chooseStores, forEachSeededStore } from '../support/stores.js';

const [databaseUrl] = chooseStores<string | null>({ sqlite: () => null, postgres: (url) => url }).filter(
  (url) => url !== null,
);
const missing = missingMariadb();

// 101 rows: amount 0 to 99, 3 of them null; note is null in every other row and one of five texts in others.
const ROWS = 101;
const insertRows = (table: string) =>
  Array.from({ length: ROWS }, (_, i) => {
    const amount = i % 40 === 20 ? 'null' : String(i);
    const note = i % 2 === 0 ? 'null' : `'${'abcde'.slice(0, (i % 5) + 1)}'`;
    return `insert into ${table} values (${i}, ${amount}, ${note}, '2026-01-${String((i % 28) + 1).padStart(2, '0')}');`;
  }).join('\n');

/** The figures of `amount`, computed apart. */
const amounts = Array.from({ length: ROWS }, (_, i) => i).filter((i) => i % 40 !== 20);
const mean = amounts.reduce((sum, value) => sum + value, 0) / amounts.length;
const at = (p: number) => {
  const place = (amounts.length - 1) * p;
  const below = amounts[Math.floor(place)] ?? 0;
  return below + ((amounts[Math.ceil(place)] ?? 0) - below) * (place % 1);
};
const EXPECTED = {
  amount: {
    valuesCount: 98,
    nullCount: 3,
    nullProportion: 3 / 101,
    distinctCount: 98,
    uniqueCount: 98,
    uniqueProportion: 1,
    min: 0,
    max: 99,
    mean: expect.closeTo(mean, 6),
    sum: amounts.reduce((sum, value) => sum + value, 0),
    stddev: expect.closeTo(Math.sqrt(amounts.reduce((sum, value) => sum + (value - mean) ** 2, 0) / amounts.length), 6),
    median: expect.closeTo(at(0.5), 6),
    firstQuartile: expect.closeTo(at(0.25), 6),
    thirdQuartile: expect.closeTo(at(0.75), 6),
    interQuartileRange: expect.closeTo(at(0.75) - at(0.25), 6),
  },
  note: { valuesCount: 50, nullCount: 51, distinctCount: 5, uniqueCount: 0, minLength: 1, maxLength: 5, mean: 3 },
  day: { valuesCount: 101, distinctCount: 28, min: '2026-01-01', max: '2026-01-28' },
};

forEachSeededStore('profiles', (use, kind) => {
  let app: TestApp;
  let count = 0;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-profiled-'));
  const closers: (() => unknown)[] = [];

  const ok = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
    const answer = await app.request(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(query ? { query } : {}),
    });
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.json;
  };
  /** A service with one schema. */
  const addService = async (connection: object, serviceType: string, database: string, schema: string) => {
    const service = await ok('POST', '/v1/services/databaseServices', {
      name: `profiled-${kind}-${++count}`,
      serviceType,
      connection: { config: { type: serviceType, ...connection } },
    });
    const made = await ok('POST', '/v1/databases', { name: database, service: service.fullyQualifiedName });
    const { fullyQualifiedName } = await ok('POST', '/v1/databaseSchemas', {
      name: schema,
      database: made.fullyQualifiedName,
    });
    return { service, schema: fullyQualifiedName as string };
  };
  const columns = [
    { name: 'id', dataType: 'INT' },
    { name: 'amount', dataType: 'INT' },
    { name: 'note', dataType: 'VARCHAR', dataLength: 20 },
    { name: 'day', dataType: 'DATE' },
  ];
  const addTable = (schema: string, name = 'orders', more: object = {}) =>
    ok('POST', '/v1/tables', { name, databaseSchema: schema, columns, ...more });
  /** Runs the job to its end. */
  const run = async (table: { id: string }) => {
    const { jobId } = await ok('POST', `/v1/tables/${table.id}/tableProfile/trigger`);
    return vi.waitFor(
      async () => {
        const job = await ok('GET', `/v1/jobs/${jobId}`);
        expect(['completed', 'failed'], JSON.stringify(job)).toContain(String(job.status ?? job.state).toLowerCase());
        return job;
      },
      { timeout: 30_000, interval: 50 },
    );
  };
  const profileOf = async (table: { fullyQualifiedName: string }) => {
    const fqn = encodeURIComponent(table.fullyQualifiedName);
    const found = await ok('GET', `/v1/tables/${fqn}/tableProfile/latest`);
    const of = (name: string) => found.columns.find((column: { name: string }) => column.name === name)?.profile;
    return { ...found, of };
  };
  const sqliteFile = (name: string, statements: string) => {
    const { DatabaseSync } = loadSqliteLibrary();
    const database = new DatabaseSync(join(folder, name));
    database.exec(
      `create table orders (id integer, amount integer, note varchar(20), day date);begin;${insertRows('orders')}commit;${statements}`,
    );
    database.close();
  };
  const expectFigures = async (table: { fullyQualifiedName: string }) => {
    const profile = await profileOf(table);
    expect(profile.profile).toMatchObject({ rowCount: 101, columnCount: 4 });
    for (const [name, figures] of Object.entries(EXPECTED)) expect(profile.of(name), name).toMatchObject(figures);
    const { histogram } = profile.of('amount');
    expect(histogram.frequencies.reduce((sum: number, one: number) => sum + one, 0)).toBe(98);
    expect(histogram.boundaries).toHaveLength(histogram.frequencies.length);
    expect(histogram.boundaries.length).toBeGreaterThan(3);
    expect(profile.of('note').histogram).toBeUndefined();
    return profile;
  };

  beforeAll(async () => {
    app = await createTestApp({
      store: use(),
      flags: { sourceAllow: '127.0.0.0/8', sourceFolder: folder, sourceTimeout: '8s' },
    });
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('compute the figures of a SQLite table, with a change event', async () => {
    sqliteFile('shop.db', '');
    const { schema } = await addService({ databaseMode: 'shop.db' }, 'SQLite', 'shop', 'main');
    const table = await addTable(schema);
    expect(await run(table)).toMatchObject({ state: 'completed' });
    await expectFigures(table);
    const { data } = await ok('GET', '/v1/events', undefined, {
      entityCreated: '',
      entityUpdated: 'table',
      timestamp: '0',
    });
    const event = data.find((one: { entityId: string }) => one.entityId === table.id);
    expect(event.changeDescription.fieldsUpdated[0].name).toBe('profile');
  });

  it.skipIf(missing)('compute the same figures in MySQL', { timeout: 60_000 }, async () => {
    const server = await startMariadb();
    closers.push(server.stop);
    const { createConnection } = await import('mysql2/promise');
    const admin = await createConnection({
      host: '127.0.0.1',
      port: server.port,
      user: 'root',
      multipleStatements: true,
    });
    await admin.query(`create database shop; use shop;
      create table orders (id int, amount int, note varchar(20), day date); ${insertRows('orders')}`);
    await admin.end();
    const connection = { username: 'root', authType: { password: '' }, hostPort: `127.0.0.1:${server.port}` };
    const { schema } = await addService(connection, 'Mysql', 'default', 'shop');
    const table = await addTable(schema);
    expect(await run(table)).toMatchObject({ state: 'completed' });
    await expectFigures(table);
  });

  it.skipIf(!databaseUrl)('compute the same figures in PostgreSQL', async () => {
    const store = openPostgres({ url: databaseUrl ?? '', connections: 1 });
    const name = `profiled_${process.pid}_${kind}`;
    closers.push(() => store.close());
    const execute = (text: string) => store.write((tx) => tx.run(text));
    await execute(`create schema ${name}`);
    closers.unshift(() => execute(`drop schema ${name} cascade`));
    await execute(`create table ${name}.orders (id int, amount int, note varchar(20), day date)`);
    for (const text of insertRows(`${name}.orders`).split('\n')) await execute(text);
    const { hostname, port, username, pathname } = new URL(databaseUrl ?? 'postgres://x');
    const connection = { username, hostPort: `${hostname}:${port}`, database: pathname.slice(1) };
    const { schema } = await addService(connection, 'Postgres', pathname.slice(1), name);
    const table = await addTable(schema);
    expect(await run(table)).toMatchObject({ state: 'completed' });
    await expectFigures(table);
  });

  it('follow the configuration of the table, and compute custom metrics', async () => {
    sqliteFile('config.db', 'create table lines (n integer); insert into lines values (7), (8);');
    const { schema } = await addService({ databaseMode: 'config.db' }, 'SQLite', 'shop', 'main');
    const table = await addTable(schema);
    const config = (body: object) => ok('PUT', `/v1/tables/${table.id}/tableProfilerConfig`, body);
    const metric = (body: object) => ok('PUT', `/v1/tables/${table.id}/customMetric`, body);
    await metric({ name: 'lines', expression: 'select count(*) from lines' });
    await metric({ name: 'even', columnName: 'amount', expression: 'select sum(amount % 2 = 0) from orders' });
    await config({
      includeColumns: [{ columnName: 'amount', metrics: ['max', 'valuesCount'] }, { columnName: 'note' }],
      excludeColumns: ['note'],
    });
    expect(await run(table)).toMatchObject({ state: 'completed' });
    const chosen = await profileOf(table);
    expect(chosen.profile).toMatchObject({ rowCount: 101, customMetrics: [{ name: 'lines', value: 2 }] });
    const { timestamp, ...amount } = chosen.of('amount');
    const even = { name: 'even', value: amounts.filter((value) => value % 2 === 0).length };
    expect(amount).toEqual({ name: 'amount', max: 99, valuesCount: 98, customMetrics: [even] });
    expect(chosen.of('note')).toBeUndefined();

    await config({
      profileSampleConfig: { sampleConfigType: 'STATIC', config: { profileSample: 10, profileSampleType: 'ROWS' } },
    });
    expect(await run(table)).toMatchObject({ state: 'completed' });
    const sampled = await profileOf(table);
    expect(sampled.profile).toMatchObject({ rowCount: 101, profileSample: 10, profileSampleType: 'ROWS' });
    expect(sampled.of('id')).toMatchObject({ valuesCount: 10, max: 9 });

    await config({
      partitioning: {
        enablePartitioning: true,
        partitionColumnName: 'id',
        partitionIntervalType: 'INTEGER-RANGE',
        partitionIntegerRangeStart: 90,
        partitionIntegerRangeEnd: 99,
      },
    });
    expect(await run(table)).toMatchObject({ state: 'completed' });
    expect((await profileOf(table)).of('id')).toMatchObject({ valuesCount: 10, min: 90, max: 99 });

    await config({ profileQuery: 'select * from orders where id < 5;', computeTableMetrics: false });
    expect(await run(table)).toMatchObject({ state: 'completed' });
    const queried = await profileOf(table);
    expect(queried.of('id')).toMatchObject({ valuesCount: 5, max: 4 });
    expect(queried.profile.rowCount).toBeUndefined();
  });

  it('store what can be computed of a table that is not what the catalog says, and say what is missing', async () => {
    sqliteFile('lies.db', 'create table odd (id text, amount blob, "day" integer);');
    const { schema } = await addService({ databaseMode: 'lies.db' }, 'SQLite', 'shop', 'main');
    const table = await addTable(schema);
    const { DatabaseSync } = loadSqliteLibrary();
    const database = new DatabaseSync(join(folder, 'lies.db'));
    database.exec("alter table orders drop column note; insert into orders (id, amount) values ('x', 'many')");
    database.close();
    await ok('PUT', `/v1/tables/${table.id}/customMetric`, {
      name: 'broken',
      expression: 'select nothing from nowhere',
    });
    await ok('PUT', `/v1/tables/${table.id}/customMetric`, { name: 'writes', expression: 'delete from orders' });
    const job = await run(table);
    expect(JSON.stringify(job)).toMatch(
      /is incomplete: the source has no column note; .*broken: .*syntax error.*writes: .*read-only/,
    );
    const profile = await profileOf(table);
    expect(profile.profile).toMatchObject({ rowCount: 102, columnCount: 3 });
    expect(profile.profile.customMetrics).toBeUndefined();
    // A text in a column of numbers is a value, but no number.
    expect(profile.of('amount')).toMatchObject({ valuesCount: 99, min: 0, max: 99, mean: expect.closeTo(mean, 6) });
    expect(profile.of('note')).toBeUndefined();
    const odd = await addTable(schema, 'odd');
    await run(odd);
    expect((await profileOf(odd)).of('id')).toMatchObject({
      valuesCount: 0,
      nullCount: 0,
      distinctCount: 0,
      uniqueCount: 0,
    });
    const none = await addTable(schema, 'nosuch');
    expect(JSON.stringify(await run(none))).toContain('was not profiled: the source has no table main.nosuch');
    expect((await profileOf(none)).profile).toBeUndefined();
  });

  it('give up a source that hangs or refuses, without a profile and without an open connection', {
    timeout: 40_000,
  }, async () => {
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => open.delete(socket))
        .resume();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    closers.push(() => server.close());
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    for (const type of ['Postgres', 'Mysql']) {
      const config = {
        username: 'x',
        hostPort: `127.0.0.1:${port}`,
        authType: { password: 'secret-word' },
        database: 'd',
      };
      const { schema } = await addService(
        type === 'Mysql' ? { ...config, database: undefined } : config,
        type,
        'd',
        's',
      );
      const table = await addTable(schema);
      const job = JSON.stringify(await run(table));
      expect(job).toMatch(/was not profiled: .*127\.0\.0\.1/);
      expect(job).not.toContain('secret-word');
      await vi.waitFor(() => expect(open.size).toBe(0), { timeout: 10_000 });
    }
    const { schema } = await addService({ databaseMode: '../outside.db' }, 'SQLite', 'd', 'main');
    expect(JSON.stringify(await run(await addTable(schema)))).toContain('is not a file in the folder');
    const other = await addService({ hostPort: 'localhost:1' }, 'Hive', 'd', 's');
    expect(JSON.stringify(await run(await addTable(other.schema)))).toContain('opens no databases of type Hive');
  });

  it('end a statement at its limit and keep what was computed before', { timeout: 40_000 }, async () => {
    sqliteFile('slow.db', '');
    const { schema } = await addService({ databaseMode: 'slow.db' }, 'SQLite', 'shop', 'main');
    const table = await addTable(schema);
    const expression = 'with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t';
    await ok('PUT', `/v1/tables/${table.id}/customMetric`, { name: 'endless', expression });
    expect(JSON.stringify(await run(table))).toContain('endless: slow.db was not read in time');
    await expectFigures(table);
  });

  it('are what runs of profiler pipelines consist of', { timeout: 40_000 }, async () => {
    sqliteFile('piped.db', 'create table tmp_x (id integer); create view recent as select * from orders;');
    const { service, schema } = await addService({ databaseMode: 'piped.db' }, 'SQLite', 'shop', 'main');
    const orders = await addTable(schema);
    const missingTable = await addTable(schema, 'missing');
    await addTable(schema, 'tmp_x');
    const view = await addTable(schema, 'recent', { tableType: 'View' });
    const pipeline = (name: string, config: object) =>
      ok('POST', '/v1/services/ingestionPipelines', {
        name: `${name}${++count}`,
        pipelineType: 'profiler',
        service: { id: service.id, type: 'databaseService' },
        sourceConfig: { config: { type: 'Profiler', ...config } },
        airflowConfig: {},
      });
    const runPipeline = async ({ id, fullyQualifiedName }: { id: string; fullyQualifiedName: string }) => {
      const { runId } = await ok('POST', `/v1/services/ingestionPipelines/trigger/${id}`);
      expect(runId).toEqual(expect.any(String));
      return vi.waitFor(
        async () => {
          const fqn = encodeURIComponent(fullyQualifiedName);
          const status = await ok('GET', `/v1/services/ingestionPipelines/${fqn}/pipelineStatus/${runId}`);
          expect(['queued', 'running']).not.toContain(status.pipelineState);
          return status;
        },
        { timeout: 30_000, interval: 50 },
      );
    };
    const status = await runPipeline(
      await pipeline('some', { tableFilterPattern: { excludes: ['tmp_.*'] }, metrics: ['max', 'min'] }),
    );
    expect(status).toMatchObject({
      pipelineState: 'partialSuccess',
      status: [
        {
          ...{ name: 'Profiler', records: 1, errors: 1, filtered: 2 },
          failures: [{ name: missingTable.fullyQualifiedName, error: 'the source has no table main.missing' }],
        },
      ],
    });
    expect((await profileOf(orders)).of('amount')).toMatchObject({ min: 0, max: 99 });
    expect((await profileOf(orders)).of('amount').mean).toBeUndefined();
    expect((await profileOf(view)).profile).toBeUndefined();
    const views = await runPipeline(
      await pipeline('views', { tableFilterPattern: { includes: ['RECENT$'] }, includeViews: true }),
    );
    expect(views).toMatchObject({ pipelineState: 'success', status: [{ records: 1, filtered: 3 }] });
    expect((await profileOf(view)).of('amount')).toMatchObject({ valuesCount: 98 });
    const wrong = await runPipeline(await pipeline('wrong', { schemaFilterPattern: { includes: ['(('] } }));
    expect(wrong).toMatchObject({ pipelineState: 'failed' });
    expect(wrong.status[0].failures[0].error).toContain('schemaFilterPattern: a pattern cannot be used');
    const endless = await pipeline('endless', { tableFilterPattern: { includes: ['(o|or|[a-z])*\\d'] } });
    expect((await runPipeline(endless)).status[0]).toMatchObject({ filtered: 4 });
  });
});
