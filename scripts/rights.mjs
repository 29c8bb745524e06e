// `npm run rights`: random policy sets over entities of every type; lists, search, counts, events, versions and exports must show
// exactly what GET shows. SQLite, then a PostgreSQL of its own. Flags: --sets N (each), --seed N, --sqlite, --postgres.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startPostgres } from './postgres-server.mjs';
import { onInterrupt, root } from './run.mjs';

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    sqlite: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
});
const opened = [];
const closeAll = async () => {
  for (const close of opened.splice(0).reverse()) await close();
};
onInterrupt(closeAll);

console.log(`seed ${values.seed}, ${values.sets} sets on each database`);
const codes = [];
if (values.sqlite || !values.postgres) codes.push(await play({}));
if (values.postgres || !values.sqlite) {
  const postgres = await startPostgres();
  opened.push(postgres.stop);
  codes.push(await play({ CAIRN_TEST_DATABASE_URL: postgres.url, CAIRN_TEST_STORES: 'postgres' }));
}
await closeAll();
process.exitCode = codes.find((code) => code !== 0) ?? 0;

function play(database) {
  const env = { ...process.env, CAIRN_RIGHTS_SETS: values.sets, CAIRN_RIGHTS_SEED: values.seed, ...database };
  const child = spawn('npx', ['vitest', 'run', 'test/access/every-type.test.ts'], { cwd: root, stdio: 'inherit', env });
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)));
}
