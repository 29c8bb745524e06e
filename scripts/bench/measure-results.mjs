// How long it takes to show results of tests, with 1,000,000 results of 10,000 cases: the latest status of a suite of 1,000 cases,
// and a year of one case. On both databases, one after the other.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import postgres from 'postgres';
import { startPostgres } from '../postgres-server.mjs';
import { createClient } from './measure-rename.mjs';
import { median } from './median.mjs';
import { startServer } from './server-process.mjs';

const SUITE = 1000;
const BATCH = 100;
const TIMES = 100;
const DAY = 86_400_000;
const YEAR = 365;
/** Cases with a result for each day of a year; the others share the rest. */
const DAILY = 100;
const SETTINGS = { shared_buffers: '256MB' };

/** `results`: about how many; `cases`: of how many, in suites of 1,000; `on`: the databases. */
export async function measureResults({ results, cases, scratch, on = ['sqlite', 'postgres'] }) {
  const measured = [];
  for (const database of on) {
    const server = database === 'postgres' ? await startPostgres({ settings: SETTINGS }) : null;
    try {
      const place = { folder: mkdtempSync(join(scratch, 'results-')), url: server?.url ?? null };
      measured.push(...(await measureOn(place, { database, results, cases })));
    } finally {
      await server?.stop();
    }
  }
  return measured;
}

async function measureOn({ folder, url }, { database, results, cases }) {
  const suite = await withServer(folder, url, (client) => fill(client, cases));
  const now = Date.now();
  const others = Math.max(1, Math.round((results - DAILY * YEAR) / (cases - DAILY)));
  if (url) await insertInPostgres(url, { now, others });
  else insertInSqlite(join(folder, 'cairn.db'), { now, others });
  return withServer(folder, url, async (client) => {
    const year = `startTs=${now - YEAR * DAY}&endTs=${now}`;
    const shown = {
      suite: [
        'the latest status of a suite of 1,000 cases',
        20,
        `/v1/dataQuality/testSuites/${suite.id}?fields=summary`,
      ],
      year: ['a year of one case', 10, `/v1/dataQuality/testCases/testCaseResults/${suite.firstCase}?${year}`],
    };
    const measured = [];
    for (const [name, [what, goal, path]] of Object.entries(shown)) {
      const times = [];
      for (let i = 0; i < TIMES; i++) {
        const { status, json, after } = await client.send('GET', path);
        check(name, status, json);
        times.push(after);
      }
      const value = median(times);
      const title = `${what} on ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, p50`;
      const detail = { slowest: Math.max(...times), results, cases };
      measured.push({
        name: `results-${database}-${name}`,
        title,
        value,
        unit: 'ms',
        goal,
        most: true,
        met: value <= goal,
        detail,
      });
    }
    return measured;
  });
}

/** Fails if the response is empty: its time would prove nothing. */
function check(name, status, json) {
  const seen = name === 'suite' ? json.summary?.total : json.data?.length;
  if (status !== 200 || seen !== (name === 'suite' ? SUITE : YEAR))
    throw new Error(`${name}: ${status}, ${seen} shown`);
}

async function withServer(folder, databaseUrl, work) {
  const server = await startServer(folder, { databaseUrl });
  const client = createClient(server);
  try {
    return await work(client);
  } finally {
    client.close();
    await server.stop();
  }
}

/** Tables with 1,000 cases each, so that each has a suite of as many. Resolves to the first suite. */
async function fill({ put, send }, cases) {
  await put('/v1/services/databaseServices', { name: 's', serviceType: 'CustomDatabase' });
  await put('/v1/databases', { name: 'd', service: 's' });
  await put('/v1/databaseSchemas', { name: 'p', database: 's.d' });
  const made = [];
  for (let n = 0; n * SUITE < cases; n++) {
    const columns = [{ name: 'c', dataType: 'INT' }];
    const { fullyQualifiedName } = await put('/v1/tables', { name: `t${n}`, databaseSchema: 's.d.p', columns });
    for (let at = 0; at < SUITE; at += BATCH) {
      const some = Array.from({ length: BATCH }, (_, i) => ({
        name: `case${at + i}`,
        entityLink: `<#E::table::${fullyQualifiedName}::columns::c>`,
        testDefinition: 'columnValuesToBeNotNull',
      }));
      const { status, json } = await send('POST', '/v1/dataQuality/testCases/createMany', some);
      if (status >= 300 || json.numberOfRowsFailed)
        throw new Error(`createMany: ${status} ${JSON.stringify(json).slice(0, 500)}`);
    }
    made.push(fullyQualifiedName);
  }
  const { json } = await send('GET', `/v1/dataQuality/testSuites/name/${made[0]}.testSuite`);
  return { id: json.id, firstCase: `${made[0]}.c.case0` };
}

const DOC = JSON.stringify({
  testCaseStatus: 'Success',
  result: 'Found nullCount=0.0. It should be 0',
  testResultValue: [{ name: 'nullCount', value: '0' }],
});
/** Cases by name, so that the first of the first suite is one with a whole year. */
const CASES = "select id, row_number() over (order by fqn) as place from entity where type = 'testCase'";

function insertInSqlite(file, { now, others }) {
  const database = new DatabaseSync(file);
  database.exec(`
    with recursive day(n) as (select 0 union all select n + 1 from day where n < ${YEAR - 1}), cases as (${CASES})
    insert into test_result (case_id, at, id, status, doc)
      select cases.id, ${now} - day.n * ${DAY} - 1, lower(hex(randomblob(16))), 'Success', '${DOC}'
      from cases join day on day.n < (case when cases.place <= ${DAILY} then ${YEAR} else ${others} end);
    insert into test_latest (case_id, at, status) select case_id, max(at), 'Success' from test_result group by case_id;`);
  database.close();
}

async function insertInPostgres(url, { now, others }) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(`
    with cases as (${CASES})
    insert into test_result (case_id, at, id, status, doc)
      select cases.id, ${now} - n::bigint * ${DAY} - 1, md5(random()::text), 'Success', '${DOC}'
      from cases, generate_series(0, ${YEAR - 1}) n
      where n < (case when cases.place <= ${DAILY} then ${YEAR} else ${others} end)`);
  await sql.unsafe(
    "insert into test_latest (case_id, at, status) select case_id, max(at), 'Success' from test_result group by case_id",
  );
  await sql.unsafe('analyze test_result');
  await sql.end();
}
