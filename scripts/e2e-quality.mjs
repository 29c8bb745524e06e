// End to end: the unmodified client's own `metadata test` and this server run the same test cases against the same
// PostgreSQL; status and figures of each must be the same. Then the client ingests a dbt project.
// Without Python 3.11 or the package index it says so and passes, unless CAIRN_E2E_REQUIRED is set.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { catalogue, createCases, ordersOf } from '../test/e2e/quality/catalogue.mjs';
import { compareResults } from '../test/e2e/quality/compare.mjs';
import { checkDbt, makeWhatDbtNames, writeDbtProject } from '../test/e2e/quality/dbt-project.mjs';
import { apiOf } from '../test/e2e/support/api.mjs';
import { startCairn } from '../test/e2e/support/cairn-process.mjs';
import { createChecks } from '../test/e2e/support/checks.mjs';
import { openClientTest } from '../test/e2e/support/with-client.mjs';
import { startPostgres } from './postgres-server.mjs';
import { waitUntil } from './run.mjs';

const { client, folder, closers, runTest } = openClientTest('e2e:quality');
const DBT_OPTIONS = { type: 'DBT', dbtUpdateDescriptions: true, dbtUpdateOwners: true, includeMetrics: true };
process.env.CAIRN_SOURCE_ALLOW = '127.0.0.0/8'; // for the server that this starts

await runTest(main);

async function main() {
  const cluster = await startPostgres();
  closers.add(() => cluster.stop());
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} });
  closers.add(() => sql.end());
  await sql.unsafe(ordersOf('shop').join(';')).simple();
  const flags = process.argv.includes('--postgres') ? ['--database-url', cluster.url] : [];
  const cairn = await startCairn(flags, { guarded: false });
  closers.add(() => cairn.stop());
  const token = cairn.token('ingestion-bot');
  const api = apiOf(cairn.url, cairn.token('admin'));
  const checks = createChecks();

  const { service, table, suite } = await catalogue(api, cluster.port);
  const cases = await createCases(api, table, 'shop');
  const { jobId } = await api.post(`/dataQuality/testSuites/${suite}/trigger`);
  await waitUntil(
    async () => (await api.get(`/jobs/${jobId}`)).endedAt !== undefined,
    'the run of the server',
    120_000,
  );
  const ours = await resultsOf(api, cases);
  const server = { hostPort: cairn.url, token };
  const ran = await runClient('test', testWorkflow({ ...server, service, table }));
  checks.equal('metadata test ends without an error', ran, 0);
  const theirs = await resultsOf(api, cases);
  compareResults({ checks, cases, ours, theirs });

  await makeWhatDbtNames(api);
  const project = writeDbtProject(folder);
  checks.equal(
    'metadata ingest of dbt ends without an error',
    await runClient('ingest', dbtWorkflow({ ...server, service, project })),
    0,
  );
  await checkDbt({ api, checks, table });
  const result = checks.report();
  if (result !== 0) console.log(`last words of the server:\n${cairn.log().slice(-3000)}`);
  return result;
}

async function resultsOf(api, cases) {
  const found = [];
  for (const { fqn } of cases) {
    const path = `/dataQuality/testCases/name/${encodeURIComponent(fqn)}?fields=testCaseResult`;
    found.push((await api.get(path)).testCaseResult);
  }
  return found;
}

function workflowConfig({ hostPort, token }) {
  return {
    loggerLevel: 'INFO',
    openMetadataServerConfig: { hostPort, authProvider: 'openmetadata', securityConfig: { jwtToken: token } },
  };
}

function testWorkflow({ service, table, ...server }) {
  return {
    source: {
      type: 'TestSuite',
      serviceName: service,
      sourceConfig: { config: { type: 'TestSuite', entityFullyQualifiedName: table } },
    },
    processor: { type: 'orm-test-runner', config: {} },
    sink: { type: 'metadata-rest', config: {} },
    workflowConfig: workflowConfig(server),
  };
}

function dbtWorkflow({ service, project, ...server }) {
  return {
    source: {
      type: 'dbt',
      serviceName: service,
      sourceConfig: { config: { ...DBT_OPTIONS, dbtConfigSource: { dbtConfigType: 'local', ...project } } },
    },
    sink: { type: 'metadata-rest', config: {} },
    workflowConfig: workflowConfig(server),
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
