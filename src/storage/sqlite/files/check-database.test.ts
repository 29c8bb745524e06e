import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, openSqlite, type Store } from '../../index.js';

let folder: string;
let path: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-check-'));
  path = join(folder, 'cairn.db');
  store = openSqlite({ path, alone: true });
  await migrate(store);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The state after a kill while a full-text index was being emptied. */
async function halfEmptied(generation: 1 | 2, current: 1 | 2): Promise<void> {
  await store.write(async (tx) => {
    const text = `search_text_${generation}`;
    for (let n = 1; n <= 50; n++)
      await tx.run(`insert into ${text} (rowid, name) values ($1, $2)`, [n, `word${n} other${n * 7}`]);
    await tx.run(
      `insert into search_state (name, value) values ('generation', $1)
      on conflict (name) do update set value = excluded.value`,
      [`${current} filling`],
    );
  });
  await store.write((tx) => tx.run(`delete from search_text_${generation}_data where id > 10`));
}

it('accepts a partly emptied full-text index that is not in use', async () => {
  await halfEmptied(2, 1);
  expect(await store.findDamage?.(10)).toEqual([]);
  await store.close();
  store = openSqlite({ path, alone: true });
  expect(await store.read((sql) => sql.get('select 1 as one'))).toEqual({ one: 1 });
});

it('detects a damaged full-text index in use', async () => {
  await halfEmptied(2, 2);
  expect(await store.findDamage?.(10)).toEqual([expect.stringContaining('search_text_2')]);
});
