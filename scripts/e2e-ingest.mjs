// End to end: a real PostgreSQL, the unmodified ingestion client and a Cairn started by `npm start` on an empty folder.
// The client runs twice, two tables are dropped, it runs again, one of them returns, it runs once more; PostgreSQL's own
// catalog says what must be there each time. Last, the profiler runs with a workflow that holds no password.
// With `--postgres` the catalog itself lies in PostgreSQL too, else in the embedded database.
// Without Python 3.11 or the package index it says so and passes, unless CAIRN_E2E_REQUIRED is set.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { compareAll, readAnswered, versionsOf } from '../test/e2e/ingest/compare.mjs';
import { addReader, checkProfiles, countRows } from '../test/e2e/ingest/profile-run.mjs';
import { readSourceCatalog } from '../test/e2e/ingest/source-catalog.mjs';
import { apiOf } from '../test/e2e/support/api.mjs';
import { startCairn } from '../test/e2e/support/cairn-process.mjs';
import { createChecks } from '../test/e2e/support/checks.mjs';
import { openClientTest } from '../test/e2e/support/with-client.mjs';
import { startPostgres } from './postgres-server.mjs';
import { root } from './run.mjs';

const names = { service: 'trade', database: 'trade', pipeline: 'trade.nightly' };
const schemas = ['finance', 'logistics', 'retail'];
const dropped = ['logistics.holiday', 'retail.web_session'];
// As in the workflow of the profiler.
const profiled = ['country', 'customer_segment', 'brand'];
const reader = { name: 'reader', password: 'only-the-server-knows' };

const { client, folder, closers, runTest } = openClientTest('e2e:ingest');

await runTest(main);

async function main() {
  const cluster = await startPostgres();
  closers.add(() => cluster.stop());
  const sql = await loadSource(cluster);
  const flags = process.argv.includes('--postgres') ? ['--database-url', cluster.url] : [];
  const cairn = await startCairn(flags, { guarded: false });
  closers.add(() => cairn.stop());
  const token = cairn.token('ingestion-bot');
  const api = apiOf(cairn.url, token);
  const checks = createChecks();
  const run = (runId, verb, workflow) => runClient({ cluster, cairn, token, runId, verb, workflow });
  const ingest = (runId) => run(runId, 'ingest', 'workflow.yaml');

  await createPipeline(api, cluster);
  await firstRun({ api, checks, sql, ingest });
  await secondRun({ api, checks, ingest });
  await runAfterDrop({ api, checks, sql, ingest });
  await runAfterReturn({ api, checks, sql, ingest });
  await runProfiler({ api, admin: apiOf(cairn.url, cairn.token('admin')), checks, sql, run });
  const result = checks.report();
  if (result !== 0) console.log(`last words of the server:\n${cairn.log().slice(-3000)}`);
  return result;
}

async function loadSource(cluster) {
  const admin = postgres(cluster.url, { max: 1 });
  await admin.unsafe(`create database ${names.database}`);
  await admin.end();
  const sql = postgres(cluster.url.replace(/\/postgres$/, `/${names.database}`), { max: 1, onnotice: () => {} });
  closers.add(() => sql.end());
  await sql.unsafe(readFileSync(join(root, 'test/e2e/ingest/source.sql'), 'utf8')).simple();
  await addReader(sql, reader, names.database);
  return sql;
}

// A user makes the service and the pipeline first; the client then reports its runs to that pipeline.
async function createPipeline(api, cluster) {
  const service = await api.put('/services/databaseServices', {
    name: names.service,
    serviceType: 'Postgres',
    connection: {
      config: {
        type: 'Postgres',
        username: reader.name,
        authType: { password: reader.password },
        hostPort: `127.0.0.1:${cluster.port}`,
        database: names.database,
      },
    },
  });
  await api.put('/services/ingestionPipelines', {
    name: names.pipeline.split('.')[1],
    pipelineType: 'metadata',
    service: { id: service.id, type: 'databaseService' },
    sourceConfig: { config: { type: 'DatabaseMetadata', markDeletedTables: true } },
    airflowConfig: {},
  });
}

function runClient({ cluster, cairn, token, runId, verb, workflow }) {
  const values = {
    ...names,
    user: 'postgres',
    password: 'not-needed-here',
    hostPort: `127.0.0.1:${cluster.port}`,
    server: cairn.url,
    token,
    runId,
  };
  const template = readFileSync(join(root, 'test/e2e/ingest', workflow), 'utf8');
  const file = join(folder, `${runId}.yaml`);
  writeFileSync(
    file,
    template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name]),
  );
  return runProgram(client.metadata, [verb, '-c', file]);
}

