/** Sends the pending deliveries of the alerts whose shares this server holds, with a queue for each destination. */
import { setMaxListeners } from 'node:events';
import type { Context } from '../../../context/index.js';
import { readDigest } from '../../../entities/index.js';
import {
  type DeliveryRow,
  type DestinationKey,
  listPendingDeliveries,
  nextPendingDestination,
  type Store,
  shareOfAlert,
} from '../../../storage/index.js';
import { type AttemptDeps, attempt, giveUp } from './attempts.js';
import type { Item } from './backlog.js';
import { createDestinationQueue, type Others, type QueueDeps } from './destination-queue.js';
import { createDestinationStates, newState, type StatesOfAlert } from './destination-states.js';
import { createGate } from './gate.js';
import { ageOf, LONGEST_HELD_MS } from './judge-attempt.js';
import { createOpenQueues } from './open-queues.js';
import { createRecorder } from './recorder.js';
import { isPaused } from './send-delivery.js';

export interface SenderDeps extends Omit<AttemptDeps, 'recorder' | 'signal'> {
  store: Store;
  /** Whether this server works on the share. */
  holds(share: number): boolean;
}

export interface Sender {
  /** Sends the pending deliveries of these destinations. */
  look(keys: readonly DestinationKey[]): void;
  /** Call when these alerts changed: their deliveries may now be sent, or no longer. */
  changed(alertIds: readonly string[]): void;
  /** Looks for pending deliveries of all destinations. */
  scan(): Promise<void>;
  /** Stops sending for these shares, which other servers hold now. */
  drop(shares: readonly number[]): void;
  /** Resolves when no delivery of the share is in progress. */
  left(share: number): Promise<void>;
  /**
   * Waits a few seconds for deliveries in progress, then interrupts them. Also ends while the database is unavailable:
   * deliveries that are not recorded by then are sent again later.
   */
  stop(): Promise<void>;
}

const MOST_UNDER_WAY = { working: 512, failing: 256 };
const DOWN = 'The destination was down for too long';
const STOP_MS = 5000;
/** A destination that was down at the start is tried again within this time, whatever the clock says. */
const MOST_REMAINING_MS = 60_000;
/** If more alerts than this changed, all destinations are scanned instead of those of each alert. */
const MANY = 50;

export function createSender(deps: SenderDeps): Sender {
  const { store, context, holds } = deps;
  const states = createDestinationStates(store);
  const queues = createOpenQueues(states.forget);
  const gate = createGate(MOST_UNDER_WAY);
  const recorder = createRecorder({ store, context });
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one for each request in progress; the gate limits their number
  const attemptDeps = { ...deps, recorder, signal: stopping.signal };
  const failed = (err: unknown) => context.log.error({ err }, 'could not deliver for an alert and will try again');
  const mayOpen = (share: number) => !stopping.signal.aborted && holds(share);

  async function open(key: DestinationKey): Promise<void> {
    const share = shareOfAlert(store, key.alert_id);
    if (!mayOpen(share)) return;
    const ofAlert = await states.of(key.alert_id);
    if (queues.find(key) || !mayOpen(share)) return;
    const sending = sendingTo(key, ofAlert, attemptDeps);
    const queue = createDestinationQueue(key, {
      ...sending,
      gate,
      load: (limit) => store.read((sql) => listPendingDeliveries(sql, key, limit)),
      isOn: () => mayOpen(share) && sending.isOn(),
      emptied: () => queues.remove(key),
      failed,
    });
    queues.add({ queue, share });
    queue.pump();
  }

  function look(keys: readonly DestinationKey[]): void {
    for (const key of keys) {
      const known = queues.find(key);
      if (known) known.queue.look();
      else void open(key).catch(failed);
    }
  }

  async function scanFrom(first: DestinationKey, isIn: (key: DestinationKey) => boolean): Promise<void> {
    let after: DestinationKey | undefined = first;
    while (after && !stopping.signal.aborted) {
      const from: DestinationKey = after;
      after = await store.read((sql) => nextPendingDestination(sql, from));
      if (!after || !isIn(after)) return;
      look([after]);
    }
  }
  const scan = () => scanFrom({ alert_id: '', destination_id: '' }, () => true);

  return {
    look,
    changed(ids) {
      for (const { queue } of queues.all()) if (ids.includes(queue.key.alert_id)) queue.reconsider();
      if (ids.length > MANY) void scan().catch(failed);
      else
        for (const alert_id of ids)
          void scanFrom({ alert_id, destination_id: '' }, (key) => key.alert_id === alert_id).catch(failed);
    },
    scan,
    drop: (shares) => queues.drop((share) => shares.includes(share)),
    async left(share) {
      await queues.waitWhile((open) => open.share === share && !open.queue.isQuiet());
      await recorder.settled();
      queues.drop((one) => one === share);
    },
    async stop() {
      for (const { queue } of queues.all()) queue.drop();
      await queues.waitWhile(({ queue }) => queue.isSending(), performance.now() + STOP_MS);
      stopping.abort();
      const until = performance.now() + STOP_MS;
      await queues.waitWhile(({ queue }) => queue.isSending(), until);
      await recorder.stop(Math.max(0, until - performance.now()));
      queues.drop(() => true);
    },
  };
}

type Sending = Pick<QueueDeps, 'isOn' | 'isCollecting' | 'probeAt' | 'isFailing' | 'waitOf' | 'send' | 'expire'>;

/** Whether one destination accepts messages now, and how they are sent, by its state and the configuration of its alert. */
function sendingTo(key: DestinationKey, ofAlert: StatesOfAlert, deps: AttemptDeps): Sending {
  const { context, find } = deps;
  const stateOf = () => ofAlert.get(key.destination_id) ?? newState(key);
  const state = stateOf();
  let probeAt =
    state.circuit === 'open' ? performance.now() + remaining(state.next_attempt_at, MOST_REMAINING_MS, context) : 0;
  return {
    isOn() {
      const alert = find(key.alert_id);
      return alert !== undefined && !isPaused(alert, key.destination_id);
    },
    isCollecting: () => readDigest(find(key.alert_id)?.configOf(key.destination_id) ?? {}) !== null,
    probeAt: () => (stateOf().circuit === 'open' ? probeAt : null),
    isFailing: () => stateOf().failures > 0,
    waitOf: (row: DeliveryRow) => remaining(row.due_at, row.wait, context),
    async send(item: Item, stored: () => void, others: Others) {
      const { arrived, pause } = await attempt({ item, stored }, others, ofAlert, deps);
      if (pause !== null) probeAt = performance.now() + pause;
      return arrived;
    },
    expire(item: Item, stored: () => void) {
      if (ageOf(item.row, context.now()) <= LONGEST_HELD_MS) return false;
      giveUp({ item, stored, event: item.row.event, reason: DOWN }, ofAlert, deps);
      return true;
    },
  };
}

/** Milliseconds until a time; at most the length of the wait, in case the clock was set back. */
function remaining(time: number | null, most: number, { now }: Context): number {
  return Math.max(0, Math.min((time ?? 0) - now(), most));
}
