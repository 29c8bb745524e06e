// Rates of requests on both databases over the same catalog, against the bare server, in interleaved rounds.
// `npm run bench -- --postgres` measures them at the sizes of `--sizes`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runLoad } from './load.mjs';
import { copyOf, dataOf } from './make-data.mjs';
import { openPostgresData } from './make-postgres-data.mjs';
import { startBare } from './measure-rates.mjs';
import { median } from './median.mjs';
import { getByName, getWithFields, page, patch, post } from './requests.mjs';
import { startServer } from './server-process.mjs';

const WARM = 3;
/** The size that the goals are for. */
const JUDGED = 10_000;

/** The goals are those of PostgreSQL; those of SQLite are measured by themselves. */
const measured = {
  get: { title: 'GET table by name', request: getByName, goal: null },
  fields: { title: 'GET table by name with owners and tags', request: getWithFields, goal: 0.12 },
  page: { title: 'page of 50 tables with owners and tags', request: page, goal: 0.04 },
  post: { title: 'POST of a table with 12 columns, 8 at once', request: post, goal: 0.015 },
  patch: { title: 'PATCH of a description, 8 at once', request: patch, goal: 0.015 },
};

/** Results of those of get, fields, page, post and patch that are wanted, at each size. */
export async function compareRates({ wanted, sizes, rounds, seconds, kept, scratch, profile }) {
  const names = Object.keys(measured).filter((name) => wanted.has(name));
  if (names.length === 0) return [];
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
        const runs = await measureRounds({ names, tables, rounds, seconds, servers, bare });
        results.push(...names.map((name) => resultOf(name, tables, runs)));
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
  const size = { schemas: Math.max(1, Math.floor(tables / 1000)), tables: Math.min(tables, 1000) };
  const load = (server, name, seed, time = seconds) =>
    runLoad(server.url, server.token, { ...measured[name].request, ...size, seed }, { seconds: time });
  for (const server of Object.values(servers)) for (const name of names) await load(server, name, 900, WARM);
  const runs = [];
  for (let round = 1; round <= rounds; round++) {
    const run = {
      bare: await runLoad(bare.url, servers.sqlite.token, { ...getByName, ...size, seed: round }, { seconds }),
    };
    for (const name of names)
      for (const [database, server] of Object.entries(servers))
        run[`${name} ${database}`] = await load(server, name, round);
    runs.push(run);
    const rates = Object.entries(run).map(([name, { rate }]) => `${name} ${Math.round(rate)}/s`);
    console.log(`  ${tables.toLocaleString('en')}, round ${round}: ${rates.join(', ')}`);
  }
  return runs;
}

function resultOf(name, tables, runs) {
  const { title, goal: judged } = measured[name];
  const goal = tables === JUDGED ? judged : null;
  const of = (database) => {
    const all = runs.map((run) => run[`${name} ${database}`]);
    return {
      value: median(runs.map((run) => run[`${name} ${database}`].rate / run.bare.rate)),
      rate: median(all.map(({ rate }) => rate)),
      p50: median(all.map(({ p50 }) => p50)),
      p99: median(all.map(({ p99 }) => p99)),
      failed: all.reduce((sum, { failed }) => sum + failed, 0),
    };
  };
  const [sqlite, postgres] = [of('sqlite'), of('postgres')];
  return {
    name: `both-${name}-${tables}`,
    title: `${title}, of ${tables.toLocaleString('en')}`,
    value: postgres.value,
    unit: 'of bare',
    goal,
    met: (goal === null || postgres.value >= goal) && postgres.failed === 0 && sqlite.failed === 0,
    detail: { sqlite, postgres, bareRate: median(runs.map((run) => run.bare.rate)) },
  };
}
