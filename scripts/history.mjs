// `npm run history`: many clients write and read a few tables at once, and every response must fit one order of the writes. One server on
// SQLite, then three on a PostgreSQL of their own. Flags: --seconds N, --servers N, --kills N, --seed N, --sqlite, --postgres.
import { parseArgs } from 'node:util';
import { buildServer } from './build-server.mjs';
import { checkHistory } from './history/check.mjs';
import { startCluster } from './history/cluster.mjs';
import { runLoad } from './history/load.mjs';
import { startPostgres } from './postgres-server.mjs';
import { onInterrupt } from './run.mjs';

const MOST_TOLD = 10;
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    servers: { type: 'string', default: '3' },
    kills: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    sqlite: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
});
const [seconds, servers, kills, seed] = [values.seconds, values.servers, values.kills, values.seed].map(Number);
const total = { passed: 0, failed: 0 };
const opened = [];
const closeAll = async () => {
  for (const close of opened.splice(0).reverse()) await close();
};
onInterrupt(closeAll);

await buildServer();
if (values.sqlite || !values.postgres) await play('SQLite', { servers: 1, databaseUrl: null });
if (values.postgres || !values.sqlite) {
  const postgres = await startPostgres();
  opened.push(postgres.stop);
  await play('PostgreSQL', { servers, databaseUrl: postgres.url });
}
await closeAll();
console.log(`${total.passed} checks passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;

async function play(name, where) {
  const cluster = await startCluster(where);
  opened.push(cluster.stop);
  const { url, token, kill } = cluster;
  const history = await runLoad({ url, token, seconds, seed, disturb: (going) => disturb(kill, going) });
  await cluster.stop();
  opened.pop();
  const { operations, events } = history;
  const lost = operations.filter((operation) => operation.lost).length;
  console.log(
    `${name}, servers: ${where.servers}, seed: ${seed}: ${operations.length} operations (${lost} without an answer), ${events.length} events`,
  );
  for (const { name: check, problems } of checkHistory(history)) {
    total[problems.length ? 'failed' : 'passed'] += 1;
    console.log(`${problems.length ? 'FAILED' : 'ok    '} ${check}${problems.length ? `: ${problems.length}` : ''}`);
    for (const problem of problems.slice(0, MOST_TOLD)) console.log(`         ${problem}`);
  }
}

/** Kills a server now and then, spread over the time. */
async function disturb(kill, going) {
  for (let i = 0; i < kills && going(); i++) {
    await new Promise((done) => setTimeout(done, (seconds * 1000) / (kills + 1)));
    await kill();
  }
}
