// `npm run fuzz`: schemathesis sends generated requests for every operation of /openapi.json; an answer 5xx, or one of a
// status, media type or shape that the document does not name, is a failure. Each operation gets one request; `-- --long` tries much more,
// `--database-url URL` uses PostgreSQL; other flags go to schemathesis.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCairn } from '../test/e2e/support/cairn-process.mjs';
import { fillCatalog, fuzzConfig } from './fuzz-data.mjs';
import { run } from './run.mjs';
import { schemathesis } from './schemathesis.mjs';

const SHORT = ['--phases', 'fuzzing', '--max-examples', '1', '--generation-deterministic'];
const LONG = ['--phases', 'examples,coverage,fuzzing', '--max-examples', '200', '--generation-database', 'none'];

const { bin, missing } = schemathesis();
if (missing) {
  console.log(`fuzz skipped: ${missing}`);
  process.exit(process.env.CAIRN_FUZZ_REQUIRED ? 1 : 0);
}
const given = process.argv.slice(2);
const at = given.indexOf('--database-url');
const database = at < 0 ? [] : given.splice(at, 2);
const extent = given.includes('--long') ? LONG : SHORT;

// These end the token they are called with: they come last, with tokens of their own.
const ENDS_TOKEN = ['logoutUser', 'revokePersonalTokens', 'changeUserPassword'];

const cairn = await startCairn(database);
const scratch = mkdtempSync(join(tmpdir(), 'cairn-fuzz-'));
try {
  const document = await (await fetch(new URL('/openapi.json', cairn.url))).json();
  await fillCatalog(cairn.url, cairn.token('admin'));
  writeFileSync(join(scratch, 'schemathesis.toml'), await fuzzConfig(cairn.url, cairn.token('admin'), document));
  const failed = [];
  for (const choice of ['--exclude-operation-id', '--include-operation-id']) {
    const code = await play(ENDS_TOKEN.flatMap((id) => [choice, id]));
    if (code !== 0) failed.push(code);
  }
  process.exitCode = failed[0] ?? 0;
  if (process.exitCode) console.log(`last words of the server:\n${cairn.log().slice(-3000)}`);
} finally {
  await cairn.stop();
  rmSync(scratch, { recursive: true, force: true });
}

function play(choice) {
  const args = [
    'run',
    new URL('/openapi.json', cairn.url).href,
    '--header',
    `Authorization: Bearer ${cairn.token('admin')}`,
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
  return run(join(bin, 'schemathesis'), args, { cwd: scratch });
}
