import { cached, connectionValue, type Sql } from '../../port.js';
import { cachedAmongReads, createReaderCache, type ReaderCache } from '../../reader-cache.js';

/**
 * The state of the documents that values were cached from, according to change marks: transactions that touch no
 * documents, such as those of leases, leave none.
 */
interface Shown {
  filling: string;
  from: string;
  seen: number | null;
}

interface Latest extends Shown {
  memory: ReaderCache;
}

/** Older change marks may have been deleted (see `noteWrites`). */
const MOST_TRANSACTIONS = 50_000;

/**
 * The result of `load`, cached until a search document changes, on any server. `load` may read only the tables of
 * search; callers must not modify the value. Same as `kept` where a connection sees every commit.
 */
export async function cachedWithDocuments<T>(
  sql: Sql,
  name: string,
  load: () => Promise<T>,
  weigh: (value: T) => number,
): Promise<T> {
  const { writesSeen } = sql.dialect.search;
  if (writesSeen === null || !sql.kept) return cached(sql, name, load, weigh);
  const memory = await cached(
    sql,
    'search.memory',
    () => memoryOf(sql, writesSeen),
    () => 1,
  );
  return cachedAmongReads(memory, name, load, weigh);
}

async function memoryOf(sql: Sql, writesSeen: string): Promise<ReaderCache> {
  const shared = connectionValue(sql, 'search memory', (): { latest: Latest | null } => ({ latest: null }));
  const { latest } = shared;
  const row = await sql.get<Shown & { since: number | null }>(writesSeen, [latest?.from ?? null]);
  if (!row || row.seen === null) return createReaderCache();
  const { filling, from, seen, since } = row;
  if (
    latest &&
    since === latest.seen &&
    filling === latest.filling &&
    Number(from) - Number(latest.from) < MOST_TRANSACTIONS
  )
    return latest.memory;
  const memory = createReaderCache();
  shared.latest = { filling, from, seen, memory };
  return memory;
}
