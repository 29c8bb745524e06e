// A cache of what reads loaded, valid until a transaction of the cluster ends. Two snapshots with the same text show
// the same state: the text names every transaction whose end the snapshot cannot see. So the snapshot itself proves
// that the cache is valid, whichever server wrote, and needs no external invalidation. Transactions that changed nothing
// cached (`quietly`), such as the renewals of leases every few seconds, do not end the cache.
import { cachedAmongReads, createReaderCache } from '../../reader-cache.js';
import { QUIET_SINCE } from '../marks/quiet-writes.js';

export const BEGIN = 'begin isolation level repeatable read read only';

/** A standby omits open transactions from the text, so nothing is cached there. */
const SHOWN = "select case when pg_is_in_recovery() then '' else cast(pg_current_snapshot() as text) end as state";
/** The state of a database that may be without tables. */
const FIRST = `select state, case when to_regclass('quiet_write') is not null then '' end as quiet
  from (${SHOWN}) as shown`;
/** The state, and if it is not `$1`, the quiet transactions since then. */
const NEXT = `select state, case when state <> $1 then (${QUIET_SINCE}) end as quiet from (${SHOWN}) as shown`;

/** The answer to `SnapshotCache.question`. */
export interface Shown {
  /** Empty if states cannot be compared. */
  state: string;
  quiet: string | null;
}

/** The cached values of one state. */
export interface StateCache {
  kept<T>(name: string, load: () => Promise<T>, weigh: (value: T) => number): Promise<T>;
}

export interface SnapshotCache {
  /** The statement that returns the state that a snapshot shows, and its parameters. */
  question(): readonly [text: string, parameters: string[]];
  /** The cache of the state that a new snapshot shows; null if states cannot be compared. */
  enter(shown: Shown): StateCache | null;
  /**
   * Call after a lost connection: after a failover the new server may lack the last transactions and reuse their ids.
   */
  clear(): void;
}

/** Limit in characters, see `createReaderCache`; the process takes up to three times as much. */
const MOST = 96 * 2 ** 20;

export function createSnapshotCache(most = MOST): SnapshotCache {
  let current: { state: string; hasQuiet: boolean; cache: StateCache } | null = null;
  return {
    question: () => (current?.hasQuiet ? [NEXT, [current.state]] : [FIRST, []]),
    enter({ state, quiet }) {
      if (state === '') return null;
      const hasQuiet = quiet !== null || (current?.hasQuiet ?? false);
      const isSame = current !== null && (current.state === state || differsIn(current.state, state, quiet ?? ''));
      current = { state, hasQuiet, cache: isSame && current ? current.cache : createStateCache(most) };
      return current.cache;
    },
    clear() {
      current = null;
    },
  };
}

function createStateCache(most: number): StateCache {
  const memory = createReaderCache(most);
  return { kept: (name, load, weigh) => cachedAmongReads(memory, name, load, weigh) };
}

/** More transactions than this between two states are not compared one by one. */
const MOST_COMPARED = 1000;

/** Whether two states differ in nothing but these transactions. */
function differsIn(one: string, other: string, transactions: string): boolean {
  const [a, b] = [readSnapshot(one), readSnapshot(other)];
  const from = Math.min(a.from, b.from);
  const to = Math.max(a.to, b.to);
  if (to - from > MOST_COMPARED) return false;
  const allowed = new Set(transactions.split(' '));
  for (let id = from; id < to; id++) if (isShown(id, a) !== isShown(id, b) && !allowed.has(String(id))) return false;
  return true;
}

interface Snapshot {
  /** All transactions below this one have ended. */
  from: number;
  /** No transaction from this one on had ended. */
  to: number;
  /** Those between that had not. */
  open: ReadonlySet<number>;
}

function readSnapshot(text: string): Snapshot {
  const [from, to, open = ''] = text.split(':');
  return { from: Number(from), to: Number(to), open: new Set(open === '' ? [] : open.split(',').map(Number)) };
}

function isShown(id: number, { from, to, open }: Snapshot): boolean {
  return id < from || (id < to && !open.has(id));
}
