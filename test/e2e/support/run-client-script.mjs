import { join } from 'node:path';
import { startPostgres } from '../../../scripts/postgres-server.mjs';
import { root, run } from '../../../scripts/run.mjs';
import { startCairn } from './cairn-process.mjs';
import { openClientTest } from './with-client.mjs';

/**
 * Runs a Python script with the unmodified client against a Cairn of its own, and sets the exit code. `user` is the name whose
 * token the script gets, after the address. With `--postgres` Cairn uses a PostgreSQL of its own, else the embedded database.
 */
export async function runClientScript({ name, script, user }) {
  const { client, closers, runTest } = openClientTest(name);
  await runTest(async () => {
    const flags = process.argv.includes('--postgres') ? await databaseFlags(closers) : [];
    const cairn = await startCairn(flags, { guarded: false });
    closers.add(() => cairn.stop());
    const code = await run(client.python, ['-W', 'ignore', join(root, script), cairn.url, cairn.token(user)]);
    if (code !== 0) console.log(`last words of the server:\n${cairn.log().slice(-3000)}`);
    return code;
  });
}

async function databaseFlags(closers) {
  const cluster = await startPostgres();
  closers.add(() => cluster.stop());
  return ['--database-url', cluster.url];
}
