/** Assigns positions to committed events, where that does not happen at insert (ADR 0010). */
import { capabilitiesOf, hasUnplacedEvents, placeEvents, quietly, type Sql, type Store } from '../storage/index.js';
import { createPulse, wakeServers } from '../wake/index.js';

export interface Sequencer {
  /** Call after each commit of this server. */
  wake(): void;
  stop(): Promise<void>;
}

export interface SequencerDeps {
  store: Pick<Store, 'dialect' | 'read' | 'write'>;
  /** Called when events get positions through this server; other servers are notified by the transaction. */
  placed(): void;
  failed(error: unknown): void;
  /** Interval of the poll for events of a server that crashed before it assigned their positions. Milliseconds. */
  everyMs?: number;
}

/** Channel that is notified when any server assigns positions to events. */
export const EVENTS_CHANNEL = 'events';

const PLACED_AT_ONCE = 5000;
/** Limits the number of transactions on a busy server; a single event is not delayed. Milliseconds. */
const GAP_MS = 50;
const EVERY_MS = 5000;

/** Every server runs one, mainly for its own commits. Returns null where positions are assigned at insert. */
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

/** Assigns positions to all committed events and returns how many. Other servers are notified by that same commit. */
export async function placeAll({ write }: Pick<Store, 'write'>, signal: AbortSignal): Promise<number> {
  let all = 0;
  for (let placed = PLACED_AT_ONCE; placed === PLACED_AT_ONCE && !signal.aborted; all += placed)
    placed = await write(quietly(placeSome));
  return all;
}

async function placeSome(tx: Sql): Promise<number> {
  const count = await placeEvents(tx, PLACED_AT_ONCE);
  if (count > 0) await wakeServers(tx, EVENTS_CHANNEL);
  return count;
}
