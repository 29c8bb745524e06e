/** Sends what is pending for the alerts that this server works on, with a queue for each destination. */
import type { Context } from '../../../context/index.js';
import { readDigest, readRedelivery } from '../../../entities/index.js';
import {
  type DeliveryRow,
  type DestinationKey,
  type DestinationRow,
  listDestinationStates,
  listPendingDeliveries,
  nextPendingDestination,
  type Store,
  shareOfAlert,
} from '../../../storage/index.js';
import type { Attempt } from '../../destinations/index.js';
import type { WorkedAlert } from '../alert-registry.js';
import { createDestinationQueue, type DestinationQueue, type Item, type Others } from './destination-queue.js';
import { createGate } from './gate.js';
import { heldFor } from './held-for.js';
import { ageOf, judgeAttempt, LONGEST_HELD_MS } from './judge-attempt.js';
import { createRecorder } from './recorder.js';
import { destinationsOfRow, isPaused, type SendDeps, sendDelivery } from './send-delivery.js';

export interface SenderDeps extends SendDeps {
  store: Store;
  context: Context;
  find(alertId: string): WorkedAlert | undefined;
  /** Whether this server works on the share. */
  holds(share: number): boolean;
  /** Milliseconds until a destination that fails counts as down. */
  circuitAfter: number;
  /** Called for each delivery that arrived. */
  delivered(alertId: string): void;
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
const UNSEEN = 'The recipient may no longer see what the event is about';
const QUIET_POLL_MS = 20;
/** The clock can be set while something is held. */
const HELD_MS = 15_000;
const STOP_MS = 5000;
/** If more alerts changed than this, they are not checked one by one. */
const MANY = 50;

interface Attempted {
  item: Item;
  stored: () => void;
  alert: WorkedAlert;
  made: Attempt;
  at: number;
  event: string | null;
}

interface OpenQueue {
  queue: DestinationQueue;
  share: number;
}

type GivenUp = Pick<Attempted, 'item' | 'stored' | 'event'> & { reason: string };
type States = Promise<Map<string, DestinationRow>>;

export function createSender(deps: SenderDeps): Sender {
  const { store, context, find, holds } = deps;
  const queues = new Map<string, OpenQueue>();
  const states = new Map<string, States>();
  const gate = createGate(MOST_UNDER_WAY);
  const recorder = createRecorder({ store, context });
  const stopping = new AbortController();
  const failed = (err: unknown) => context.log.error({ err }, 'could not deliver for an alert and will try again');

  function statesOf(alertId: string): States {
    const known = states.get(alertId) ?? loadStates(alertId, store);
    states.set(alertId, known);
    known.catch(() => states.delete(alertId));
    return known;
  }

  function forgetStates(alertId: string): void {
    if (![...queues.values()].some(({ queue }) => queue.key.alert_id === alertId)) states.delete(alertId);
  }

  async function open(key: DestinationKey): Promise<void> {
    const text = textOf(key);
    const share = shareOfAlert(store, key.alert_id);
    if (stopping.signal.aborted || !holds(share)) return;
    const ofAlert = await statesOf(key.alert_id);
    if (stopping.signal.aborted || queues.has(text) || !holds(share)) return;
    const queue = createDestinationQueue(key, queueDeps(key, { share, ofAlert, text }));
    queues.set(text, { queue, share });
    queue.pump();
  }

  function queueDeps(
    key: DestinationKey,
    { share, ofAlert, text }: { share: number; ofAlert: Map<string, DestinationRow>; text: string },
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
        const { arrived, pause } = await attempt(item, ofAlert, stored, others);
        if (pause !== null) probeAt = performance.now() + pause;
        return arrived;
      },
      expire(item: Item, stored: () => void) {
        if (ageOf(item.row, context.now()) <= LONGEST_HELD_MS) return false;
        giveUp({ item, stored, event: item.row.event, reason: DOWN }, ofAlert);
        return true;
      },
      emptied() {
        queues.delete(text);
        forgetStates(key.alert_id);
      },
      failed,
    };
  }

  async function attempt(item: Item, ofAlert: Map<string, DestinationRow>, stored: () => void, others: Others) {
    const { row } = item;
    const alert = find(row.alert_id);
    if (!alert) return later([item]);
    const config = alert.configOf(row.destination_id);
    const held = heldFor(row, config, context.now());
    if (held > 0) return hold(item, held);
    const all = [{ item, stored }, ...(readDigest(config) === null ? [] : others())];
    // The first event gives the message its id, whichever of them was due first.
    all.sort(({ item: { row: a } }, { item: { row: b } }) => a.position - b.position || (a.id < b.id ? -1 : 1));
    const at = context.now();
    const rows = all.map((one) => one.item.row);
    const { attempt: made, events, unseen } = await sendDelivery(rows, alert, deps, stopping.signal);
    if (stopping.signal.aborted && made?.outcome !== 'delivered') return later(all.map((one) => one.item));
    let pause: number | null = null;
    for (const [i, one] of all.entries()) {
      const event = events[i] ?? null;
      if (!made || unseen.has(one.item.row)) giveUp({ ...one, event, reason: UNSEEN }, ofAlert);
      else pause = record({ ...one, alert, made, at, event }, ofAlert) ?? pause;
    }
    return { arrived: made?.outcome !== 'failed', pause };
  }

  /** Stores the result of an attempt, and returns the pause before the next one. */
  function record({ item, stored, alert, made, at, event }: Attempted, ofAlert: Map<string, DestinationRow>) {
    const { row } = item;
    const destination = ofAlert.get(row.destination_id) ?? newState(row);
    const { change, pause, status } = judgeAttempt(made, {
      ...{ row, attempts: item.attempts, destination, redelivery: readRedelivery(alert.configOf(row.destination_id)) },
      ...{ after: deps.circuitAfter, now: context.now(), chance: chanceOf(context), event },
    });
    item.attempts += 1;
    item.readyAt = performance.now() + (pause ?? 0);
    item.phase = pause === null ? 'sent' : 'waiting';
    const rows = destinationsOfRow(row).map((destination_id) => ({
      ...newState({ ...row, destination_id }),
      ...status,
    }));
    for (const one of rows) ofAlert.set(one.destination_id, one);
    const { outcome, statusCode = null, reason = null, answer = null, durationMs: duration } = made;
    recorder.add({
      attempt: { delivery_id: row.id, at, outcome, code: statusCode, duration, reason, answer },
      change,
      destinations: rows,
      stored,
    });
    if (outcome === 'delivered') deps.delivered(row.alert_id);
    return pause;
  }

  /** Ends one delivery without an attempt. */
  function giveUp({ item, stored, event, reason }: GivenUp, ofAlert: Map<string, DestinationRow>): void {
    item.phase = 'sent';
    const [now, { id }] = [context.now(), item.row];
    const change = {
      id,
      state: 'failed' as const,
      due_at: now,
      wait: 0,
      at: now,
      code: null,
      reason,
      event,
    };
    const destinations = destinationsOfRow(item.row).flatMap((one) => ofAlert.get(one) ?? []);
    recorder.add({ attempt: null, change, destinations, stored });
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

/** It waits for the end of quiet hours, or for more to tell. */
function hold(item: Item, held: number): { arrived: boolean; pause: number } {
  const pause = Math.min(held, HELD_MS);
  item.phase = 'waiting';
  item.isHeld = true;
  item.readyAt = performance.now() + pause;
  return { arrived: true, pause };
}

/** It stays as it is, because its alert was disabled or the server stops. */
function later(items: readonly Item[]): { arrived: boolean; pause: null } {
  for (const item of items) item.phase = 'waiting';
  return { arrived: true, pause: null };
}

async function loadStates(alertId: string, store: Pick<Store, 'read'>): States {
  const rows = await store.read((sql) => listDestinationStates(sql, [alertId]));
  return new Map(rows.map((row) => [row.destination_id, row]));
}

function newState({ alert_id, destination_id }: DestinationKey): DestinationRow {
  return {
    alert_id,
    destination_id,
    status: 'active',
    at: 0,
    last_success_at: null,
    last_failure_at: null,
    last_failure_code: null,
    last_failure_reason: null,
    next_attempt_at: null,
    failures: 0,
    failing_since: null,
    circuit: 'closed',
    succeeded: 0,
    failed: 0,
  };
}

/** Milliseconds until a time; never more than it was to take, in case the clock was set back. */
function remaining(time: number | null, most: number, { now }: Context): number {
  return Math.max(0, Math.min((time ?? 0) - now(), most));
}

function chanceOf(context: Context): number {
  return Number.parseInt(context.id().slice(-8), 16) / 0x1_0000_0000;
}
