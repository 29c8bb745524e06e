// How long a log-in has to wait after tries that failed: pure. Nothing locks for good, and every wait has a cap.

/**
 * What tries are counted for: an address, whatever it tries; a name together with an address; a name as tried from addresses that
 * its owner never logged in from. The last only slows down, since it also meets the owner on a new device.
 */
export type TryKind = 'address' | 'pair' | 'name';

/** Tries of one key. Times in milliseconds. */
export interface Tries {
  tries: number;
  last_at: number;
}

/** What was set for accounts in place of waits that grow. */
export interface LoginBlock {
  attempts: number;
  /** Milliseconds. */
  wait: number;
}

interface Waits {
  /** Tries before the first wait. */
  free: number;
  firstWait: number;
  longestWait: number;
}

export const LOGIN_WAITS: Readonly<Record<TryKind, Waits>> = {
  address: { free: 30, firstWait: 10_000, longestWait: 900_000 },
  pair: { free: 5, firstWait: 10_000, longestWait: 900_000 },
  name: { free: 5, firstWait: 10_000, longestWait: 60_000 },
};

/** After this time without a try, earlier ones no longer count. */
const MEMORY = 3_600_000;
/** Clocks of servers differ a little; what is further ahead was noted before the clock was set back. */
const SKEW = 60_000;

/** Time from the last of so many tries to the next. */
export function waitAfter(kind: TryKind, tries: number, block: LoginBlock | null): number {
  const { free, firstWait, longestWait } = block ? blocked(kind, block) : LOGIN_WAITS[kind];
  const over = tries - free;
  return over < 0 ? 0 : Math.min(firstWait * 2 ** over, longestWait);
}

function blocked(kind: TryKind, { attempts, wait }: LoginBlock): Waits {
  const usual = LOGIN_WAITS[kind];
  if (kind === 'address') return usual;
  if (kind === 'pair') return { free: attempts, firstWait: wait, longestWait: wait };
  return {
    free: attempts,
    firstWait: Math.min(usual.firstWait, wait),
    longestWait: Math.min(usual.longestWait, wait),
  };
}

/** Tries as they count now: none when they are long past, and never of the future, so that no jump of the clock makes a wait longer. */
export function currentTries(kind: TryKind, { tries, last_at }: Tries, now: number, block: LoginBlock | null): Tries {
  if (last_at > now + SKEW) return { tries, last_at: now };
  const memory = Math.max(MEMORY, waitAfter(kind, tries, block));
  return now - last_at >= memory ? { tries: 0, last_at: 0 } : { tries, last_at };
}

/** Milliseconds until the next try may be made; never more than the wait itself. */
export function remainingWait(kind: TryKind, { tries, last_at }: Tries, now: number, block: LoginBlock | null): number {
  const wait = waitAfter(kind, tries, block);
  return Math.max(0, wait - Math.max(0, now - last_at));
}
