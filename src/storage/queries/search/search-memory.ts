import { kept, lasting, type Sql } from '../../port.js';
import { createReaderMemory, keptAmongReads, type ReaderMemory } from '../../reader-memory.js';

/** Documents that were cached from, as marks tell them: plain transactions, such as those of leases, leave none. */
interface Shown {
  filling: string;
  from: string;
  seen: number | null;
}

interface Latest extends Shown {
  memory: ReaderMemory;
}

/** Older marks may have been taken away (see `noteWrites`). */
const MOST_TRANSACTIONS = 50_000;

/**
 * What `load` gives, cached until a document of search changes, on whatever server. `load` may read the tables of search alone, and
 * nobody may change the value. Where a connection knows of every commit, as `kept`.
 */
export async function keptWithDocuments<T>(
  sql: Sql,
  name: string,
  load: () => Promise<T>,
  weigh: (value: T) => number,
): Promise<T> {
  const { writesSeen } = sql.dialect.search;
  if (writesSeen === null || !sql.kept) return kept(sql, name, load, weigh);
  const memory = await kept(
    sql,
    'search.memory',
    () => memoryOf(sql, writesSeen),
    () => 1,
  );
  return keptAmongReads(memory, name, load, weigh);
}

async function memoryOf(sql: Sql, writesSeen: string): Promise<ReaderMemory> {
  const shared = lasting(sql, 'search memory', (): { latest: Latest | null } => ({ latest: null }));
  const { latest } = shared;
  const row = await sql.get<Shown & { since: number | null }>(writesSeen, [latest?.from ?? null]);
  if (!row || row.seen === null) return createReaderMemory();
  const { filling, from, seen, since } = row;
  if (
    latest &&
    since === latest.seen &&
    filling === latest.filling &&
    Number(from) - Number(latest.from) < MOST_TRANSACTIONS
  )
    return latest.memory;
  const memory = createReaderMemory();
  shared.latest = { filling, from, seen, memory };
  return memory;
}
