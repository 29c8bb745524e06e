// Search over catalogs of two sizes: how long answers take one after the other, the longest time that nobody else was answered,
// how long the index takes to be built, and what indexing costs a write. Words are those that at most a twentieth of all
// documents have; broader ones are measured beside.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, get as request } from 'node:http';
import { join } from 'node:path';
import { runLoad } from './load.mjs';
import { copyOf, dataOf, openDatabase, reindex } from './make-data.mjs';
import { median } from './median.mjs';
import { post } from './requests.mjs';
import { startServer } from './server-process.mjs';
import { columnNames, kinds, plainWords, subjects } from './vocabulary.mjs';

const WARM = 30;
const ASKED = 200;
const BROAD = 20;
const MOST = 0.05;
const TRIGGERS = ['entity', 'relation', 'tag_usage'];

/** Milliseconds for the 99th percentile at the larger size. */
const goals = { filtered: 40, typeahead: 15 };

export async function measureSearch({ sizes, rounds, seconds, kept, scratch }) {
  const results = [];
  for (const count of sizes) {
    const judged = count === Math.max(...sizes);
    const data = await dataOf(count, kept);
    results.push(...(await measureQueries(count, data, judged)));
    if (judged) results.push(measureReindex(count, data, scratch));
  }
  results.push(await measureWrites(rounds, seconds, kept, scratch));
  return results;
}

function measureReindex(count, place, scratch) {
  const data = copyOf(place, join(scratch, 'reindex'));
  const value = reindex(data);
  rmSync(data, { recursive: true });
  return {
    name: `reindex-${count}`,
    title: `rebuild of the search index over ${count.toLocaleString('en')} tables`,
    value,
    unit: 's',
    goal: (120 * count) / 1_000_000,
    most: true,
    met: value <= (120 * count) / 1_000_000,
    detail: { rate: count / value },
  };
}

async function measureQueries(count, data, judged) {
  const server = await startServer(data);
  const client = createClient(server);
  try {
    await client.ask(search('*')); // takes all documents into memory
    const found = async (word) => (await client.ask(search(word, '&size=0&include_aggregations=false'))).total / count;
    // Where all are broader, the least broad.
    const narrow = async (words) => {
      const shares = [];
      for (const word of words) shares.push({ word, share: await found(word) });
      const sorted = shares.filter(({ share }) => share > 0).sort((a, b) => a.share - b.share);
      const kept = sorted.filter(({ share }) => share <= MOST);
      return (kept.length > 0 ? kept : sorted.slice(0, 10)).map(({ word }) => word);
    };
    const words = {
      subjects: await narrow(subjects),
      kinds: await narrow(kinds),
      plain: await narrow(plainWords.slice(-60)),
    };
    words.half = await nearestTo(0.5, [...plainWords.slice(0, 40), ...columnNames.slice(0, 40)], found);
    const columns = await narrow(columnNames.map((name) => `columns.name:"${name}"`));
    const results = [];
    for (const [name, kind] of Object.entries(queriesOf(words, columns))) {
      const { times, total } = await client.run(kind.path, WARM, kind.broad ? BROAD : ASKED);
      results.push(resultOf(name, kind, { times, total, count, judged }));
    }
    results.push(await longestStall(server, client, count));
    return results;
  } finally {
    client.close();
    await server.stop();
  }
}

async function nearestTo(share, words, found) {
  const shares = [];
  for (const word of words) shares.push({ word, away: Math.abs((await found(word)) - share) });
  return shares.sort((a, b) => a.away - b.away)[0].word;
}

const search = (q, more = '') => `query?index=table&q=${encodeURIComponent(q)}${more}`;

function queriesOf({ subjects: names, kinds: seconds, plain, half }, columns) {
  const pick = (list) => (i) => list[i % list.length];
  const [subject, kind, word, column] = [names, seconds, plain, columns].map(pick);
  const filters = (i) =>
    `&query_filter=${encodeURIComponent(
      JSON.stringify({
        query: {
          bool: {
            must: [
              { terms: { 'owners.name': Array.from({ length: 10 }, (_, j) => `bench-owner-${(i + j) % 20}`) } },
              { term: { tableType: i % 2 ? 'View' : 'Regular' } },
              { term: { 'service.displayName.keyword': 'bench' } },
            ],
          },
        },
      }),
    )}`;
  const mistyped = (text) => `${text.slice(0, 2)}${text.slice(3)}`;
  return {
    word: { title: 'one word', path: (i) => search(i % 2 ? subject(i) : word(i)) },
    filtered: {
      title: 'two words, three filters, counts by twelve fields',
      path: (i) => search(`${subject(i)} ${kind(i * 5 + 1)}`, filters(i)),
    },
    typeahead: { title: 'type-ahead', path: (i) => `suggest?index=table&q=${typed(subject(i), kind(i), i)}` },
    prefix: { title: 'prefix', path: (i) => search(`${subject(i).slice(0, 4)}*`) },
    typo: { title: 'one typo', path: (i) => search(mistyped(subject(i))) },
    column: { title: 'a column name', path: (i) => search(column(i)) },
    everything: { title: 'everything (`*`)', path: () => search('*'), broad: true },
    half: { title: 'a word in half of them', path: () => search(half), broad: true },
    common: { title: 'a word in all of them', path: () => search('records'), broad: true },
  };
}

