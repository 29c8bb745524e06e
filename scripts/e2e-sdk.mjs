// End to end: the unmodified Python SDK creates, reads, lists, patches and deletes every type on a Cairn of its own.
// Without Python 3.11 or the package index it says so and passes, unless CAIRN_E2E_REQUIRED or CI is set.
import { join } from 'node:path';
import { startCairn } from '../test/e2e/support/cairn-process.mjs';
import { pythonClient } from '../test/e2e/support/python-client.mjs';
import { root, run } from './run.mjs';

const client = pythonClient();
if (client.missing) {
  console.log(`e2e:sdk skipped: ${client.missing}`);
  process.exit(process.env.CI || process.env.CAIRN_E2E_REQUIRED ? 1 : 0);
}
console.log(`openmetadata-ingestion ${client.version}`);
const cairn = await startCairn();
try {
  const script = join(root, 'test/e2e/sdk/run.py');
  process.exitCode = await run(client.python, ['-W', 'ignore', script, cairn.url, cairn.token('admin')]);
  if (process.exitCode !== 0) console.log(`last words of the server:\n${cairn.log().slice(-3000)}`);
} finally {
  await cairn.stop();
}
