/**
 * The deliveries to one destination, in the order of the events. Deliveries about one entity are sent one after the
 * other, even while one of them waits for a retry; those about other entities overtake it.
 */
import type { DestinationKey } from '../../../storage/index.js';
import { type BacklogDeps, createBacklog, type Item, isWaiting, RETRY_MS } from './backlog.js';
import type { Gate } from './gate.js';

export interface DestinationQueue {
  /** Looks for new pending deliveries in the store. */
  look(): void;
  /** Checks again whether deliveries held for a digest or quiet hours may be sent. */
  reconsider(): void;
  /** Starts the deliveries that can be sent now. */
  pump(): void;
  /** Starts no further deliveries. */
  drop(): void;
  /** Whether an attempt is in progress. */
  isSending(): boolean;
  /** Whether no attempt is in progress and all results are stored. */
  isQuiet(): boolean;
  readonly key: DestinationKey;
}

/** Takes the other waiting deliveries to the same address, to send them in one message. */
export type Others = () => { item: Item; stored: () => void }[];

export interface QueueDeps extends BacklogDeps {
  gate: Gate;
  /** Whether the destination accepts messages now. If not, `pump` is called once it does again. */
  isOn(): boolean;
  /** null: it is not down; otherwise when it may be tried again, by the monotonic clock. */
  probeAt(): number | null;
  /** Gives up a delivery that waits for a destination that is down; false if it may still wait. */
  expire(item: Item, stored: () => void): boolean;
  /** Whether the last attempt failed. */
  isFailing(): boolean;
  /** Tries to send a delivery; resolves to whether it arrived, and calls `stored` once its result is stored. */
  send(item: Item, stored: () => void, others: Others): Promise<boolean>;
  /** Called when no deliveries are left. */
  emptied(): void;
}

/** Maximum number of attempts in progress to one destination, and the number to begin with. It is halved after each failure. */
const MOST_PARALLEL = 16;
const FIRST_PARALLEL = 4;
/** Pause after a failed attempt, so that a dead destination costs the others little. */
const REST_MS = 100;

export function createDestinationQueue(key: DestinationKey, deps: QueueDeps): DestinationQueue {
  const backlog = createBacklog(deps, pump);
  let dropped = false;
  let underWay = 0;
  let restsUntil = 0;
  let parallel = deps.isFailing() ? 1 : FIRST_PARALLEL;
  let timer: NodeJS.Timeout | undefined;

  function wakeAt(time: number): void {
    clearTimeout(timer);
    timer = setTimeout(pump, Math.max(0, time - performance.now()));
  }

  function pump(): void {
    if (dropped) return;
    clearTimeout(timer);
    backlog.refill();
    if (deps.isOn()) startWhatCan();
    if (backlog.isEmpty()) {
      dropped = true;
      deps.emptied();
    }
  }

  function startWhatCan(): void {
    const now = performance.now();
    const busy = new Set<string>();
    let wake = Number.POSITIVE_INFINITY;
    for (const item of backlog.items()) {
      const entity = item.row.entity_id;
      if (item.phase === 'sent' || busy.has(entity)) continue;
      busy.add(entity);
      if (item.phase === 'sending') continue;
      const probeAt = deps.probeAt();
      if (probeAt !== null && deps.expire(item, () => forget(item))) continue;
      if (probeAt !== null && (underWay > 0 || probeAt > now)) {
        wake = Math.min(wake, underWay > 0 ? wake : probeAt);
        break;
      }
      const readyAt = Math.max(item.readyAt, restsUntil);
      if (probeAt === null && readyAt > now) wake = Math.min(wake, readyAt);
      else if (underWay >= parallel || !deps.gate.enter(deps.isFailing(), pump)) break;
      else void start(item);
    }
    if (wake < Number.POSITIVE_INFINITY) wakeAt(wake);
  }

  async function start(item: Item): Promise<void> {
    const failing = deps.isFailing();
    const taken: Item[] = [];
    const others: Others = () => {
      taken.push(...backlog.items().filter((one) => isWaiting(one) && one.row.address === item.row.address));
      for (const one of taken) one.phase = 'sending';
      return taken.map((one) => ({ item: one, stored: () => forget(one) }));
    };
    underWay += 1;
    item.phase = 'sending';
    try {
      const arrived = await deps.send(item, () => forget(item), others);
      if (!arrived) restsUntil = performance.now() + REST_MS;
      parallel = arrived ? Math.min(MOST_PARALLEL, parallel + 1) : Math.max(1, Math.floor(parallel / 2));
    } catch (error) {
      for (const one of [item, ...taken]) {
        one.phase = 'waiting';
        one.readyAt = performance.now() + RETRY_MS;
      }
      deps.failed(error);
    }
    underWay -= 1;
    deps.gate.leave(failing);
    pump();
  }

  function forget(item: Item): void {
    if (item.phase !== 'sent') return;
    backlog.remove(item);
    pump();
  }

  return {
    key,
    look() {
      backlog.expectMore();
      pump();
    },
    pump,
    reconsider() {
      for (const item of backlog.items()) if (item.isHeld && isWaiting(item)) item.readyAt = performance.now();
      pump();
    },
    drop() {
      dropped = true;
      clearTimeout(timer);
    },
    isSending: () => underWay > 0,
    isQuiet: () => underWay === 0 && backlog.items().every(({ phase }) => phase !== 'sent'),
  };
}
