/** Sends what is pending for the alerts that this server works on, with a queue for each destination. */
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
import { createDestinationQueue, type DestinationQueue, type Item, type Others } from './destination-queue.js';
import { createDestinationStates, newState, type StatesOfAlert } from './destination-states.js';
import { createGate } from './gate.js';
import { ageOf, LONGEST_HELD_MS } from './judge-attempt.js';
import { createRecorder } from './recorder.js';
import { isPaused } from './send-delivery.js';

export interface SenderDeps extends Omit<AttemptDeps, 'recorder' | 'signal'> {
  store: Store;
  /** Whether this server works on the share. */
  holds(share: number): boolean;
}

export interface Sender {
  /** There is something to deliver for these. */
  look(keys: readonly DestinationKey[]): void;
  /** These alerts changed. */
  changed(alertIds: readonly string[]): void;
  /** Looks for everything that is pending. */
  scan(): Promise<void>;
  /** Other servers send for these shares. */
  drop(shares: readonly number[]): void;
  /** Resolves when nothing of a share is under way. */
  left(share: number): Promise<void>;
  /**
   * Waits a little for what is under way, and then interrupts it. Ends also while the database is away: what is not recorded
   * by then is sent again later.
   */
  stop(): Promise<void>;
}

const MOST_UNDER_WAY = { working: 512, failing: 256 };
const DOWN = 'The destination was down for too long';
const QUIET_POLL_MS = 20;
const STOP_MS = 5000;
/** If more alerts changed than this, they are not checked one by one. */
const MANY = 50;

interface OpenQueue {
  queue: DestinationQueue;
  share: number;
}

export function createSender(deps: SenderDeps): Sender {
  const { store, context, find, holds } = deps;
  const queues = new Map<string, OpenQueue>();
  const states = createDestinationStates(store);
  const gate = createGate(MOST_UNDER_WAY);
  const recorder = createRecorder({ store, context });
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one for each request under way, which the gate limits
  const attemptDeps = { ...deps, recorder, signal: stopping.signal };
  const failed = (err: unknown) => context.log.error({ err }, 'could not deliver for an alert and will try again');

  function forgetStates(alertId: string): void {
    if (![...queues.values()].some(({ queue }) => queue.key.alert_id === alertId)) states.forget(alertId);
  }

  async function open(key: DestinationKey): Promise<void> {
    const text = textOf(key);
    const share = shareOfAlert(store, key.alert_id);
    if (stopping.signal.aborted || !holds(share)) return;
    const ofAlert = await states.of(key.alert_id);
    if (stopping.signal.aborted || queues.has(text) || !holds(share)) return;
    const queue = createDestinationQueue(key, queueDeps(key, { share, ofAlert, text }));
    queues.set(text, { queue, share });
    queue.pump();
  }

  function queueDeps(
    key: DestinationKey,
    { share, ofAlert, text }: { share: number; ofAlert: StatesOfAlert; text: string },
  ) {
    const stateOf = () => ofAlert.get(key.destination_id) ?? newState(key);
    let probeAt = 0;
    const state = stateOf();
    if (state.circuit === 'open') probeAt = performance.now() + remaining(state.next_attempt_at, 60_000, context);
    return {
      gate,
      load: (limit: number) => store.read((sql) => listPendingDeliveries(sql, key, limit)),
      isOn() {
        const alert = find(key.alert_id);
        return !stopping.signal.aborted && holds(share) && alert !== undefined && !isPaused(alert, key.destination_id);
      },
      isCollecting: () => readDigest(find(key.alert_id)?.configOf(key.destination_id) ?? {}) !== null,
      probeAt: () => (stateOf().circuit === 'open' ? probeAt : null),
      isFailing: () => stateOf().failures > 0,
      waitOf: (row: DeliveryRow) => remaining(row.due_at, row.wait, context),
      async send(item: Item, stored: () => void, others: Others) {
        const { arrived, pause } = await attempt({ item, stored }, others, ofAlert, attemptDeps);
        if (pause !== null) probeAt = performance.now() + pause;
        return arrived;
      },
      expire(item: Item, stored: () => void) {
        if (ageOf(item.row, context.now()) <= LONGEST_HELD_MS) return false;
        giveUp({ item, stored, event: item.row.event, reason: DOWN }, ofAlert, attemptDeps);
        return true;
      },
      emptied() {
        queues.delete(text);
        forgetStates(key.alert_id);
      },
      failed,
    };
  }

  function look(keys: readonly DestinationKey[]): void {
    for (const key of keys) {
      const known = queues.get(textOf(key));
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

  /** Waits while this is true of a queue, and no longer than until this time. */
  async function waitWhile(isTrue: (open: OpenQueue) => boolean, until = Number.POSITIVE_INFINITY): Promise<void> {
    const some = () => [...queues.values()].some(isTrue);
    while (some() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, QUIET_POLL_MS));
  }

  function drop(isIn: (share: number) => boolean): void {
    for (const [text, { queue, share }] of queues) {
      if (!isIn(share)) continue;
      queue.drop();
      queues.delete(text);
      forgetStates(queue.key.alert_id);
    }
  }

  return {
    look,
    changed(ids) {
      for (const { queue } of queues.values()) if (ids.includes(queue.key.alert_id)) queue.reconsider();
      if (ids.length > MANY) void scan().catch(failed);
      else
        for (const alert_id of ids)
          void scanFrom({ alert_id, destination_id: '' }, (key) => key.alert_id === alert_id).catch(failed);
    },
    scan,
    drop: (shares) => drop((share) => shares.includes(share)),
    async left(share) {
      await waitWhile((open) => open.share === share && !open.queue.isQuiet());
      await recorder.settled();
      drop((one) => one === share);
    },
    async stop() {
      for (const { queue } of queues.values()) queue.drop();
      await waitWhile(({ queue }) => queue.isSending(), performance.now() + STOP_MS);
      stopping.abort();
      const until = performance.now() + STOP_MS;
      await waitWhile(({ queue }) => queue.isSending(), until);
      await recorder.stop(Math.max(0, until - performance.now()));
      drop(() => true);
    },
  };
}

const textOf = ({ alert_id, destination_id }: DestinationKey) => `${alert_id} ${destination_id}`;

/** Milliseconds until a time; never more than it was to take, in case the clock was set back. */
function remaining(time: number | null, most: number, { now }: Context): number {
  return Math.max(0, Math.min((time ?? 0) - now(), most));
}
