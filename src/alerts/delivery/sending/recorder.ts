/** Stores the results of attempts in batches: those that end during a transaction share the next one. */
import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../../context/index.js';
import {
  type AttemptRow,
  changeDelivery,
  type DeliveryChange,
  type DestinationRow,
  insertAttempt,
  putDestinationState,
  type Store,
  StoreUnavailable,
} from '../../../storage/index.js';
import { within } from '../within.js';

export interface Result {
  /** null: the delivery ended without an attempt. */
  attempt: Omit<AttemptRow, 'number'> | null;
  change: DeliveryChange;
  /** The states of the destinations after the attempt. */
  destinations: readonly DestinationRow[];
  /** Called once the result is stored. */
  stored(): void;
}

export interface Recorder {
  add(result: Result): void;
  /** Resolves when all added results are stored. */
  settled(): Promise<void>;
  /**
   * Stores the added results, unless that takes longer than this or fails again. The other deliveries stay pending and are sent again
   * with the same id. Milliseconds.
   */
  stop(milliseconds: number): Promise<void>;
}

/** Results within this time share a commit, because every commit delays others. Milliseconds. */
const GATHER_MS = 15;
const MOST_AT_ONCE = 100;
const RETRY_MS = 1000;

export function createRecorder({ store, context }: { store: Pick<Store, 'write'>; context: Context }): Recorder {
  const waiting: Result[] = [];
  const stopping = new AbortController();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < MOST_AT_ONCE) await setTimeout(GATHER_MS);
      const some = waiting.slice(0, MOST_AT_ONCE);
      const saved = new Set(await saveWhatCan(some));
      waiting.splice(0, some.length, ...some.filter((result) => !saved.has(result)));
      for (const { stored } of saved) stored();
      if (saved.size === some.length) continue;
      if (stopping.signal.aborted) break;
      await pause();
    }
    running = null;
  }

  async function pause(): Promise<void> {
    await setTimeout(RETRY_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
  }

  /** Returns the results that are stored. One that cannot be stored does not prevent the others. */
  async function saveWhatCan(some: readonly Result[]): Promise<readonly Result[]> {
    try {
      await save(some, store);
      return some;
    } catch (err) {
      context.log.error({ err }, 'could not record deliveries of alerts and will try again');
      if (some.length === 1 || err instanceof StoreUnavailable) return [];
    }
    const saved: Result[] = [];
    for (const one of some) saved.push(...(await saveWhatCan([one])));
    return saved;
  }

  return {
    add(result) {
      if (stopping.signal.aborted) return;
      waiting.push(result);
      running ??= run();
    },
    settled: async () => {
      await running;
    },
    async stop(milliseconds) {
      stopping.abort();
      if (running) await within(running, milliseconds);
      const { length } = waiting;
      if (length > 0)
        context.log.warn({ deliveries: length }, 'stopped before the results of deliveries were recorded');
    },
  };
}

async function save(results: readonly Result[], { write }: Pick<Store, 'write'>): Promise<void> {
  const ended = new Map<string, DestinationRow>();
  for (const { change, destinations } of results)
    for (const row of destinations) {
      const key = `${row.alert_id} ${row.destination_id}`;
      const { succeeded, failed } = ended.get(key) ?? { succeeded: 0, failed: 0 };
      ended.set(key, {
        ...row,
        succeeded: succeeded + (change.state === 'delivered' ? 1 : 0),
        failed: failed + (change.state === 'failed' ? 1 : 0),
      });
    }
  // In a fixed order, so that two servers never deadlock.
  const states = [...ended].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await write(
    async (tx) => {
      for (const { attempt, change } of results) {
        if (attempt) await insertAttempt(tx, attempt);
        await changeDelivery(tx, change, attempt ? 1 : 0);
      }
      for (const row of states) await putDestinationState(tx, row);
    },
    undefined,
    'background',
  );
}
