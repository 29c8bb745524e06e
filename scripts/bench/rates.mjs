// What measurements of rates on one and on both databases share.
import { runLoad } from './load.mjs';
import { median } from './median.mjs';
import { getByName, getWithFields, page, patch, post } from './requests.mjs';

/**
 * Seconds of load before the first round. V8 compiles what a write runs during some thousand writes, which takes a fifth of the
 * processor time of these; no server that has run for a minute does that any more.
 */
const WARM = 3;
const WARM_WRITES = 30;
export const WRITES = new Set(['post', 'patch']);

/** Warms the servers, and the bare one as long as the longest of them, for the requests that are measured. */
export async function warm({ names, servers, bare, tables }) {
  const time = names.some((name) => WRITES.has(name)) ? WARM_WRITES : WARM;
  for (const { url, token } of servers)
    for (const name of names)
      await loadOf(tables, token)(url, RATED[name].request, 900, WRITES.has(name) ? WARM_WRITES : WARM);
  await loadOf(tables, servers[0].token)(bare.url, getByName, 900, time);
}

/** The measured requests with their titles. */
export const RATED = {
  get: { title: 'GET table by name', request: getByName },
  fields: { title: 'GET table by name with owners and tags', request: getWithFields },
  after: { title: 'GET table by name with owners and tags, in the seconds after writes', request: getWithFields },
  page: { title: 'page of 50 tables with owners and tags', request: page },
  post: { title: 'POST of a table with 12 columns, 8 at once', request: post },
  patch: { title: 'PATCH of a description, 8 at once', request: patch },
};

/** A function `load(url, request, seed, time)` over a catalog of so many tables; `time` in seconds. */
export function loadOf(tables, token, seconds) {
  const size = { schemas: Math.max(1, Math.floor(tables / 1000)), tables: Math.min(tables, 1000) };
  return (url, request, seed, time = seconds) => runLoad(url, token, { ...request, ...size, seed }, { seconds: time });
}

/**
 * Medians over rounds of the load with this key: `{ value, rate, p50, p99, failed }`; `value` is the ratio to the bare
 * server.
 */
export function summaryOf(key, runs) {
  const loads = runs.map((run) => run[key]);
  return {
    value: median(runs.map((run) => run[key].rate / run.bare.rate)),
    rate: median(loads.map(({ rate }) => rate)),
    p50: median(loads.map(({ p50 }) => p50)),
    p99: median(loads.map(({ p99 }) => p99)),
    failed: loads.reduce((sum, { failed }) => sum + failed, 0),
  };
}

export function bareRateOf(runs) {
  return median(runs.map((run) => run.bare.rate));
}

/** The rates of one round, for the terminal. */
export function describeRun(run) {
  return Object.entries(run)
    .map(([name, { rate }]) => `${name} ${Math.round(rate)}/s`)
    .join(', ');
}
