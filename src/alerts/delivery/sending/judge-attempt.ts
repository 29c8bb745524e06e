// Decides the outcome of an attempt for its delivery and its destinations. Pure.
import type { Attempt } from '../../../destinations/index.js';
import type { RedeliveryConfig } from '../../../entities/index.js';
import type { DeliveryChange, DeliveryRow, DestinationRow, DestinationStatus } from '../../../storage/index.js';
import { afterAttempt, type Circuit, nextPause, probePause } from './redelivery.js';

export interface Judged {
  change: DeliveryChange;
  /** Milliseconds until the delivery is due again; null: it has ended. */
  pause: number | null;
  circuit: Circuit;
  status: Omit<DestinationRow, 'alert_id' | 'destination_id' | 'succeeded' | 'failed'>;
}

export interface JudgeOptions {
  row: DeliveryRow;
  /** Attempts before this one. */
  attempts: number;
  destination: DestinationRow;
  redelivery: RedeliveryConfig | null;
  /** The option `circuitAfter`. Milliseconds. */
  after: number;
  now: number;
  /** A random number from 0 to 1. */
  chance: number;
  /** Text of the event. */
  event: string | null;
}

/** A delivery to a destination that is down is given up after this time. */
export const LONGEST_HELD_MS = 86_400_000;

/** Milliseconds since a delivery was created, or since somebody requested its repetition. */
export function ageOf({ created_at, again_at }: Pick<DeliveryRow, 'created_at' | 'again_at'>, now: number): number {
  return Math.max(0, now - Math.max(created_at, again_at ?? 0));
}

export function judgeAttempt(attempt: Attempt, options: JudgeOptions): Judged {
  const { row, destination, now, after } = options;
  const earlier = circuitOf(destination);
  const isSilent = attempt.outcome === 'rejected' && attempt.statusCode === undefined;
  const circuit = isSilent ? earlier : afterAttempt(earlier, { reached: attempt.outcome !== 'failed', now, after });
  const age = ageOf(row, now);
  const pause = attempt.outcome === 'failed' ? pauseOf(attempt, circuit, age, options) : null;
  const state = attempt.outcome === 'delivered' ? 'delivered' : pause === null ? 'failed' : 'pending';
  const [code, reason] = [attempt.statusCode ?? null, attempt.reason ?? null];
  return {
    change: {
      id: row.id,
      state,
      due_at: now + (pause ?? 0),
      wait: pause ?? 0,
      at: now,
      code,
      reason,
      // A repeated delivery may still have a text that was removed from the log.
      event: state === 'failed' ? options.event : state === 'pending' ? row.event : null,
    },
    pause,
    circuit,
    status: {
      status: statusOf(state, options),
      at: now,
      last_success_at: state === 'delivered' ? now : destination.last_success_at,
      ...(state === 'delivered'
        ? failureOf(destination)
        : { last_failure_at: now, last_failure_code: code, last_failure_reason: reason }),
      next_attempt_at: pause === null ? null : now + pause,
      failures: circuit.failures,
      failing_since: circuit.failingSince,
      circuit: circuit.open ? 'open' : 'closed',
    },
  };
}

export function circuitOf({ circuit, failures, failing_since }: DestinationRow): Circuit {
  return { open: circuit === 'open', failures, failingSince: failing_since };
}

function failureOf({ last_failure_at, last_failure_code, last_failure_reason }: DestinationRow) {
  return { last_failure_at, last_failure_code, last_failure_reason };
}

function pauseOf({ retryAfterMs }: Attempt, circuit: Circuit, age: number, options: JudgeOptions): number | null {
  const { redelivery, attempts, now, after, chance } = options;
  if (circuit.open)
    return age > LONGEST_HELD_MS ? null : Math.max(probePause(circuit, { now, after }), retryAfterMs ?? 0);
  return nextPause({ attempts: attempts + 1, age, retryAfterMs }, redelivery, chance);
}

function statusOf(state: DeliveryChange['state'], { redelivery, attempts }: JudgeOptions): DestinationStatus {
  if (state === 'delivered') return 'active';
  if (state === 'pending') return 'awaitingRetry';
  return redelivery && attempts + 1 >= redelivery.attempts ? 'retryLimitReached' : 'failed';
}