/** One letter, and more, and the beginning of a second word. */
function typed(subject, kind, i) {
  const length = 1 + (i % 9);
  return length <= subject.length ? subject.slice(0, length) : `${subject}_${kind.slice(0, length - subject.length)}`;
}

function resultOf(name, { title, broad }, { times, total, count, judged }) {
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const goal = judged && goals[name] ? goals[name] : null;
  return {
    name: `search-${name}-${count}`,
    title: `search, ${title}: p99 over ${count.toLocaleString('en')} tables`,
    value: at(0.99),
    unit: 'ms',
    goal,
    most: true,
    met: goal === null || at(0.99) <= goal,
    detail: { p50: at(0.5), p99: at(0.99), found: total / count, asked: times.length, broad: broad ?? false },
  };
}

/** Polls the process while searches run that match everything. */
async function longestStall(server, client, count) {
  const { hostname, port } = new URL(server.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longest = 0;
  let running = true;
  const watch = (async () => {
    while (running) {
      const began = performance.now();
      await fetched({ hostname, port, path: '/healthz', agent });
      longest = Math.max(longest, performance.now() - began);
    }
  })();
  for (let i = 0; i < 5; i++) for (const q of ['*', 'records', 'id']) await client.ask(search(q));
  running = false;
  await watch;
  agent.destroy();
  return {
    name: `search-stall-${count}`,
    title: `longest unresponsive time while searches match all of ${count.toLocaleString('en')} tables`,
    value: longest,
    unit: 'ms',
    goal: 50,
    most: true,
    met: longest <= 50,
    detail: {},
  };
}

export function createClient({ url, token }) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (path) => {
    const { status, text } = await fetched({ hostname, port, path: `/api/v1/search/${path}`, agent, headers });
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
    return { text, total: Number(/"total":\{"value":(\d+)/.exec(text)?.[1] ?? 0) };
  };
  return {
    ask,
    close: () => agent.destroy(),
    /** Times of one request after the other, ascending, and the mean of what was found. */
    async run(path, warm, asked) {
      for (let i = 0; i < warm; i++) await ask(path(i));
      const times = [];
      let total = 0;
      for (let i = 0; i < asked; i++) {
        const began = performance.now();
        total += (await ask(path(i))).total / asked;
        times.push(performance.now() - began);
      }
      return { times: times.sort((a, b) => a - b), total };
    },
  };
}

async function fetched(options) {
  const [response] = await once(request(options), 'response');
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece;
  return { status: response.statusCode, text };
}

/** A single POST with and without the triggers that tell the index what changed, in turns on copies of one catalog. */
async function measureWrites(rounds, seconds, kept, scratch) {
  const tables = 10_000;
  const place = await dataOf(tables, kept);
  const [indexing, bare] = ['indexing', 'bare'].map((name) => copyOf(place, join(scratch, `write-${name}`)));
  const db = openDatabase(join(bare, 'cairn.db'));
  for (const table of TRIGGERS)
    for (const change of ['insert', 'update', 'delete']) db.exec(`drop trigger search_${table}_${change}`);
  db.close();
  const servers = [await startServer(indexing), await startServer(bare)];
  const load = ({ url, token }, seed) =>
    runLoad(url, token, { ...post, schemas: 10, tables: 1000, seed }, { seconds, connections: 1 });
  try {
    for (const server of servers) await load(server, 900);
    const runs = [];
    for (let round = 1; round <= rounds; round++) {
      const [slow, fast] = round % 2 ? servers : [...servers].reverse();
      const [a, b] = [await load(slow, round), await load(fast, round)];
      runs.push(round % 2 ? { with: a.p50, without: b.p50 } : { with: b.p50, without: a.p50 });
      console.log(`  round ${round}: a POST ${runs.at(-1).with} ms with the index, ${runs.at(-1).without} ms without`);
    }
    const value = median(runs.map((run) => run.with / run.without)) - 1;
    return {
      name: 'search-post',
      title: 'increase of the p50 of a single POST by indexing',
      value: value * 100,
      unit: '%',
      goal: 35,
      most: true,
      met: value < 0.35,
      detail: { with: median(runs.map((run) => run.with)), without: median(runs.map((run) => run.without)) },
    };
  } finally {
    for (const server of servers) await server.stop();
  }
}
