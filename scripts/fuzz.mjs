// `npm run fuzz`: schemathesis sends generated requests for every operation of /openapi.json; a 5xx response, or one of a
// status, media type or shape that the document does not name, is a failure. Each operation gets one request; `-- --long` tries much more,
// `--database-url URL` uses PostgreSQL; other flags go to schemathesis.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiOf } from '../test/e2e/support/api.mjs';
import { startCairn } from '../test/e2e/support/cairn-process.mjs';
import { fuzzConfig } from './fuzz-config.mjs';
import { fillCatalog } from './fuzz-data.mjs';
import { run } from './run.mjs';
import { schemathesis } from './schemathesis.mjs';

const SHORT = ['--phases', 'fuzzing', '--max-examples', '1', '--generation-deterministic'];
const LONG = ['--phases', 'examples,coverage,fuzzing', '--max-examples', '200', '--generation-database', 'none'];

const HOOKS = join(import.meta.dirname, 'fuzz-hooks.py');

const { bin, missing } = schemathesis();
if (missing) {
  console.log(`fuzz skipped: ${missing}`);
  process.exit(process.env.CAIRN_FUZZ_REQUIRED ? 1 : 0);
}
const given = process.argv.slice(2);
const at = given.indexOf('--database-url');
const database = at < 0 ? [] : given.splice(at, 2);
const extent = given.includes('--long') ? LONG : SHORT;

// These operations end the token they are called with, so each of their requests gets a new one.
const ENDS_TOKEN = ['logoutUser', 'revokePersonalTokens', 'changeUserPassword'];
const choose = (flag, values) => values.flatMap((value) => [flag, value]);
/** With many requests, deletions come last, because they remove the entities that the others need. */
const ROUNDS = given.includes('--long')
  ? [
      [...choose('--exclude-operation-id', ENDS_TOKEN), '--exclude-method', 'DELETE'],
      ['--include-method', 'DELETE'],
      choose('--include-operation-id', ENDS_TOKEN),
    ]
  : [choose('--exclude-operation-id', ENDS_TOKEN), choose('--include-operation-id', ENDS_TOKEN)];

const cairn = await startCairn(database);
const scratch = mkdtempSync(join(tmpdir(), 'cairn-fuzz-'));
try {
  const token = cairn.token('admin');
  const document = await (await fetch(new URL('/openapi.json', cairn.url))).json();
  const filled = await fillCatalog(cairn.url, token);
  const { data } = await apiOf(cairn.url, token).get('/system/settings');
  const settings = data.map(({ config_type: name }) => name);
  writeFileSync(join(scratch, 'schemathesis.toml'), fuzzConfig(document, filled, settings));
  const failed = [];
  for (const round of ROUNDS) {
    const code = await play(round, token, round[0] === '--include-operation-id');
    if (code !== 0) failed.push(code);
  }
  process.exitCode = failed[0] ?? 0;
  if (process.exitCode) console.log(`last words of the server:\n${cairn.log().slice(-3000)}`);
} finally {
  await cairn.stop();
  rmSync(scratch, { recursive: true, force: true });
}

/** `own`: each request logs in as somebody new. */
function play(choice, token, own) {
  const args = [
    'run',
    new URL('/openapi.json', cairn.url).href,
    ...(own ? [] : ['--header', `Authorization: Bearer ${token}`]),
    '--checks',
    'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance',
    '--generation-with-security-parameters',
    'false',
    '--suppress-health-check',
    'too_slow',
    '--exclude-path-regex', // these answer for as long as the client listens
    '/stream(/|$)',
    '--continue-on-failure',
    '--no-color',
    '--workers',
    '2',
    ...choice,
    ...extent,
    ...given.filter((flag) => flag !== '--long'),
  ];
  const hooks = { SCHEMATHESIS_HOOKS: HOOKS, CAIRN_FUZZ_URL: cairn.url, CAIRN_FUZZ_TOKEN: token };
  return run(join(bin, 'schemathesis'), args, { cwd: scratch, env: { ...process.env, ...(own ? hooks : {}) } });
}
