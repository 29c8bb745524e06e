// End to end: the unmodified client's own profiler and this server profile the same table of the same PostgreSQL; every
// figure that both have must be the same. With `--postgres` the catalog itself lies in PostgreSQL too.
// Without Python 3.11 or the package index it says so and passes, unless CAIRN_E2E_REQUIRED is set.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { apiOf } from '../test/e2e/support/api.mjs';
import { startCairn } from '../test/e2e/support/cairn-process.mjs';
import { createChecks } from '../test/e2e/support/checks.mjs';
import { openClientTest } from '../test/e2e/support/with-client.mjs';
import { startPostgres } from './postgres-server.mjs';
import { waitUntil } from './run.mjs';

const { client, folder, closers, runTest } = openClientTest('e2e:profiles');
process.env.CAIRN_SOURCE_ALLOW = '127.0.0.0/8'; // for the server that this starts

const columns = [
  { name: 'id', dataType: 'INT' },
  { name: 'amount', dataType: 'DECIMAL', precision: 12, scale: 3 },
  { name: 'note', dataType: 'VARCHAR', dataLength: 40 },
  { name: 'day', dataType: 'DATE' },
];
const SOURCE = `create schema shop;
  create table shop.orders (id int, amount numeric(12, 3), note varchar(40), day date);
  insert into shop.orders
    select i, case when i % 7 = 0 then null else round((i * 37 % 1000) ^ 1.5, 3) end,
      case when i % 3 = 0 then null else repeat('x', i % 20 + 1) end, date '2026-01-01' + i % 90
    from generate_series(1, 3000) i;
  analyze shop.orders`;

/** Settings of a profile (the client sets the type of a sample without one); and what the client reads from PostgreSQL's statistics, not from the rows. */
const NO_FIGURES = ['timestamp', 'name', 'customMetrics', 'profileSampleType', 'createDateTime', 'sizeInByte'];

await runTest(main);

async function main() {
  const cluster = await startPostgres();
  closers.add(() => cluster.stop());
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} });
  closers.add(() => sql.end());
  await sql.unsafe(SOURCE).simple();
  const flags = process.argv.includes('--postgres') ? ['--database-url', cluster.url] : [];
  const cairn = await startCairn(flags, { guarded: false });
  closers.add(() => cairn.stop());
  const api = apiOf(cairn.url, cairn.token('admin'));
  const checks = createChecks();
  const table = await catalogue(api, cluster.port);
  const code = await runClient('profile', workflowOf(cairn.url, cairn.token('ingestion-bot')));
  checks.equal('metadata profile: exit', code, 0);
  const theirs = await profileOf(api, table);
  const { jobId } = await api.post(`/tables/${encodeURIComponent(table)}/tableProfile/trigger`);
  await waitUntil(async () => (await api.get(`/jobs/${jobId}`)).endedAt !== undefined, 'the profile', 120_000);
  checks.equal('the job has no problem', (await api.get(`/jobs/${jobId}`)).error, undefined);
  const ours = await profileOf(api, table);
  for (const [what, figures] of Object.entries(theirs)) compare(checks, what, figures, ours[what] ?? {});
  return checks.report();
}

function compare(checks, what, theirs, ours) {
  const names = Object.keys(theirs).filter((name) => !NO_FIGURES.includes(name));
  checks.that(`${what}: the client has figures`, names.length > 0);
  const only = Object.keys(ours).filter((name) => !(name in theirs));
  if (only.length > 0) console.log(`${what}: only Cairn has ${only.join(', ')}`);
  for (const name of names) {
    const [left, right] = [ours[name], theirs[name]];
    const isNear =
      typeof left === 'number' &&
      typeof right === 'number' &&
      Math.abs(left - right) <= 1e-6 * Math.max(1, Math.abs(left), Math.abs(right));
    if (!isNear) checks.equal(`${what}: ${name}`, left, right);
    else checks.that(`${what}: ${name}`, true);
  }
}

async function catalogue(api, port) {
  const service = 'trade';
  const config = {
    type: 'Postgres',
    username: 'postgres',
    authType: { password: 'unused' },
    hostPort: `127.0.0.1:${port}`,
    database: 'postgres',
  };
  await api.put('/services/databaseServices', { name: service, serviceType: 'Postgres', connection: { config } });
  await api.put('/databases', { name: 'postgres', service });
  await api.put('/databaseSchemas', { name: 'shop', database: `${service}.postgres` });
  const databaseSchema = `${service}.postgres.shop`;
  return (await api.put('/tables', { name: 'orders', databaseSchema, columns })).fullyQualifiedName;
}

/** The newest figures of the table and of each column. */
async function profileOf(api, table) {
  const found = await api.get(`/tables/${encodeURIComponent(table)}/tableProfile/latest`);
  return {
    table: found.profile ?? {},
    ...Object.fromEntries(found.columns.map((one) => [one.name, one.profile ?? {}])),
  };
}

function workflowOf(hostPort, token) {
  return {
    source: {
      type: 'postgres',
      serviceName: 'trade',
      sourceConfig: { config: { type: 'Profiler', schemaFilterPattern: { includes: ['^shop$'] } } },
    },
    processor: { type: 'orm-profiler', config: {} },
    sink: { type: 'metadata-rest', config: {} },
    workflowConfig: {
      loggerLevel: 'INFO',
      openMetadataServerConfig: { hostPort, authProvider: 'openmetadata', securityConfig: { jwtToken: token } },
    },
  };
}

/** Resolves to the exit code. The server's output must be drained meanwhile, so this is not synchronous. */
async function runClient(verb, workflow) {
  const file = join(folder, `${verb}.json`);
  writeFileSync(file, JSON.stringify(workflow));
  const started = Date.now();
  const child = spawn(client.metadata, [verb, '-c', file], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  closers.add(() => child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  const code = await new Promise((done) => child.on('close', done));
  console.log(`metadata ${verb}: exit ${code}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (code !== 0 || process.env.CAIRN_E2E_VERBOSE) console.log(output.slice(-6000));
  return code;
}
