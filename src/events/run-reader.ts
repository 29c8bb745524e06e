/** Runs readers of the change events: batch after batch, each handled before the cursor passes it. */
import { setTimeout } from 'node:timers/promises';
import type { Context } from '../context/index.js';
import {
  beginCursor,
  getCursor,
  lastPosition,
  moveCursor,
  type PlacedEventRow,
  readEvents,
  type Store,
} from '../storage/index.js';
import type { EventJob } from './event-log.js';
import type { EventReader, EverywhereReader, OnceReader, ReaderScope } from './event-reader.js';
import { createPulse, type Pulse } from './pulse.js';
import { placeAll } from './sequencer.js';

export interface ReaderRun<S extends ReaderScope> {
  read: Store['read'];
  context: Context;
  /** A transaction that brings everything along which belongs to a write, and delivers its marks. */
  transaction<T>(work: (scope: S) => Promise<T>): Promise<T>;
}

/** In case a wake-up was missed. Milliseconds. */
const EVERY_MS = 5000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 60_000;

/** Name of the job, and of the lease, of a reader. */
export const readerJob = (name: string) => `events.reader.${name}`;

/** Makes the cursors of readers that have none. To be awaited at the start, before anything is written that they shall see. */
export async function beginReaders<S extends ReaderScope>(
  readers: readonly EventReader<S>[],
  { store, transaction }: { store: Pick<Store, 'dialect' | 'read' | 'write'> } & Pick<ReaderRun<S>, 'transaction'>,
): Promise<void> {
  checkReaders(readers);
  const { read } = store;
  for (const reader of readers) {
    if (reader.scope !== 'once') continue;
    if ((await read((sql) => getCursor(sql, reader.name))) !== undefined) continue;
    // What is committed by now is not new, though it may still wait for its position.
    if (!store.dialect.positionsAtInsert) await placeAll(store, new AbortController().signal);
    await transaction(async ({ sql }) =>
      beginCursor(sql, reader.name, reader.from === 'oldest' ? 0 : await lastPosition(sql)),
    );
  }
}

function checkReaders(readers: readonly { name: string; batch: number }[]): void {
  const names = new Set<string>();
  for (const { name, batch } of readers) {
    if (!/^[\w.-]+$/.test(name))
      throw new Error(`the name of the event reader ${name} must be letters, digits, . - or _`);
    if (names.has(name)) throw new Error(`there is an event reader ${name} already`);
    if (!Number.isInteger(batch) || batch < 1)
      throw new Error(`the batch of the event reader ${name} must be 1 or more`);
    names.add(name);
  }
}

/** A reader as a job: its lease gives it to one server at a time. Wake it when events have got positions. */
export function onceReaderJob<S extends ReaderScope>(reader: OnceReader<S>, run: ReaderRun<S>): EventJob {
  const { name, batch } = reader;
  const { read, context, transaction } = run;

  async function step(signal: AbortSignal): Promise<boolean> {
    const { from, events } = await read(async (sql) => {
      const position = await getCursor(sql, name);
      if (position === undefined) throw new Error(`the event reader ${name} has no cursor`);
      return { from: position, events: await readEvents(sql, { after: position, limit: batch }) };
    });
    const last = events.at(-1);
    if (!last) return false;
    const work = await reader.handle(events, { read, context, signal });
    const moved = await transaction(async (scope) => {
      // First: of two servers that both take themselves for the holder, one waits here and then does nothing.
      if (!(await moveCursor(scope.sql, name, { from, to: last.position }))) return false;
      await work?.(scope);
      return true;
    });
    return moved && events.length === batch;
  }

  return { name: readerJob(name), everyMs: EVERY_MS, run: (signal) => runOn({ name, context, step }, signal) };
}

/** A reader of this server alone, from the newest event on. `handled` hears how far it is. */
export async function startEverywhereReader<S extends ReaderScope>(
  reader: EverywhereReader<S>,
  run: Pick<ReaderRun<S>, 'read' | 'context'> & { mark: S['mark']; handled(position: number): void },
): Promise<Pulse> {
  const { name, batch } = reader;
  const { read, context, mark, handled } = run;
  let position = await read(lastPosition);
  handled(position);

  async function step(signal: AbortSignal): Promise<boolean> {
    const events: PlacedEventRow[] = await read((sql) => readEvents(sql, { after: position, limit: batch }));
    const last = events.at(-1);
    if (!last) return false;
    await reader.handle(events, { read, context, signal, mark });
    position = last.position;
    handled(position);
    return events.length === batch;
  }

  return createPulse({
    everyMs: () => EVERY_MS,
    run: (signal) => runOn({ name, context, step }, signal),
    failed: (err) => context.log.error({ err, reader: name }, 'an event reader ended'),
  });
}

interface Stepping {
  name: string;
  context: Context;
  /** Handles a batch; whether the next should be looked for at once. */
  step(signal: AbortSignal): Promise<boolean>;
}

/** Until there is nothing left. A step that fails is done again, each time after a longer pause. */
async function runOn({ name, context, step }: Stepping, signal: AbortSignal): Promise<void> {
  let failures = 0;
  for (let more = true; more && !signal.aborted; )
    try {
      more = await step(signal);
      failures = 0;
    } catch (err) {
      failures += 1;
      const retryMs = pauseAfter(failures, context);
      context.log.error({ err, reader: name, failures, retryMs }, 'an event reader failed and will try again');
      await setTimeout(retryMs, undefined, { signal }).catch(() => {});
    }
}

/** Between half and all of a time that doubles, so that servers do not try at the same moments. */
function pauseAfter(failures: number, context: Context): number {
  const longest = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
  const chance = Number.parseInt(context.id().slice(-8), 16) / 0x1_0000_0000;
  return Math.round(longest * (0.5 + chance / 2));
}
