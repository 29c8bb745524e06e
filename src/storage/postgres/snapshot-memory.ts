// A cache for reads that lasts as long as nobody commits. Two snapshots with the same transactions behind them show the same rows,
// whichever connection or server took them, so nothing has to announce a change: the next snapshot after a commit has another
// identity, and the cache of the one before is dropped.
import type { Sql } from '../port.js';
import { createReaderMemory, keptAmongReads, type ReaderMemory } from '../reader-memory.js';

// A database that was restored counts its transactions again, so the start of the server is part of the identity. Snapshots of a
// standby do not list the transactions that are under way.
const IDENTITY = `select case when pg_is_in_recovery() then null
  else concat(pg_current_snapshot(), ' ', pg_postmaster_start_time()) end as identity`;

type Kept = NonNullable<Sql['kept']>;

/** `of` gives a snapshot its `kept`; the identity is asked for when it is first used. */
export interface SnapshotMemory {
  of(sql: Sql): Kept;
}

export function createSnapshotMemory(): SnapshotMemory {
  let latest: { identity: string; memory: ReaderMemory } | null = null;

  async function memoryOf(sql: Sql): Promise<ReaderMemory> {
    const row = await sql.get<{ identity: string | null }>(IDENTITY);
    const identity = row?.identity ?? null;
    if (identity === null) return createReaderMemory();
    if (latest?.identity !== identity) latest = { identity, memory: createReaderMemory() };
    return latest.memory;
  }

  return {
    of(sql) {
      let memory: Promise<ReaderMemory> | null = null;
      return async <T>(name: string, load: () => Promise<T>, weigh: (value: T) => number): Promise<T> => {
        memory ??= memoryOf(sql);
        return keptAmongReads(await memory, name, load, weigh);
      };
    },
  };
}
