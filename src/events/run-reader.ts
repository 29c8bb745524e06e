/** Runs event readers: handles one batch after the other, and moves the cursor past each batch when it is handled. */
import { setTimeout } from 'node:timers/promises';
import type { Context } from '../context/index.js';
import {
  beginCursor,
  capabilitiesOf,
  getCursor,
  hasMoreEvents,
  lastPosition,
  moveCursor,
  type PlacedEventRow,
  readEvents,
  type Sql,
  type Store,
  TEXT_OF_SLICE,
} from '../storage/index.js';
import type { EventJob } from './event-log.js';
import type { EventReader, ReaderScope } from './event-reader.js';
import { placeAll } from './sequencer.js';

export interface ReaderRun<S extends ReaderScope> {
  read: Store['read'];
  context: Context;
  /** Opens a write transaction as any other, including its invalidations. */
  transaction<T>(work: (scope: S) => Promise<T>): Promise<T>;
}

/** Fallback for a missed wake-up. Milliseconds. */
const EVERY_MS = 5000;
/**
 * Pause after a run. Each run commits, which would cost a busy server more than the writes whose events it reads; a single event is
 * handled at once. Milliseconds.
 */
const GAP_MS = 100;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 60_000;

/** Name of a reader's job and of its lease. */
export const readerJobName = (reader: { name: string }) => `events.reader.${reader.name}`;

/** Creates the cursors of readers that have none. Must be awaited before anything is written that they have to see. */
export async function beginReaders<S extends ReaderScope>(
  readers: readonly EventReader<S>[],
  store: Pick<Store, 'dialect' | 'read' | 'write'>,
): Promise<void> {
  for (const reader of readers) {
    checkReader(reader);
    if ((await store.read((sql) => getCursor(sql, reader.name))) !== undefined) continue;
    // Events committed by now are not new to the reader, even if they have no position yet.
    if (!capabilitiesOf(store).positionsAtInsert) await placeAll(store, new AbortController().signal);
    await store.write(async (tx) =>
      beginCursor(tx, reader.name, reader.from === 'oldest' ? 0 : await lastPosition(tx)),
    );
  }
}

function checkReader({ name, batch }: { name: string; batch: number }): void {
  if (!/^[\w.-]+$/.test(name))
    throw new Error(`the name of the event reader ${name} must be letters, digits, . - or _`);
  if (!Number.isInteger(batch) || batch < 1) throw new Error(`the batch of the event reader ${name} must be 1 or more`);
}

/** Turns a reader into a job; its lease lets one server at a time run it. Wake it when events get positions. */
export function readerJob<S extends ReaderScope>(reader: EventReader<S>, run: ReaderRun<S>): EventJob {
  const { name, batch } = reader;
  const { read, context, transaction } = run;

  async function step(signal: AbortSignal): Promise<boolean> {
    const { from, events } = await read((sql) => nextBatch(sql, reader));
    const last = events.at(-1);
    if (!last) return false;
    const work = await reader.handle(events, { read, context, signal });
    const moved = await transaction(async (scope) => {
      // Must come first: if two servers both believe they hold the lease, one waits here and then does nothing.
      if (!(await moveCursor(scope.sql, name, { from, to: last.position }))) return false;
      await work?.(scope);
      return true;
    });
    return moved && hasMoreEvents(events, { limit: batch, text: TEXT_OF_SLICE });
  }

  return {
    name: readerJobName(reader),
    everyMs: EVERY_MS,
    async run(signal) {
      await repeat(step, { name, context, signal });
      await pause(GAP_MS, signal);
    },
  };
}

async function nextBatch(
  sql: Sql,
  { name, batch, withoutEntity = false }: Pick<EventReader, 'name' | 'batch' | 'withoutEntity'>,
): Promise<{ from: number; events: PlacedEventRow[] }> {
  const from = await getCursor(sql, name);
  if (from === undefined) throw new Error(`the event reader ${name} has no cursor`);
  return { from, events: await readEvents(sql, { after: from, limit: batch, text: TEXT_OF_SLICE, withoutEntity }) };
}

/** Repeats the step until no full batch is left. After a failure it retries, with increasing pauses. */
async function repeat(
  step: (signal: AbortSignal) => Promise<boolean>,
  { name, context, signal }: { name: string; context: Context; signal: AbortSignal },
): Promise<void> {
  let failures = 0;
  for (let more = true; more && !signal.aborted; )
    try {
      more = await step(signal);
      failures = 0;
    } catch (err) {
      failures += 1;
      const retryMs = pauseAfter(failures, context);
      context.log.error({ err, reader: name, failures, retryMs }, 'an event reader failed and will try again');
      await pause(retryMs, signal);
    }
}

/** Ends early when aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}

/** Exponential backoff with jitter (half to all of the pause), so that servers do not retry at the same time. */
function pauseAfter(failures: number, context: Context): number {
  const longest = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
  const chance = Number.parseInt(context.id().slice(-8), 16) / 0x1_0000_0000;
  return Math.round(longest * (0.5 + chance / 2));
}
