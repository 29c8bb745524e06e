// `npm run rights`: random policy sets over entities of every type; lists, search, counts, events, versions and exports must show
// exactly what GET shows. SQLite, then a PostgreSQL of its own. The sets are divided among processes, each with a catalog and a seed
// of its own. Flags: --sets N (each), --seed N, --sqlite, --postgres, --processes N.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgres } from './postgres-server.mjs';
import { onInterrupt, root } from './run.mjs';

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    sqlite: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    processes: { type: 'string', default: String(availableParallelism()) },
  },
});
const opened = [];
const closeAll = async () => {
  for (const close of opened.splice(0).reverse()) await close();
};
onInterrupt(closeAll);

const sets = Number(values.sets);
const processes = Math.max(1, Math.min(Number(values.processes), sets));
console.log(`seed ${values.seed}, ${sets} sets on each database, in ${processes} processes`);
const codes = [];
if (values.sqlite || !values.postgres) codes.push(await play({}));
if (values.postgres || !values.sqlite) {
  const postgres = await startPostgres();
  opened.push(postgres.stop);
  codes.push(await play({ CAIRN_TEST_DATABASE_URL: postgres.url, CAIRN_TEST_STORES: 'postgres' }));
}
await closeAll();
process.exitCode = codes.find((code) => code !== 0) ?? 0;

/** Resolves to 0 if no process found a difference. */
async function play(database) {
  const each = Array.from({ length: processes }, (_, i) => {
    const count = Math.floor(sets / processes) + (i < sets % processes ? 1 : 0);
    return playSome({
      ...database,
      CAIRN_RIGHTS_SETS: String(count),
      CAIRN_RIGHTS_SEED: String(Number(values.seed) + i),
    });
  });
  return (await Promise.all(each)).find((code) => code !== 0) ?? 0;
}

function playSome(settings) {
  const env = { ...process.env, ...settings };
  const child = spawn('npx', ['vitest', 'run', 'test/access/every-type.test.ts'], { cwd: root, stdio: 'inherit', env });
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)));
}
