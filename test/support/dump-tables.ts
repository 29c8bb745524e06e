import type { Store } from '../../src/storage/index.js';

const tables = [
  'entity',
  'relation',
  'tag_usage',
  'history',
  'change_event',
  'series',
  'usage_day',
  'deletion',
  'person',
];

/** Everything that writes of the engine store, for comparing states before and after. */
export async function dumpTables(store: Store): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {};
  for (const table of tables) {
    const rows = await store.read((sql) => sql.all(`select * from ${table}`));
    dump[table] = rows
      .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
      .sort();
  }
  return dump;
}
