// End to end: the unmodified ingestion client writes a sample of each family of services through its sink, from custom
// sources as users write them, to a Cairn of its own. With `--postgres` on a PostgreSQL of its own, else on the embedded database.
// Without Python 3.11 or the package index it says so and passes, unless CAIRN_E2E_REQUIRED is set.
import { join } from 'node:path';
import { startCairn } from '../test/e2e/support/cairn-process.mjs';
import { createClosers } from '../test/e2e/support/closers.mjs';
import { pythonClient } from '../test/e2e/support/python-client.mjs';
import { startPostgres } from './postgres-server.mjs';
import { root, run } from './run.mjs';

const client = pythonClient();
if (client.missing) {
  console.log(`e2e:families skipped: ${client.missing}`);
  process.exit(process.env.CAIRN_E2E_REQUIRED ? 1 : 0);
}
console.log(`openmetadata-ingestion ${client.version}`);
const closers = createClosers();
try {
  process.exitCode = await ingest(process.argv.includes('--postgres') ? await databaseFlags() : []);
} finally {
  await closers.closeAll();
}

async function databaseFlags() {
  const cluster = await startPostgres();
  closers.add(() => cluster.stop());
  return ['--database-url', cluster.url];
}

async function ingest(flags) {
  const cairn = await startCairn(flags, { guarded: false });
  closers.add(() => cairn.stop());
  const script = join(root, 'test/e2e/families/run.py');
  const code = await run(client.python, ['-W', 'ignore', script, cairn.url, cairn.token('ingestion-bot')]);
  if (code !== 0) console.log(`last words of the server:\n${cairn.log().slice(-3000)}`);
  return code;
}
