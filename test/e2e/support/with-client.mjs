import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClosers } from './closers.mjs';
import { pythonClient } from './python-client.mjs';

/**
 * What an end-to-end test with the Python client works with: the programs of the client, a temporary folder and the closers of
 * what it starts. `runTest(main)` runs it, closes everything and sets the exit code that `main` returns.
 * Without Python 3.11 or the package index it says so and passes, unless CAIRN_E2E_REQUIRED is set.
 */
export function openClientTest(name) {
  const client = pythonClient();
  if (client.missing) {
    console.log(`${name} skipped: ${client.missing}`);
    process.exit(process.env.CAIRN_E2E_REQUIRED ? 1 : 0);
  }
  console.log(`openmetadata-ingestion ${client.version}`);
  const folder = mkdtempSync(join(tmpdir(), `cairn-${name.replace(':', '-')}-`));
  const closers = createClosers();
  closers.add(() => rmSync(folder, { recursive: true, force: true }));
  return { client, folder, closers, runTest: (main) => runThenClose(main, closers) };
}

async function runThenClose(main, closers) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    await closers.closeAll();
  }
}
