// Rates of requests against the bare server, in interleaved rounds, so that other load on the machine slows both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stopChild } from '../run.mjs';
import { copyOf, dataOf } from './make-data.mjs';
import { bareRateOf, describeRun, loadOf, RATED, summaryOf, warm } from './rates.mjs';
import { getByName } from './requests.mjs';
import { startServer } from './server-process.mjs';

const GOALS = { get: 0.25, page: 0.03, post: 0.02, patch: 0.02 };

/** `{ results, bare }` of those of get, page, post and patch that are wanted. */
export async function measureRates({ wanted, tables, rounds, seconds, kept, scratch, profile }) {
  const names = Object.keys(GOALS).filter((name) => wanted.has(name));
  if (names.length === 0) return [];
  const data = copyOf(await dataOf(tables, kept), join(scratch, 'rates'));
  const bare = await startBare();
  const server = await startServer(data, { profile });
  try {
    const load = loadOf(tables, server.token, seconds);
    await warm({ names, servers: [server], bare, tables });
    const runs = [];
    for (let round = 1; round <= rounds; round++) {
      const run = { bare: await load(bare.url, getByName, round) };
      for (const name of names) run[name] = await load(server.url, RATED[name].request, round);
      runs.push(run);
      console.log(`  round ${round}: ${describeRun(run)}`);
    }
    return names.map((name) => resultOf(name, runs));
  } finally {
    await server.stop();
    await bare.stop();
  }
}

function resultOf(name, runs) {
  const { value, ...detail } = summaryOf(name, runs);
  const goal = GOALS[name];
  return {
    name,
    title: RATED[name].title,
    value,
    unit: 'of bare',
    goal,
    met: value >= goal && detail.failed === 0,
    detail: { ...detail, bareRate: bareRateOf(runs) },
  };
}

/** The bare server in a process of its own: `{ url, stop() }`. */
export async function startBare() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${Number(line)}`, stop: () => stopChild(child) };
}
