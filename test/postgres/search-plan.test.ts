// Words are looked up in the full-text index, also by a plan that is made without knowing them. Reading the tokens of
// all documents instead takes as long as the catalog is large.
import { beforeAll, expect, it } from 'vitest';
import { candidatesWith, currentTables, type SqlValue, type WordQuery } from '../../src/storage/index.js';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';
import { forPostgres } from '../support/stores.js';

const rare: WordQuery = { kind: 'word', token: 'rare', in: ['name'] };

forPostgres('the plan of candidates', (use) => {
  beforeAll(async () => {
    const tables = await use().store.read((sql) => currentTables(sql));
    await use().store.write((tx) =>
      tx.run(
        `insert into ${tables.text} (n, facet, weight, wide, words)
          select n, 1, 3, repeat(' ', 2100), cast(case when n = 7 then '.rare' else '.often' || n end as tsvector)
          from generate_series(1, 3000) as n`,
      ),
    );
    const client = connectPostgres({ url: use().url as string, connections: 1 });
    await client.unsafe(`vacuum analyze ${tables.text}`);
    await client.end();
  });

  it.each([[rare], [null]])('of %j', async (words) => {
    const { text, found, plan } = await use().store.write(async (sql) => {
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
