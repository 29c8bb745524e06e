/** Assigns positions to committed events where that is not done when they are inserted (ADR 0010). */
import { capabilitiesOf, hasUnplacedEvents, placeEvents, type Store } from '../storage/index.js';
import { createPulse, wakeServers } from '../wake/index.js';

export interface Sequencer {
  /** This server committed something. */
  wake(): void;
  stop(): Promise<void>;
}

export interface SequencerDeps {
  store: Pick<Store, 'dialect' | 'read' | 'write'>;
  /** Events got positions through this server; the others are notified. */
  placed(): void;
  failed(error: unknown): void;
  /** Interval of the search for events of a server that died before it placed them. Milliseconds. */
  everyMs?: number;
}

/** Woken when events of any server got positions. */
export const EVENTS_CHANNEL = 'events';

const PLACED_AT_ONCE = 5000;
/** Limits the transactions of a busy server; a single event does not wait for it. Milliseconds. */
const GAP_MS = 50;
const EVERY_MS = 5000;

/** Every server runs one, mainly for its own commits; null where positions are given at insert. */
export function startSequencer({ store, placed, failed, everyMs = EVERY_MS }: SequencerDeps): Sequencer | null {
  if (capabilitiesOf(store).positionsAtInsert) return null;
  let committed = false;
  const pulse = createPulse({
    everyMs: () => everyMs,
    gapMs: GAP_MS,
    failed,
    async run(signal) {
      if (!committed && !(await store.read(hasUnplacedEvents))) return;
      committed = false;
      if ((await placeAll(store, signal)) > 0) placed();
    },
  });
  return {
    wake() {
      committed = true;
      pulse.wake();
    },
    stop: pulse.stop,
  };
}

/** Places what is committed and returns the number. Other servers are notified by the same commit, not before. */
export async function placeAll({ write }: Pick<Store, 'write'>, signal: AbortSignal): Promise<number> {
  let all = 0;
  for (let placed = PLACED_AT_ONCE; placed === PLACED_AT_ONCE && !signal.aborted; all += placed)
    placed = await write(async (tx) => {
      const count = await placeEvents(tx, PLACED_AT_ONCE);
      if (count > 0) await wakeServers(tx, EVENTS_CHANNEL);
      return count;
    });
  return all;
}
