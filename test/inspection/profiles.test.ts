// Profiles of real sources: SQLite files, MariaDB and PostgreSQL.
import { expect, it, vi } from 'vitest';
import { missingMariadb, startMariadb } from '../../scripts/mariadb-server.mjs';
import { loadSqliteLibrary, openPostgres } from '../../src/storage/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { chooseStores, forEachSeededStore } from '../support/stores.js';
import { amounts, insertRows, mean, useProfiling } from './profiling.js';
import { fresh } from './support.js';

const [databaseUrl] = chooseStores<string | null>({ sqlite: () => null, postgres: (url) => url }).filter(
  (url) => url !== null,
);
const missing = missingMariadb();

forEachSeededStore('profiles', (use, kind) => {
  const { ok, addService, addTable, sqliteFile, pathOf, run, profileOf, expectFigures, closers } = useProfiling(
    use,
    '8s',
  );

  it('compute the figures of a SQLite table, with a change event', async () => {
    sqliteFile('shop.db');
    const { schema } = await addService({ databaseMode: 'shop.db' }, 'SQLite', 'shop', 'main');
    const table = await addTable(schema);
    expect(await run(table)).toMatchObject({ state: 'completed' });
    await expectFigures(table);
    const { data } = await ok('GET', '/v1/events?entityCreated=&entityUpdated=table&timestamp=0');
    const event = data.find((one: { entityId: string }) => one.entityId === table.id);
    expect(event.changeDescription.fieldsUpdated[0].name).toBe('profile');
  });

  // What the database of the catalog is makes no difference to this source.
  it.skipIf(missing || kind === 'postgres')('compute the same figures in MySQL', { timeout: 60_000 }, async () => {
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

  it('measure of each data type what the setting of profilers allows, but for what a table asks for', async () => {
    sqliteFile('limits.db');
    const { schema } = await addService({ databaseMode: 'limits.db' }, 'SQLite', 'shop', 'main');
    const table = await addTable(schema);
    const typeOf = (name: string) =>
      table.columns.find((column: { name: string }) => column.name === name)?.dataType as string;
    expect(typeOf('amount')).not.toBe(typeOf('note'));
    const limit = (metricConfiguration: object[]) =>
      ok('PUT', '/v1/system/settings/profilerConfiguration', { metricConfiguration });
    const measured = async () => {
      expect(await run(table)).toMatchObject({ state: 'completed' });
      const { of } = await profileOf(table);
      const figures = (name: string) => of(name) && Object.keys(of(name)).sort();
      return { amount: figures('amount'), note: figures('note') };
    };
    await limit([
      { dataType: typeOf('amount'), metrics: ['max', 'nullCount'] },
      { dataType: typeOf('note'), disabled: true },
    ]);
    expect(await measured()).toEqual({ amount: ['max', 'name', 'nullCount', 'timestamp'], note: undefined });
    await ok('PUT', `/v1/tables/${table.id}/tableProfilerConfig`, {
      includeColumns: [{ columnName: 'amount' }, { columnName: 'note', metrics: ['valuesCount'] }],
    });
    expect(await measured()).toEqual({
      amount: ['max', 'name', 'nullCount', 'timestamp'],
      note: ['name', 'timestamp', 'valuesCount'],
    });
    await limit([]);
    expect((await measured()).amount?.length).toBeGreaterThan(10);
  });

  it('store what can be computed of a table that is not what the catalog says, and say what is missing', async () => {
    sqliteFile('lies.db', 'create table odd (id text, amount blob, "day" integer);');
    const { schema } = await addService({ databaseMode: 'lies.db' }, 'SQLite', 'shop', 'main');
    const table = await addTable(schema);
    const { DatabaseSync } = loadSqliteLibrary();
    const database = new DatabaseSync(pathOf('lies.db'));
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

  it('are what runs of profiler pipelines consist of', { timeout: 40_000 }, async () => {
    sqliteFile('piped.db', 'create table tmp_x (id integer); create view recent as select * from orders;');
    const { service, schema } = await addService({ databaseMode: 'piped.db' }, 'SQLite', 'shop', 'main');
    const orders = await addTable(schema);
    const missingTable = await addTable(schema, 'missing');
    await addTable(schema, 'tmp_x');
    const view = await addTable(schema, 'recent', { tableType: 'View' });
    const pipeline = (name: string, config: object) =>
      ok('POST', '/v1/services/ingestionPipelines', {
        name: fresh(name),
        pipelineType: 'profiler',
        service: { id: service.id, type: 'databaseService' },
        sourceConfig: { config: { type: 'Profiler', ...config } },
        airflowConfig: {},
      });
    const runPipeline = async ({ id, fullyQualifiedName }: Body) => {
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
