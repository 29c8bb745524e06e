// Rights of 10,000 users with 500 policies, on nested teams and on roles: what one decision costs in the process, and what
// a list of 50 costs a user against an administrator, in turns.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { capture, root } from '../run.mjs';
import { runLoad } from './load.mjs';
import { copyOf, dataOf } from './make-data.mjs';
import { fillRights, readerName } from './make-rights.mjs';
import { median } from './median.mjs';
import { startServer } from './server-process.mjs';

/** Readers whose lists are measured. */
const READERS = 4;
/** `wrk` takes whole seconds. */
const SECONDS = 1;
/** The paths name no table. */
const ANY = { schemas: 1, tables: 1, seed: 1 };
const lists = [
  ['rights-list', 'list of 50 tables', '/api/v1/tables?limit=50'],
  ['rights-list-fields', 'list of 50 tables with owners and tags', '/api/v1/tables?limit=50&fields=owners,tags'],
];

export async function measureRights({ tables, users, policies, rounds, kept, scratch }) {
  const data = copyOf(await dataOf(tables, kept), join(scratch, 'rights'));
  const server = await startServer(data);
  try {
    await fillRights(server, { users, policies });
    const listed = await measureLists(server, { users, rounds });
    await server.stop();
    return [await measureDecisions(data, scratch), ...listed];
  } finally {
    await server.stop();
  }
}

async function measureLists(server, { users, rounds }) {
  const readers = Array.from({ length: READERS }, (_, i) =>
    server.tokenOf(readerName(Math.floor((i * users) / READERS))),
  );
  const times = async (token, path) =>
    (await runLoad(server.url, token, { method: 'GET', path, ...ANY }, { connections: 1, seconds: SECONDS })).p50;
  const results = [];
  for (const [name, title, path] of lists) {
    const ratios = [];
    const p50s = { user: [], admin: [] };
    for (const token of [server.token, ...readers]) await times(token, path);
    for (let round = 0; round < rounds; round++) {
      const admin = await times(server.token, path);
      for (const token of readers) {
        const user = await times(token, path);
        ratios.push(user / admin);
        p50s.user.push(user);
        p50s.admin.push(admin);
      }
    }
    const value = median(ratios);
    const detail = { with: median(p50s.user), without: median(p50s.admin), slowest: Math.max(...ratios) };
    results.push({
      name,
      title: `${title}: a user against an administrator`,
      value,
      unit: 'times slower',
      goal: 1.5,
      most: true,
      met: value <= 1.5,
      detail,
    });
  }
  return results;
}

/** There is no request that only decides, so the module is measured in a process that has the catalog open. */
async function measureDecisions(data, scratch) {
  const folder = join(scratch, 'decisions');
  mkdirSync(folder, { recursive: true });
  const program = join(root, 'node_modules', '.cache', 'decide-rights.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'decide-rights.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  const { code, output } = capture(process.execPath, [program, join(data, 'cairn.db')]);
  const line = output.split('\n').find((text) => text.startsWith('{'));
  if (code !== 0 || line === undefined) throw new Error(`decisions: ${output}`);
  const { warm, ...detail } = JSON.parse(line);
  return {
    name: 'rights-decision',
    title: 'an authorization decision, once warm',
    value: warm,
    unit: 'µs',
    goal: 20,
    most: true,
    met: warm < 20,
    detail,
  };
}
