// A generation of the index under construction. Changes of entities beyond the current position of the build are
// recorded here.
import type { Sql } from '../../port.js';
import type { SearchTables } from './search-tables.js';

/** Records entities that changed before the build has reached them. */
export async function addLate(tx: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `insert into search_late (id) select value from ${tx.dialect.list('$1')} as given where true on conflict do nothing`,
    [JSON.stringify(ids)],
  );
}

/** Takes and removes the recorded entities up to an id. */
export async function takeLate(tx: Sql, upTo: string): Promise<string[]> {
  const rows = await tx.all<{ id: string }>('delete from search_late where id <= $1 returning id', [upTo]);
  return rows.map(({ id }) => id);
}

export async function removeLate(tx: Sql): Promise<void> {
  await tx.run('delete from search_late');
}

/** Waits until no write is between reading the state of the index and its commit, and blocks new ones. */
export async function holdIndexState(tx: Sql): Promise<void> {
  const { lockAlone } = tx.dialect.search;
  if (lockAlone !== null) await tx.all(lockAlone);
}

/** Deletes a batch from a generation that is not in use; true if nothing is left. */
export async function emptySlice(tx: Sql, tables: SearchTables): Promise<boolean> {
  const { slices, rest } = tx.dialect.search.emptying(tables);
  for (const slice of slices) if ((await tx.run(slice)) > 0) return false;
  for (const statement of rest) await tx.run(statement);
  return true;
}
