// Rates of requests on both databases over the same catalog, against the bare server, in interleaved rounds: first of reads, whose
// caches are warm, then of writes, with reads among them.
// `npm run bench -- --postgres` measures them at the sizes of `--sizes`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyOf, dataOf } from './make-data.mjs';
import { openPostgresData } from './make-postgres-data.mjs';
import { startBare } from './measure-rates.mjs';
import { bareRateOf, describeRun, loadOf, RATED, summaryOf, WRITES, warm } from './rates.mjs';
import { getByName } from './requests.mjs';
import { startServer } from './server-process.mjs';

/** The size that the goals are for. */
const JUDGED = 10_000;

/** The goals of PostgreSQL; those of SQLite are measured by themselves. */
const GOALS = { get: null, fields: 0.12, page: 0.04, post: 0.015, patch: 0.015, after: null };

/** Results of those of get, fields, page, post and patch that are wanted, at each size. */
export async function compareRates({ wanted, sizes, rounds, seconds, kept, scratch, profile }) {
  const names = Object.keys(GOALS).filter((name) => wanted.has(name));
  if (names.length === 0) return [];
  const reads = names.filter((name) => !WRITES.has(name));
  const writes = names.filter((name) => WRITES.has(name));
  if (writes.length > 0 && wanted.has('fields')) writes.push('after');
  const postgres = await openPostgresData(kept);
  const bare = await startBare();
  const results = [];
  try {
    for (const tables of sizes) {
      const folder = copyOf(await dataOf(tables, kept), join(scratch, `rates-${tables}`));
      const { data, databaseUrl } = await postgres.changing(tables);
      const servers = {
        sqlite: await startServer(folder),
        postgres: await startServer(data, { databaseUrl, profile }),
      };
      try {
        for (const pass of [reads, writes]) {
          const runs = await measureRounds({ names: pass, tables, rounds, seconds, servers, bare });
          results.push(...pass.map((name) => resultOf(name, tables, runs)));
        }
      } finally {
        for (const server of Object.values(servers)) await server.stop();
        rmSync(folder, { recursive: true });
      }
    }
  } finally {
    await bare.stop();
    await postgres.stop();
  }
  return results;
}

async function measureRounds({ names, tables, rounds, seconds, servers, bare }) {
  if (names.length === 0) return [];
  const load = (server, name, seed) => loadOf(tables, server.token, seconds)(server.url, RATED[name].request, seed);
  await warm({ names, servers: Object.values(servers), bare, tables });
  const runs = [];
  for (let round = 1; round <= rounds; round++) {
    const run = { bare: await loadOf(tables, servers.sqlite.token, seconds)(bare.url, getByName, round) };
    for (const name of names)
      for (const [database, server] of Object.entries(servers))
        run[`${name} ${database}`] = await load(server, name, round);
    runs.push(run);
    console.log(`  ${tables.toLocaleString('en')}, round ${round}: ${describeRun(run)}`);
  }
  return runs;
}

function resultOf(name, tables, runs) {
  const goal = tables === JUDGED ? GOALS[name] : null;
  const [sqlite, postgres] = ['sqlite', 'postgres'].map((database) => summaryOf(`${name} ${database}`, runs));
  return {
    name: `both-${name}-${tables}`,
    title: `${RATED[name].title}, of ${tables.toLocaleString('en')}`,
    value: postgres.value,
    unit: 'of bare',
    goal,
    met: (goal === null || postgres.value >= goal) && postgres.failed === 0 && sqlite.failed === 0,
    detail: { sqlite, postgres, bareRate: bareRateOf(runs) },
  };
}