// Not synchronous: the server's output must be drained and the test's own connections kept alive meanwhile.
async function runProgram(program, args) {
  const started = Date.now();
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  closers.add(() => child.kill());
  const code = await new Promise((done) => child.on('close', done));
  console.log(`metadata ${args[0]}: exit ${code}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (code !== 0) console.log(output.slice(-4000));
  return { code, output };
}

async function firstRun({ api, checks, sql, ingest }) {
  console.log('1. empty catalog');
  await checkRun({ api, checks, ingest, label: 'first run' });
  const source = await readSourceCatalog(sql, schemas);
  const columns = source.tables.reduce((sum, table) => sum + table.columns.length, 0);
  console.log(
    `   source: ${source.tables.length} tables and views, ${columns} columns, ${source.routines.length} routines`,
  );
  compareAll(checks, await readAnswered(api, names), source, names);
}

async function secondRun({ api, checks, ingest }) {
  console.log('2. nothing changed');
  const before = versionsOf(await readAnswered(api, names));
  await checkRun({ api, checks, ingest, label: 'second run' });
  const after = versionsOf(await readAnswered(api, names));
  checks.equal('entities after the second run', Object.keys(after).sort(), Object.keys(before).sort());
  for (const [name, state] of Object.entries(before)) checks.equal(`unmoved ${name}`, after[name], state);
}

async function runAfterDrop({ api, checks, sql, ingest }) {
  console.log(`3. dropped: ${dropped.join(', ')}`);
  const before = versionsOf(await readAnswered(api, names));
  for (const name of dropped) await sql.unsafe(`drop table ${name}`);
  await checkRun({ api, checks, ingest, label: 'third run' });
  const gone = dropped.map((name) => `${names.service}.${names.database}.${name}`);
  const prefix = `${names.service}.${names.database}`;
  const deleted = await api.all('/tables', { database: prefix, include: 'deleted' });
  checks.equal(
    'soft deleted',
    deleted.map((table) => [table.fullyQualifiedName, table.deleted]).sort(),
    gone.map((fqn) => [fqn, true]).sort(),
  );
  const after = versionsOf(await readAnswered(api, names));
  const kept = Object.keys(before).filter((name) => !gone.includes(name.replace(/^tables /, '')));
  checks.equal('entities after the third run', Object.keys(after).sort(), kept.sort());
  for (const name of kept) checks.equal(`unmoved ${name}`, after[name], before[name]);
  compareAll(checks, await readAnswered(api, names), await readSourceCatalog(sql, schemas), names);
}

async function runAfterReturn({ api, checks, sql, ingest }) {
  const [name] = dropped;
  console.log(`4. back again: ${name}`);
  const fqn = `${names.service}.${names.database}.${name}`;
  const before = await api.get(`/tables/name/${fqn}?include=deleted`);
  const text = readFileSync(join(root, 'test/e2e/ingest/source.sql'), 'utf8');
  await sql.unsafe(text.match(new RegExp(`create table ${name} [^;]*;`))[0]);
  await checkRun({ api, checks, ingest, label: 'fourth run' });
  checks.equal('the table that returned is the same entity', (await api.get(`/tables/name/${fqn}`)).id, before.id);
  compareAll(checks, await readAnswered(api, names), await readSourceCatalog(sql, schemas), names);
}

async function runProfiler({ api, admin, checks, sql, run }) {
  console.log('5. the profiler, without a password in its workflow');
  const schema = 'retail';
  const tables = await countRows(sql, schema, profiled);
  const profile = () => run(randomUUID(), 'profile', 'profile.yaml');
  const fqn = `${names.service}.${names.database}.${schema}`;
  await checkProfiles({ api, admin, checks, profile, service: names.service, schema: fqn, tables });
}

/** Runs the client once and checks what it reported: its exit, its own count of errors, the run kept by the server. */
async function checkRun({ api, checks, ingest, label }) {
  const runId = randomUUID();
  const { code, output } = await ingest(runId);
  if (code !== 0) throw new Error(`${label}: the client gave up with exit code ${code}`);
  for (const line of output.match(/Errors: \d+/g) ?? ['no summary'])
    checks.equal(`${label}: summary`, line, 'Errors: 0');
  for (const line of output.match(/^.*\bERROR\b.*$/gm) ?? []) checks.that(`${label}: log`, false, line);
  const status = await api.get(`/services/ingestionPipelines/${names.pipeline}/pipelineStatus/${runId}`);
  checks.equal(`${label}: run id`, status?.runId, runId);
  checks.equal(`${label}: state`, status?.pipelineState, 'success');
  checks.that(
    `${label}: times`,
    status?.startDate > 0 && status?.endDate >= status?.startDate,
    JSON.stringify(status)?.slice(0, 200),
  );
  checks.equal(
    `${label}: steps`,
    status?.status?.map((step) => [step.name, step.errors]),
    [
      ['Postgres', 0],
      ['OpenMetadata', 0],
    ],
  );
  const pipeline = await api.get(`/services/ingestionPipelines/name/${names.pipeline}?fields=pipelineStatuses`);
  checks.equal(`${label}: latest run of the pipeline`, pipeline.pipelineStatuses?.[0]?.runId, runId);
  const logs = await api.get(`/services/ingestionPipelines/logs/${names.pipeline}/${runId}`);
  checks.that(`${label}: log kept`, String(logs?.logs).includes('Postgres'), JSON.stringify(logs)?.slice(0, 200));
}
