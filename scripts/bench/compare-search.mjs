// Search on both databases over the same catalog, in turns: how long one answer after the other takes, and that both find as many.
// `npm run bench -- --postgres` measures it at the sizes of `--sizes`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyOf, dataOf } from './make-data.mjs';
import { openPostgresData } from './make-postgres-data.mjs';
import { createClient } from './measure-search.mjs';
import { startServer } from './server-process.mjs';
import { kinds, plainWords, subjects } from './vocabulary.mjs';

const WARM = 10;
const ASKED = 60;
const TURNS = 4;
const READER = 'bench-owner-1';
/** What PostgreSQL may take for one word: of the p50 of SQLite, and milliseconds for the 99th percentile, at 100,000 tables. */
const GOALS = { ratio: 2.5, p99: 60, growth: 1.5 };

export async function compareSearch({ sizes, kept, scratch }) {
  const postgres = await openPostgresData(kept);
  const results = [];
  try {
    for (const count of sizes) {
      const sqlite = copyOf(await dataOf(count, kept), join(scratch, `compare-${count}`));
      const { data, databaseUrl } = await postgres.dataOf(count);
      const servers = [await startServer(sqlite), await startServer(data, { databaseUrl })];
      try {
        results.push(...(await measureBoth(count, servers)));
      } finally {
        for (const server of servers) await server.stop();
        rmSync(sqlite, { recursive: true });
      }
    }
  } finally {
    await postgres.stop();
  }
  return [...results, ...growthOf(results, sizes)];
}

async function measureBoth(count, servers) {
  for (const server of servers) await addReader(server);
  const clients = servers.map((server) => createClient(server));
  const readers = servers.map((server) => createClient({ ...server, token: server.tokenOf(READER) }));
  const shareOf = async (word) =>
    (await clients[0].ask(search(word, '&size=0&include_aggregations=false&track_total_hits=true'))).total / count;
  const words = await wordsBy(shareOf);
  const results = [];
  for (const [name, { title, path, reader = false }] of Object.entries(queriesOf(words))) {
    const asked = reader ? readers : clients;
    const times = [[], []];
    const totals = [0, 0];
    for (const client of asked) for (let i = 0; i < WARM; i++) await client.ask(path(i));
    for (let turn = 0; turn < TURNS; turn++)
      for (const [which, client] of asked.entries())
        for (let i = 0; i < ASKED / TURNS; i++) {
          const began = performance.now();
          totals[which] += (await client.ask(path(i * TURNS + turn))).total;
          times[which].push(performance.now() - began);
        }
    const [sqlite, postgres] = times.map((list) => percentiles(list));
    if (totals[0] !== totals[1]) throw new Error(`${title}: SQLite finds ${totals[0]}, PostgreSQL ${totals[1]}`);
    results.push(...resultsOf({ name, title, count, sqlite, postgres }));
  }
  for (const client of [...clients, ...readers]) client.close();
  return results;
}

/** Words of some share of all tables, by what SQLite finds. */
async function wordsBy(shareOf) {
  const shares = [];
  for (const word of [...subjects, ...kinds, ...plainWords]) shares.push({ word, share: await shareOf(word) });
  const near = (share, most) =>
    shares
      .filter((one) => one.share > 0 && one.share <= most)
      .sort((a, b) => Math.abs(a.share - share) - Math.abs(b.share - share))
      .slice(0, 20)
      .map(({ word }) => word);
  const names = shares.filter(({ word }) => subjects.includes(word)).sort((a, b) => b.share - a.share);
  return {
    rare: near(0.001, 0.01),
    twentieth: near(0.05, 0.055),
    some: near(0.02, 0.05),
    everywhere: shares
      .sort((a, b) => b.share - a.share)
      .slice(0, 2)
      .map(({ word }) => word),
    subjects: names.slice(0, 40).map(({ word }) => word),
  };
}

const search = (q, more = '') => `query?index=table&q=${encodeURIComponent(q)}${more}`;
const filtered = (must) => `&query_filter=${encodeURIComponent(JSON.stringify({ query: { bool: { must } } }))}`;

