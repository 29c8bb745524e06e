// Makes a Python client of /openapi.json (or of the document named by the first argument) and uses it with a running server.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCairn } from '../../../test/e2e/support/cairn-process.mjs';
import { pythonEnvironment } from '../../python-environment.mjs';
import { capture } from '../../run.mjs';

const GENERATOR = 'openapi-python-client';
const VERSION = '0.29.1';

const { bin, missing } = pythonEnvironment(`${GENERATOR}-${VERSION}`, [`${GENERATOR}==${VERSION}`]);
if (missing) {
  console.log(`${GENERATOR} skipped: ${missing}`);
  process.exit(0);
}
const scratch = mkdtempSync(join(tmpdir(), 'cairn-clients-'));
const cairn = await startCairn();
try {
  const [given] = process.argv.slice(2);
  const served = async () => (await fetch(new URL('/openapi.json', cairn.url))).text();
  writeFileSync(join(scratch, 'openapi.json'), given ? readFileSync(given) : await served());
  const flags = ['generate', '--path', 'openapi.json', '--output-path', 'cairn_client', '--meta', 'none'];
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, PYTHONPATH: scratch };
  const made = capture(join(bin, GENERATOR), flags, { cwd: scratch, env });
  const program = join(import.meta.dirname, 'use_client.py');
  const used =
    made.code === 0 ? capture(join(bin, 'python'), ['-B', program, cairn.url, cairn.token('admin')], { env }) : made;
  console.log(`${used.code === 0 ? 'ok    ' : 'FAILED'} client of ${GENERATOR}`);
  if (used.code !== 0) console.log(used.output);
  process.exitCode = used.code;
} finally {
  await cairn.stop();
  rmSync(scratch, { recursive: true, force: true });
}
