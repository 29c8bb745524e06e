// Connection tests as clients run them: a workflow is made, triggered and polled.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createContract } from '../../contract/index.js';
import { missingMariadb, startMariadb } from '../../scripts/mariadb-server.mjs';
import { loadSqliteLibrary } from '../../src/storage/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { serviceFixtures } from '../contract/fixtures/services.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { chooseStores, forEachSeededStore } from '../support/stores.js';
import { ended, fresh, LOCAL, listen, makeTest, runTest, say, separateApp, stepsOf, workflows } from './support.js';

const SECRET = 'hunter2-secret';
const [databaseUrl] = chooseStores<string | null>({ sqlite: () => null, postgres: (url) => url }).filter(
  (url) => url !== null,
);
const missing = missingMariadb();

forEachSeededStore('connection tests', (use, kind) => {
  let app: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-sources-'));
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    app = await createTestApp({ store: use(), flags: { ...LOCAL, sourceFolder: folder } });
    mkdirSync(join(folder, 'sub'));
    const { DatabaseSync } = loadSqliteLibrary();
    const database = new DatabaseSync(join(folder, 'sub', 'shop.db'));
    database.exec('create table orders (id integer); create view recent as select * from orders');
    database.close();
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const serve = async (answer: Parameters<typeof listen>[0]) => {
    const server = await listen(answer);
    closers.push(server.close);
    return server;
  };

  it('open a SQLite file below the configured folder only', async () => {
    const test = (databaseMode: string) => runTest(app, 'Database', { type: 'SQLite', databaseMode });
    const passed = await test('sub/shop.db');
    expect(passed).toMatchObject({ status: 'Successful', response: { status: 'Successful' }, version: 0.1 });
    expect(stepsOf(passed)).toEqual([
      'CheckAccess: Passed',
      'GetSchemas: Passed',
      'GetTables: Passed',
      'GetViews: Passed',
    ]);
    expect(passed.response.steps[2]).toMatchObject({ passed: true, mandatory: true, resultSummary: '1 row' });
    for (const file of ['../outside.db', '/etc/passwd', 'none.db']) {
      const failed = await test(file);
      expect(failed).toMatchObject({ status: 'Failed', response: { status: 'Failed' } });
      expect(failed.response.steps[0]).toMatchObject({
        passed: false,
        message: 'No connection could be made. Check the address, the network and the credentials.',
        errorLog: expect.stringContaining('is not a file in the folder given by CAIRN_SOURCE_FOLDER'),
      });
      expect(stepsOf(failed).slice(1)).toEqual(['GetSchemas: Skipped', 'GetTables: Skipped', 'GetViews: Skipped']);
    }
  });

  // What the database of the catalog is makes no difference to this source.
  it.skipIf(missing || kind === 'postgres')('run the steps in a MySQL database', { timeout: 120_000 }, async () => {
    const server = await startMariadb();
    closers.push(server.stop);
    const { createConnection } = await import('mysql2/promise');
    const admin = await createConnection({
      host: '127.0.0.1',
      port: server.port,
      user: 'root',
      multipleStatements: true,
    });
    await admin.query(`create database shop; create table shop.orders (id int);
      create user reader@'127.0.0.1' identified by '${SECRET}'; grant select on shop.* to reader@'127.0.0.1';`);
    await admin.end();
    const config = { username: 'reader', hostPort: `127.0.0.1:${server.port}`, databaseSchema: 'shop' };
    const mysql = (password: string) => ({ type: 'Mysql', ...config, authType: { password } });
    const passed = await runTest(app, 'Database', mysql(SECRET));
    expect(passed.status).toBe('Successful');
    expect(stepsOf(passed)).toEqual([
      'CheckAccess: Passed',
      'GetSchemas: Passed',
      'GetTables: Passed',
      'GetViews: Passed',
      'GetQueries: Warning',
    ]);
    expect(JSON.stringify(passed)).not.toContain(SECRET);
    const failed = await runTest(app, 'Database', mysql('hunter2-wrong'));
    expect(failed.status).toBe('Failed');
    expect(failed.response.steps[0].errorLog).toContain('Access denied');
    expect((await runTest(app, 'Database', { type: 'MariaDB', ...config, password: SECRET })).status).toBe(
      'Successful',
    );
  });

  it.skipIf(!databaseUrl)('run the steps in a PostgreSQL database', async () => {
    const { hostname, port, username, pathname } = new URL(databaseUrl ?? 'postgres://x');
    const config = { type: 'Postgres', username, hostPort: `${hostname}:${port}`, database: pathname.slice(1) };
    const passed = await runTest(app, 'Database', { ...config, sslMode: 'prefer' });
    expect(passed.status).toBe('Successful');
    expect(stepsOf(passed)).toEqual([
      ...['CheckAccess', 'GetDatabases', 'GetSchemas', 'GetTables', 'GetViews', 'GetTags'].map(
        (name) => `${name}: Passed`,
      ),
      'GetQueries: Warning', // there is no pg_stat_statements
      ...['GetColumnMetadata', 'GetTableComments', 'GetInformationSchemaColumns'].map((name) => `${name}: Passed`),
    ]);
    const injected = await runTest(app, 'Database', { ...config, queryStatementSource: 'x; drop table orders' });
    expect(injected.response.steps[6].errorLog).toBe('queryStatementSource must be the name of a table');
    expect((await runTest(app, 'Database', { ...config, username: 'nobody_at_all' })).status).toBe('Failed');
  });

  it('call services that are plain HTTP with their documented login', async () => {
    const server = await serve((request, response) => {
      const { path, authorization, headers, body } = request;
      if (path === '/openapi.json')
        return say(response, authorization === `Bearer ${SECRET}` ? 200 : 401, { openapi: '3.0.0' });
      if (path === '/api/v1/security/login')
        return say(response, body.password === SECRET ? 200 : 401, { access_token: 'superset-token' });
      if (path.startsWith('/api/v1/'))
        return say(response, authorization === 'Bearer superset-token' ? 200 : 403, { count: 2 });
      if (path === '/api/session')
        return say(response, body.password === SECRET ? 200 : 401, { id: 'metabase-session' });
      if (path === '/api/dashboard')
        return say(response, headers['x-metabase-session'] === 'metabase-session' ? 200 : 401, [{}]);
      if (path.startsWith('/api/search')) return say(response, authorization === `Bearer ${SECRET}` ? 200 : 401, []);
      const basic = `Basic ${Buffer.from(`reader:${SECRET}`).toString('base64')}`;
      if (authorization !== basic) return say(response, 401, {});
      if (path === '/') return say(response, 200, { version: { number: '8.1.0' } });
      return say(response, path.startsWith('/_cat/indices') ? 200 : 404, [{ index: 'a' }]);
    });
    const hostPort = server.url;
    const cases: [string, (password: string) => Body, string[]][] = [
      [
        'Api',
        (token) => ({ type: 'Rest', openAPISchemaConnection: { openAPISchemaURL: `${hostPort}/openapi.json` }, token }),
        ['CheckURL', 'CheckSchema'],
      ],
      [
        'Dashboard',
        (password) => ({ type: 'Superset', hostPort, connection: { provider: 'db', username: 'reader', password } }),
        ['CheckAccess', 'GetDashboards', 'GetCharts'],
      ],
      ['Dashboard', (password) => ({ type: 'Metabase', hostPort, username: 'reader', password }), ['GetDashboards']],
      ['Dashboard', (apiKey) => ({ type: 'Grafana', hostPort, apiKey }), ['GetDashboards']],
      ...['ElasticSearch', 'OpenSearch'].map((type): [string, (password: string) => Body, string[]] => [
        'Search',
        (password) => ({ type, hostPort, authType: { username: 'reader', password } }),
        ['CheckAccess', 'GetSearchIndexes'],
      ]),
    ];
    for (const [family, config, steps] of cases) {
      const passed = await runTest(app, family, config(SECRET));
      expect(stepsOf(passed), config('').type).toEqual(steps.map((name) => `${name}: Passed`));
      expect(passed.status).toBe('Successful');
      const failed = await runTest(app, family, config('hunter2-wrong'));
      expect(failed.status, config('').type).toBe('Failed');
      expect(JSON.stringify([passed, failed])).not.toContain('hunter2');
    }
    const gone = { type: 'Grafana', hostPort: 'http://127.0.0.1:1', apiKey: 'k' };
    expect((await runTest(app, 'Dashboard', gone)).response.steps[0].errorLog).toContain('cannot be reached');
  });

  it('show each step as soon as it ran', async () => {
    let open = () => {};
    const wait = new Promise<void>((done) => {
      open = done;
    });
    const server = await serve(async ({ path }, response) => {
      if (path.startsWith('/_cat')) await wait;
      say(response, 200, path === '/' ? { version: { number: '8' } } : []);
    });
    const made = await makeTest(app, 'Search', { type: 'ElasticSearch', hostPort: server.url });
    expect(made.status).toBe('Pending');
    await app.request('POST', `${workflows}/trigger/${made.id}`);
    await expect
      .poll(async () => (await app.request('GET', `${workflows}/${made.id}`)).json, { timeout: 50_000 })
      .toMatchObject({
        status: 'Running',
        response: { status: 'Running', steps: [{ name: 'CheckAccess', passed: true }] },
      });
    expect((await app.request('POST', `${workflows}/trigger/${made.id}`)).status).toBe(200); // is not started twice
    open();
    expect((await ended(app, made.id)).status).toBe('Successful');
    expect(server.heard).toHaveLength(2);
    // Deleted during its run, it is gone.
    const other = await makeTest(app, 'Search', { type: 'ElasticSearch', hostPort: server.url });
    await app.request('POST', `${workflows}/trigger/${other.id}`);
    expect((await app.request('DELETE', `${workflows}/${other.id}`, { query: { hardDelete: 'true' } })).status).toBe(
      200,
    );
    expect((await app.request('GET', `${workflows}/${other.id}`)).status).toBe(404);
  });

  it('say plainly where a runner is needed', async () => {
    const first = async (family: string, config: Body) =>
      (await runTest(app, family, config)).response.steps[0].message;
    expect(await first('Messaging', { type: 'Kafka', bootstrapServers: 'localhost:9092' })).toBe(
      'Kafka connections need an external runner to be tested (the server has no test of its own for them): set CAIRN_RUNNER_URL to the URL of one',
    );
    const mysql = { type: 'Mysql', username: 'reader', hostPort: '127.0.0.1:3306' };
    expect(await first('Database', { ...mysql, authType: { awsConfig: { awsRegion: 'eu-west-1' } } })).toContain(
      'Mysql connections need an external runner to be tested (authType is not a password)',
    );
    const body = { name: fresh('w'), workflowType: 'QUERY_RUNNER', request: { ingestionRunner: 'x' } };
    const made = await app.request('POST', workflows, {
      body: { ...body, workflowType: 'TEST_SPARK_ENGINE_CONNECTION' },
    });
    const answer = await app.request('POST', `${workflows}/trigger/${made.json.id}`);
    expect([made.status, answer.status, answer.json.message]).toEqual([
      201,
      400,
      'workflows of type TEST_SPARK_ENGINE_CONNECTION need an external runner: set CAIRN_RUNNER_URL to the URL of one',
    ]);
  });

  it('are made for services of every family, and checked by the schema of the product', async () => {
    const families = createContract({ schemasDir: 'contract/schemas' }).enumValues('entity/services/serviceType');
    const familyOf = (type: string) =>
      families.find((family) => `${family}Service`.toLowerCase() === type.toLowerCase());
    const tested = new Set<string | undefined>(['Database']);
    for (const { type, create } of serviceFixtures) {
      const { serviceType, connection } = create(fresh('service'));
      const family = familyOf(type);
      tested.add(family);
      await makeTest(app, String(family), connection.config);
      const { type: _, ...config } = connection.config;
      await makeTest(app, String(family), config, { connectionType: serviceType });
    }
    expect([...tested].sort()).toEqual([...families].sort());
    const refused = async (config: object) => {
      const request = { serviceType: 'Database', connectionType: 'Mysql', connection: { config } };
      const body = { name: fresh('test'), workflowType: 'TEST_CONNECTION', request };
      const { status, json } = await app.request('POST', workflows, { body });
      return `${status} ${json.message}`;
    };
    expect(await refused({ username: 'reader', hostPort: 5 })).toBe(
      '400 request.connection.config.hostPort must be a string',
    );
    expect(await refused({ type: 'Nope' })).toBe('400 request.connection: Nope is not a connection of type Database');
  });

  it('reach no address that is not allowed', async () => {
    const closed = await separateApp(kind);
    try {
      const server = await serve((_, response) => say(response, 200, []));
      const failed = await runTest(closed, 'Dashboard', { type: 'Grafana', hostPort: server.url, apiKey: 'k' });
      expect(failed.response.steps[0].errorLog).toBe(
        '127.0.0.1 is not a public address; CAIRN_SOURCE_ALLOW can allow its range',
      );
      const sqlite = await runTest(closed, 'Database', { type: 'SQLite', databaseMode: 'sub/shop.db' });
      expect(sqlite.response.steps[0].errorLog).toContain('set CAIRN_SOURCE_FOLDER');
      expect(server.heard).toEqual([]);
    } finally {
      await closed.close();
    }
  });

  it('run again while the job of the last run has not ended yet', async () => {
    const { id } = await runTest(app, 'Database', { type: 'SQLite', databaseMode: 'sub/shop.db' });
    // What another server shows for a moment after it stored the result.
    const insert = () =>
      use().store.write((tx) =>
        tx.run(
          `insert into job (id, kind, state, key, actor_id, actor_name, can_cancel, attempts, holder, until_at, run_at, created_at, updated_at)
          values ('last-run', 'automations.runWorkflow', 'running', $1, '', 'admin', 0, 1, 'another', 99999999999999, 0, 0, 0)`,
          [id],
        ),
      );
    // Not before the job of the first run has ended.
    await vi.waitFor(insert, { timeout: 50_000, interval: 30 });
    const started = await app.request('POST', `${workflows}/trigger/${id}`);
    expect(started.status, started.text).toBe(200);
    expect(started.json.runId).not.toBe('last-run');
    expect((await ended(app, id)).status).toBe('Successful');
    await use().store.write((tx) => tx.run("update job set state = 'completed', ended_at = 1 where id = 'last-run'"));
  });

  it('seal the secrets of the request, and take those of a stored service behind a mask', async () => {
    const server = await serve(({ authorization }, response) =>
      say(response, authorization === `Bearer ${SECRET}` ? 200 : 401, []),
    );
    const config = { type: 'Grafana', hostPort: server.url, apiKey: SECRET };
    const made = await makeTest(app, 'Dashboard', config);
    expect(made.request.connection.config.apiKey).toBe('*********');
    const rows = await use().store.read((sql) => sql.all('select doc, extra from entity where id = $1', [made.id]));
    expect(JSON.stringify(rows)).not.toContain('hunter2');
    // A PATCH or PUT that repeats the mask keeps the secret.
    const put = { name: made.name, workflowType: made.workflowType, request: made.request };
    expect((await app.request('PUT', workflows, { body: put })).json.version).toBe(0.1);
    await app.request('POST', `${workflows}/trigger/${made.id}`);
    expect((await ended(app, made.id)).status).toBe('Successful');

    const service = { name: fresh('grafana'), serviceType: 'Grafana', connection: { config } };
    expect((await app.request('POST', '/v1/services/dashboardServices', { body: service })).status).toBe(201);
    const masked = { ...config, apiKey: '*********' };
    const serviceName = service.name;
    expect((await runTest(app, 'Dashboard', masked, { serviceName })).status).toBe('Successful');
    expect((await runTest(app, 'Dashboard', masked)).status).toBe('Failed');
    const name = fresh('tester');
    const rules = [
      { name: 'own', effect: 'allow', resources: ['workflow'], operations: ['All'] },
      { name: 'see', effect: 'allow', resources: ['dashboardService'], operations: ['ViewAll'] },
    ];
    const policy = (await app.request('POST', '/v1/policies', { body: { name, rules } })).json;
    const role = (await app.request('POST', '/v1/roles', { body: { name, policies: [policy.name] } })).json;
    await app.request('POST', '/v1/users', { body: { name, email: `${name}@example.com`, roles: [role.id] } });
    const request = {
      connection: { config: masked },
      serviceType: 'Dashboard',
      connectionType: 'Grafana',
      serviceName,
    };
    const body = { name: fresh('test'), workflowType: 'TEST_CONNECTION', request };
    const refused = await app.request('POST', workflows, { body, token: await app.tokenFor(name) });
    expect([refused.status, refused.json.message]).toEqual([
      403,
      `testing with the stored secrets of ${serviceName} takes the right to edit it`,
    ]);
  });
});
