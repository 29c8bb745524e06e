// When a delivery is tried again. Pure.
import type { RedeliveryConfig } from '../../../entities/index.js';

export interface Failed {
  /** Attempts so far, this one included. */
  attempts: number;
  /** Milliseconds since the first attempt was due. */
  age: number;
  /** `Retry-After` of the receiver. Milliseconds. */
  retryAfterMs: number | undefined;
}

/** Milliseconds until the next attempt, with jitter of up to half of the pause; null if there is no further one. `chance`: random, 0 to 1. */
export function nextPause(
  { attempts, age, retryAfterMs }: Failed,
  config: RedeliveryConfig | null,
  chance: number,
): number | null {
  if (!config || attempts >= config.attempts) return null;
  const longest = Math.min(config.firstPause * 2 ** Math.min(attempts - 1, 40), config.longestPause);
  const pause = Math.max(Math.round(longest * (0.5 + chance / 2)), retryAfterMs ?? 0);
  return age + pause > config.within ? null : pause;
}

export interface Circuit {
  open: boolean;
  /** Number of failed attempts since the last success, and the time of the first of them. */
  failures: number;
  failingSince: number | null;
}

/** A destination that failed this often, and for as long as the option says, counts as down. */
const LEAST_FAILURES = 5;
const LONGEST_PROBE_PAUSE = 600_000;

/** The circuit after an attempt. `reached`: the receiver responded, even if it refused the message. */
export function afterAttempt(
  { open, failures, failingSince }: Circuit,
  { reached, now, after }: { reached: boolean; now: number; after: number },
): Circuit {
  if (reached) return { open: false, failures: 0, failingSince: null };
  // A clock that was set back must not make the time negative.
  const since = failingSince === null || failingSince > now ? now : failingSince;
  return {
    open: open || (failures + 1 >= LEAST_FAILURES && now - since >= after),
    failures: failures + 1,
    failingSince: since,
  };
}

/** Milliseconds, as an integer, until a destination that is down is tried again; they grow with the time that it is down. */
export function probePause({ failingSince }: Circuit, { now, after }: { now: number; after: number }): number {
  const down = Math.max(0, now - (failingSince ?? now));
  return Math.round(Math.min(LONGEST_PROBE_PAUSE, Math.max(1000, Math.min(after, down) / 5, down / 10)));
}
