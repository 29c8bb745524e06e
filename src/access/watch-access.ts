/** Detects changes of rights, tokens or keys made through another server on the same database. */
import type { Context } from '../context/index.js';
import { ACCESS_TYPE } from '../entities/index.js';
import {
  capabilitiesOf,
  listTokenChanges,
  type Store,
  takeWriteMark,
  type WriteMark,
  writeMarkHolds,
} from '../storage/index.js';
import { createPulse, type WakeUps } from '../wake/index.js';

export interface AccessWatchDeps {
  store: Pick<Store, 'dialect' | 'read'>;
  context: Context;
  wakeUps: Pick<WakeUps, 'subscribe' | 'connected'>;
  /** Called when rights, tokens or keys may have changed. */
  changed(): void;
}

/** Channel notified by every commit that changes rights, tokens or keys. */
export const ACCESS_CHANNEL = 'access';

const TYPES = Object.values(ACCESS_TYPE);
/** How far back token changes are read: longer than the time from writing a row to its commit. Milliseconds. */
const OVERLAP = 60_000;
/** Poll interval while no wake-ups arrive. Milliseconds. */
const POLL_MS = 500;
/** While wake-ups arrive, only every 20th poll is made: one in 10 seconds. */
const POLLS_SKIPPED = 19;

/** Watches until the returned function is called. Does nothing if one process makes all writes. */
export function watchAccess({ store, context, wakeUps, changed }: AccessWatchDeps): () => Promise<void> {
  if (!capabilitiesOf(store).concurrentWriters) return async () => {};
  const hasChanged = createCheck(store.read);
  const unsubscribe = wakeUps.subscribe(ACCESS_CHANNEL, changed);
  let skipped = POLLS_SKIPPED;
  const pulse = createPulse({
    everyMs: () => POLL_MS,
    async run() {
      if (wakeUps.connected() && skipped < POLLS_SKIPPED) {
        skipped += 1;
        return;
      }
      skipped = 0;
      if (await hasChanged()) changed();
    },
    failed: (err) => context.log.warn({ err }, 'could not read changes of rights made by other servers'),
  });
  return async () => {
    unsubscribe();
    await pulse.stop();
  };
}

/** Whether anything was written since the previous check. */
function createCheck(read: Store['read']): () => Promise<boolean> {
  let marks: Map<string, WriteMark> | null = null;
  let previousIds = '';
  return () =>
    read(async (sql) => {
      const stale = marks === null || !(await allHold(marks));
      if (stale)
        marks = new Map(
          await Promise.all(TYPES.map(async (type) => [type, await takeWriteMark(sql, type, 'events')] as const)),
        );
      const ids = (await listTokenChanges(sql, OVERLAP)).join();
      const other = ids !== previousIds;
      previousIds = ids;
      return stale || other;

      async function allHold(known: Map<string, WriteMark>): Promise<boolean> {
        const held = await Promise.all([...known].map(([type, mark]) => writeMarkHolds(sql, type, mark, 'events')));
        return held.every((holds) => holds);
      }
    });
}
