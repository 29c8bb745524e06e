// Rates of requests against the bare server, in interleaved rounds: what slows the machine for a while slows both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stopChild } from '../run.mjs';
import { runLoad } from './load.mjs';
import { copyOf, dataOf } from './make-data.mjs';
import { median } from './median.mjs';
import { getByName, page, patch, post } from './requests.mjs';
import { startServer } from './server-process.mjs';

const WARM = 3;

const measured = {
  get: { title: 'GET table by name', request: getByName, goal: 0.25 },
  page: { title: 'page of 50 tables with owners and tags', request: page, goal: 0.03 },
  post: { title: 'POST of a table with 12 columns, 8 at once', request: post, goal: 0.02 },
  patch: { title: 'PATCH of a description, 8 at once', request: patch, goal: 0.02 },
};

/** `{ results, bare }` of those of get, page, post and patch that are wanted. */
export async function measureRates({ wanted, tables, rounds, seconds, kept, scratch, profile }) {
  const names = Object.keys(measured).filter((name) => wanted.has(name));
  if (names.length === 0) return [];
  const size = { schemas: Math.max(1, Math.floor(tables / 1000)), tables: Math.min(tables, 1000) };
  const data = copyOf(await dataOf(tables, kept), join(scratch, 'rates'));
  const bare = await startBare();
  const server = await startServer(data, { profile });
  try {
    const load = (url, request, seed, time = seconds) =>
      runLoad(url, server.token, { ...request, ...size, seed }, { seconds: time });
    for (const name of names) await load(server.url, measured[name].request, 900, WARM);
    const runs = [];
    for (let round = 1; round <= rounds; round++) {
      const run = { bare: await load(bare.url, getByName, round) };
      for (const name of names) run[name] = await load(server.url, measured[name].request, round);
      runs.push(run);
      console.log(
        `  round ${round}: ${Object.entries(run)
          .map(([name, { rate }]) => `${name} ${Math.round(rate)}/s`)
          .join(', ')}`,
      );
    }
    return names.map((name) => resultOf(name, runs));
  } finally {
    await server.stop();
    await bare.stop();
  }
}

function resultOf(name, runs) {
  const { title, goal } = measured[name];
  const value = median(runs.map((run) => run[name].rate / run.bare.rate));
  const failed = runs.reduce((sum, run) => sum + run[name].failed, 0);
  return {
    name,
    title,
    value,
    unit: 'of bare',
    goal,
    met: value >= goal && failed === 0,
    detail: {
      rate: median(runs.map((run) => run[name].rate)),
      bareRate: median(runs.map((run) => run.bare.rate)),
      p50: median(runs.map((run) => run[name].p50)),
      p99: median(runs.map((run) => run[name].p99)),
      failed,
    },
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
