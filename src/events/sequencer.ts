/** Gives positions to committed events where that is not done when they are inserted (ADR 0010). */
import { hasUnplacedEvents, placeEvents, type Store, sendNotice } from '../storage/index.js';
import { createPulse } from './pulse.js';

export interface Sequencer {
  /** This server committed something. */
  wake(): void;
  stop(): Promise<void>;
}

export interface SequencerDeps {
  store: Pick<Store, 'dialect' | 'read' | 'write'>;
  /** Events have got positions through this server; the others are notified. */
  placed(): void;
  failed(error: unknown): void;
  /** For what a server committed that died before it gave positions. Milliseconds. */
  everyMs?: number;
}

const PLACED_AT_ONCE = 5000;
/** Bounds the statements of a busy server; an event that comes alone does not wait for it. Milliseconds. */
const GAP_MS = 50;
const EVERY_MS = 5000;

/** Every server runs one, for its own commits first of all; null where positions are given at insert. */
export function startSequencer({ store, placed, failed, everyMs = EVERY_MS }: SequencerDeps): Sequencer | null {
  if (store.dialect.positionsAtInsert) return null;
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

/** Places what is committed; the number placed. Other servers hear of it with the same commit, not before. */
export async function placeAll({ write }: Pick<Store, 'write'>, signal: AbortSignal): Promise<number> {
  let all = 0;
  for (let placed = PLACED_AT_ONCE; placed === PLACED_AT_ONCE && !signal.aborted; all += placed)
    placed = await write(async (tx) => {
      const count = await placeEvents(tx, PLACED_AT_ONCE);
      if (count > 0) await sendNotice(tx, 'events');
      return count;
    });
  return all;
}