function queriesOf({ rare, twentieth, some, everywhere, subjects: names }) {
  const pick = (list) => (i) => list[i % list.length];
  const [few, wide, middle, all, subject, kind] = [rare, twentieth, some, everywhere, names, kinds].map(pick);
  const service = filtered([{ term: { 'service.displayName.keyword': 'bench' } }]);
  const keep = filtered([{ term: { 'service.displayName.keyword': 'keep' } }]);
  const typed = (i) => `${subject(i)}_${kind(i)}`.slice(0, 1 + (i % 9));
  return {
    word: { title: 'one word', path: (i) => search(i % 2 ? subject(i) : middle(i)) },
    rare: { title: 'a rare word', path: (i) => search(few(i)) },
    twentieth: { title: 'a word in 5 % of them', path: (i) => search(wide(i)) },
    plain: {
      title: 'a word in 5 % of them, nothing counted',
      path: (i) => search(wide(i), '&include_aggregations=false'),
    },
    everywhere: { title: 'a word in all of them', path: (i) => search(all(i)) },
    words: { title: 'two words', path: (i) => search(`${subject(i)} ${kind(i * 5 + 1)}`) },
    suggest: { title: 'type-ahead', path: (i) => `suggest?index=table&q=${typed(i)}` },
    prefix: { title: 'prefix', path: (i) => search(`${subject(i).slice(0, 4)}*`) },
    typo: { title: 'one typo', path: (i) => search(`${subject(i).slice(0, 2)}${subject(i).slice(3)}`) },
    service: { title: 'a word in a service', path: (i) => search(middle(i), service) },
    browse: { title: 'all of a service with 1,000 tables', path: () => search('*', keep) },
    everything: { title: 'everything (`*`)', path: () => search('*') },
    name: { title: 'a word, by name', path: (i) => search(middle(i), '&sort_field=name.keyword&sort_order=asc') },
    names: { title: 'everything, by name', path: () => search('*', '&sort_field=name.keyword&sort_order=asc') },
    counts: {
      title: 'counts of one field for a word',
      path: (i) => `aggregate?index=table&field=owners.displayName&q=${middle(i)}`,
    },
    ownWord: {
      title: 'a word, for a user whose policy shows a twentieth',
      path: (i) => search(middle(i)),
      reader: true,
    },
    ownAll: { title: 'everything, for a user whose policy shows a twentieth', path: () => search('*'), reader: true },
  };
}

/** Somebody who sees the tables that they own. */
async function addReader({ url, token }) {
  const send = async (path, body) => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const rules = [
    { name: 'own', effect: 'allow', resources: ['all'], operations: ['ViewAll'], condition: 'isOwner()' },
    { name: 'rest', effect: 'deny', resources: ['all'], operations: ['ViewAll', 'ViewBasic'], condition: '!isOwner()' },
  ];
  await send('policies', { name: 'bench-own', rules });
  const role = await send('roles', { name: 'bench-own', policies: ['bench-own'] });
  await send('users', { name: READER, email: `${READER}@example.com`, roles: [role.id] });
}

function percentiles(times) {
  const sorted = times.sort((a, b) => a - b);
  return { p50: sorted[Math.floor(sorted.length * 0.5)], p99: sorted[Math.floor(sorted.length * 0.99)] };
}

function resultsOf({ name, title, count, sqlite, postgres }) {
  const tables = count.toLocaleString('en');
  const isJudged = name === 'word' && count === 100_000;
  const base = { unit: 'ms', most: true, detail: { postgres, sqlite } };
  const value = postgres.p50 / sqlite.p50;
  console.log(
    `  ${tables}: ${title.padEnd(46)} SQLite ${sqlite.p50.toFixed(1)} / ${sqlite.p99.toFixed(1)} ms, PostgreSQL ${postgres.p50.toFixed(1)} / ${postgres.p99.toFixed(1)} ms`,
  );
  return [
    {
      ...base,
      name: `postgres-search-${name}-${count}`,
      title: `search on PostgreSQL, ${title}: p99 over ${tables} tables`,
      value: postgres.p99,
      goal: isJudged ? GOALS.p99 : null,
      met: !isJudged || postgres.p99 <= GOALS.p99,
    },
    ...(isJudged
      ? [
          {
            ...base,
            name: `postgres-search-ratio-${count}`,
            title: `search on PostgreSQL, ${title}: p50 against SQLite over ${tables} tables`,
            value,
            unit: 'times slower',
            goal: GOALS.ratio,
            met: value <= GOALS.ratio,
          },
        ]
      : []),
  ];
}

/** The p50 of a word in 5 % of them at a million against a hundred thousand. */
function growthOf(results, sizes) {
  if (!sizes.includes(100_000) || !sizes.includes(1_000_000)) return [];
  return ['word', 'twentieth'].map((name) => {
    const of = (count) => results.find((one) => one.name === `postgres-search-${name}-${count}`).detail.postgres.p50;
    const [large, small] = [of(1_000_000), of(100_000)];
    const value = large / small;
    return {
      name: `postgres-search-growth-${name}`,
      title: `search on PostgreSQL (${name}): p50 over 1,000,000 tables against 100,000`,
      value,
      unit: 'times slower',
      goal: GOALS.growth,
      most: true,
      met: value <= GOALS.growth,
      detail: { with: large, without: small },
    };
  });
}
