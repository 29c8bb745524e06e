// Lists and counts by container read the index of listings; a count reads nothing else.
import { beforeAll, expect, it } from 'vitest';
import { countSlice, type EntityQuery, listEntities, type Sql, type SqlValue } from '../../src/storage/index.js';
import { connectPostgres } from '../../src/storage/postgres/postgres-client.js';
import { forPostgres } from '../support/stores.js';

const query: EntityQuery = { type: 'thing', below: { fqn: 'shop.orders', id: null } };

forPostgres('the plan', (use) => {
  beforeAll(async () => {
    await use().store.write((tx) =>
      tx.run(
        `insert into entity (id, type, name, fqn, fqn_hash, version, revision, updated_at, updated_by, deleted, ref, doc)
          select 'id' || n, 'thing', 't' || n, case when n % 2 = 0 then 'shop.orders.t' else 'other.t' end || n,
            decode(md5(n::text), 'hex'), 1, 1, 1, 'ann', 0, '{}', repeat('{}', 200)
          from generate_series(1, 4000) as n`,
      ),
    );
    const client = connectPostgres({ url: use().url as string, connections: 1 });
    await client.unsafe('vacuum analyze entity');
    await client.end();
  });

  /**
   * The plan of the last statement of a piece of work, as for a large table: a small one is read as a whole while
   * transactions elsewhere in the cluster keep its pages from being known as visible.
   */
  async function planOf(work: (sql: Sql) => Promise<unknown>): Promise<string> {
    return use().store.write(async (sql) => {
      await sql.run('set local enable_seqscan = off');
      await sql.run('set local enable_bitmapscan = off');
      let sent: [string, readonly SqlValue[]] = ['', []];
      const keep = (text: string, params: readonly SqlValue[] = []) => {
        sent = [text, params];
      };
      await work({
        ...sql,
        all(text, params) {
          keep(text, params);
          return sql.all(text, params);
        },
        get(text, params) {
          keep(text, params);
          return sql.get(text, params);
        },
      });
      const rows = await sql.all<{ 'QUERY PLAN': string }>(`explain ${sent[0]}`, sent[1]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  }

  it('of a count reads the index alone', async () => {
    expect(await use().store.read((sql) => countSlice(sql, query, { state: 0 }))).toEqual({ count: 2000, next: null });
    const plan = await planOf((sql) => countSlice(sql, query, { state: 0 }));
    expect(plan).toContain('Index Only Scan using entity_listing');
    expect(plan).not.toContain('Filter');
  });

  it('of a page walks the index from its place, and sorts nothing', async () => {
    const after = { key: 'shop.orders.t3', id: 'id3' };
    for (const place of [{}, { after }, { before: after }]) {
      const plan = await planOf((sql) => listEntities(sql, { ...query, ...place, limit: 10 }));
      expect(plan).toMatch(/Index Scan (Backward )?using entity_listing/);
      expect(plan).not.toMatch(/Sort|Filter/);
    }
  });
});
