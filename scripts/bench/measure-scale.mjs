// Whether a large catalog is as fast as a small one: the same loads on both, in turns. The same number of different tables is read,
// spread over the whole catalog; the cost when no table is read twice is reported as well.
import { runLoad } from './load.mjs';
import { dataOf } from './make-data.mjs';
import { median } from './median.mjs';
import { firstPage, getByName, pageBehind } from './requests.mjs';
import { TABLES_PER_SCHEMA, tableName } from './sample.mjs';
import { startServer } from './server-process.mjs';

const GOAL = 1.3;
const ASKED = 1000;
const names = Array.from({ length: TABLES_PER_SCHEMA }, (_, i) => tableName(i)).sort();
const loads = {
  get: {
    title: `GET by name, ${ASKED.toLocaleString('en')} different tables`,
    request: getByName,
    asked: ASKED,
    goal: GOAL,
  },
  any: { title: 'GET by name, any table', request: getByName, goal: null },
  first: { title: 'first page', request: firstPage, goal: GOAL },
  last: { title: 'last page', request: pageBehind(`keep.d.s00000.${names.at(-51)}`), goal: GOAL },
};

export async function measureScale({ small, large, rounds, seconds, kept }) {
  const servers = { small: await start(small, kept), large: await start(large, kept) };
  try {
    const load = ({ server, schemas }, { request, asked }, seed, time = seconds) => {
      const tables = asked ? asked / schemas : TABLES_PER_SCHEMA;
      return runLoad(server.url, server.token, { ...request, schemas, tables, seed }, { seconds: time });
    };
    for (const each of Object.values(servers)) for (const one of Object.values(loads)) await load(each, one, 900, 2);
    const runs = [];
    for (let round = 1; round <= rounds; round++) {
      const run = {};
      for (const [name, one] of Object.entries(loads))
        run[name] = { small: await load(servers.small, one, round), large: await load(servers.large, one, round) };
      runs.push(run);
      console.log(
        `  round ${round}: ${Object.entries(run)
          .map(([name, of]) => `${name} ${Math.round(of.small.rate)} and ${Math.round(of.large.rate)}/s`)
          .join(', ')}`,
      );
    }
    return Object.keys(loads).map((name) => resultOf(name, runs, small, large));
  } finally {
    await servers.small.server.stop();
    await servers.large.server.stop();
  }
}

async function start(count, kept) {
  const server = await startServer(await dataOf(count, kept));
  return { server, schemas: count / TABLES_PER_SCHEMA };
}

function resultOf(name, runs, small, large) {
  const value = median(runs.map((run) => run[name].small.rate / run[name].large.rate));
  const { title, goal } = loads[name];
  const failed = runs.reduce((sum, run) => sum + run[name].small.failed + run[name].large.failed, 0);
  return {
    name: `scale-${name}`,
    title: `${title}: ${large.toLocaleString('en')} tables against ${small.toLocaleString('en')}`,
    value,
    unit: 'times slower',
    goal,
    most: true,
    met: (goal === null || value <= goal) && failed === 0,
    detail: {
      rate: median(runs.map((run) => run[name].large.rate)),
      rateSmall: median(runs.map((run) => run[name].small.rate)),
      failed,
    },
  };
}
