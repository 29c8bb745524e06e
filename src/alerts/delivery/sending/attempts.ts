/** Sends pending deliveries and records the result of each attempt. */
import type { Context } from '../../../context/index.js';
import type { Attempt } from '../../../destinations/index.js';
import { readDigest, readRedelivery } from '../../../entities/index.js';
import type { WorkedAlert } from '../alert-registry.js';
import type { Item } from './backlog.js';
import type { Others } from './destination-queue.js';
import { newState, type StatesOfAlert } from './destination-states.js';
import { heldFor } from './held-for.js';
import { judgeAttempt } from './judge-attempt.js';
import type { Recorder } from './recorder.js';
import { destinationsOfRow, type SendDeps, sendDelivery } from './send-delivery.js';

export interface AttemptDeps extends SendDeps {
  find(alertId: string): WorkedAlert | undefined;
  /** Milliseconds after which a failing destination counts as down. */
  circuitAfter: number;
  /** Called for each delivery that arrived. */
  delivered(alertId: string): void;
  recorder: Recorder;
  /** Aborted when the server stops, to interrupt attempts in progress. */
  signal: AbortSignal;
}

/** A waiting delivery, with the function to call once its result is stored. */
interface Waiting {
  item: Item;
  stored: () => void;
}

interface Attempted extends Waiting {
  alert: WorkedAlert;
  made: Attempt;
  at: number;
  event: string | null;
}

interface GivenUp extends Waiting {
  event: string | null;
  reason: string;
}

interface Outcome {
  arrived: boolean;
  /** Milliseconds until the next attempt; null if there is none. */
  pause: number | null;
}

const UNSEEN = 'The recipient may no longer see what the event is about';
/** Maximum time for which a delivery is held before it is checked again, since the clock can be changed meanwhile. */
const HELD_MS = 15_000;

/** Tries to send a delivery, together with the others of its digest. */
export async function attempt(
  { item, stored }: Waiting,
  others: Others,
  ofAlert: StatesOfAlert,
  deps: AttemptDeps,
): Promise<Outcome> {
  const { context, signal } = deps;
  const { row } = item;
  const alert = deps.find(row.alert_id);
  if (!alert) return later([item]);
  const config = alert.configOf(row.destination_id);
  const held = heldFor(row, config, context.now());
  if (held > 0) return hold(item, held);
  const all = [{ item, stored }, ...(readDigest(config) === null ? [] : others())];
  // The first event gives the message its id, whichever of them was due first.
  all.sort(({ item: { row: a } }, { item: { row: b } }) => a.position - b.position || (a.id < b.id ? -1 : 1));
  const at = context.now();
  const rows = all.map((one) => one.item.row);
  const { attempt: made, events, unseen } = await sendDelivery(rows, alert, deps, signal);
  if (signal.aborted && made?.outcome !== 'delivered') return later(all.map((one) => one.item));
  let pause: number | null = null;
  for (const [i, one] of all.entries()) {
    const event = events[i] ?? null;
    if (!made || unseen.has(one.item.row)) giveUp({ ...one, event, reason: UNSEEN }, ofAlert, deps);
    else pause = record({ ...one, alert, made, at, event }, ofAlert, deps) ?? pause;
  }
  return { arrived: made?.outcome !== 'failed', pause };
}

/** Stores the result of an attempt, and returns the pause before the next one. */
function record(
  { item, stored, alert, made, at, event }: Attempted,
  ofAlert: StatesOfAlert,
  { context, circuitAfter, recorder, delivered }: AttemptDeps,
): number | null {
  const { row } = item;
  const destination = ofAlert.get(row.destination_id) ?? newState(row);
  const { change, pause, status } = judgeAttempt(made, {
    ...{ row, attempts: item.attempts, destination, redelivery: readRedelivery(alert.configOf(row.destination_id)) },
    ...{ after: circuitAfter, now: context.now(), chance: chanceOf(context), event },
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
  if (outcome === 'delivered') delivered(row.alert_id);
  return pause;
}

/** Ends one delivery without an attempt. */
export function giveUp(
  { item, stored, event, reason }: GivenUp,
  ofAlert: StatesOfAlert,
  { context, recorder }: Pick<AttemptDeps, 'context' | 'recorder'>,
): void {
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

/** Holds a delivery until the end of quiet hours or of its digest. */
function hold(item: Item, held: number): Outcome {
  const pause = Math.min(held, HELD_MS);
  item.phase = 'waiting';
  item.isHeld = true;
  item.readyAt = performance.now() + pause;
  return { arrived: true, pause };
}

/** Leaves a delivery pending, because its alert was disabled or the server stops. */
function later(items: readonly Item[]): Outcome {
  for (const item of items) item.phase = 'waiting';
  return { arrived: true, pause: null };
}

function chanceOf(context: Context): number {
  return Number.parseInt(context.id().slice(-8), 16) / 0x1_0000_0000;
}
