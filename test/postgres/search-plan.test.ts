// Words are looked up in the full-text index, also by a plan that is made without knowing them. Reading the tokens of
// all documents instead takes as long as the catalog is large.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidatesWith, currentTables, type SqlValue, type WordQuery } from '../../src/storage/index.js';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';
import { storeKinds, type TestStore } from '../support/stores.js';

const kind = storeKinds().find(({ name }) => name === 'postgres');
const rare: WordQuery = { kind: 'word', token: 'rare', in: ['name'] };

describe.skipIf(kind === undefined)('the plan of candidates', () => {
  let data: TestStore;
  beforeAll(async () => {
    data = (await kind?.open()) as TestStore;
    const tables = await data.store.read((sql) => currentTables(sql));
    await data.store.write((tx) =>
      tx.run(
        `insert into ${tables.text} (n, facet, weight, wide, words)
          select n, 1, 3, repeat(' ', 2100), cast(case when n = 7 then '.rare' else '.often' || n end as tsvector)
          from generate_series(1, 3000) as n`,
      ),
    );
    const client = connectPostgres({ url: data.url as string, connections: 1 });
    await client.unsafe(`vacuum analyze ${tables.text}`);
    await client.end();
  });
  afterAll(() => data?.remove());

  it.each([[rare], [null]])('of %j', async (words) => {
    const { text, found, plan } = await data.store.write(async (sql) => {
      const { text } = await currentTables(sql);
      let sent: [string, readonly SqlValue[]] = ['', []];
      const watched = {
        ...sql,
        get<Row>(statement: string, params: readonly SqlValue[] = []) {
          sent = [statement, params];
          return sql.get<Row>(statement, params);
        },
      };
      const found = await candidatesWith(watched, await currentTables(sql), words, 1000);
      await sql.run('set local plan_cache_mode = force_generic_plan');
      await sql.run(`prepare candidates as ${sent[0]}`);
      const given = sent[1].length > 0 ? `(${sent[1].map((value) => `'${String(value).replaceAll("'", "''")}'`)})` : '';
      const rows = await sql.all<{ 'QUERY PLAN': string }>(`explain execute candidates${given}`);
      await sql.run('deallocate candidates');
      return { text, found, plan: rows.map((row) => row['QUERY PLAN']).join('\n') };
    });
    expect([...found.numbers]).toHaveLength(words ? 1 : 1000);
    const index = `Bitmap Index Scan on ${text}_words`;
    if (words) expect(plan).toContain(index);
    else expect(plan).not.toContain(index);
  });
});
