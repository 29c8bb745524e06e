// How long a login has to wait after failed attempts. No lock is permanent: every wait has a maximum. Pure.

/**
 * What attempts are counted for: an address, with any name; a name together with an address; a name tried from
 * addresses its owner never logged in from. The last only adds delay, because it also affects the owner on a new
 * device.
 */
export type TryKind = 'address' | 'pair' | 'name';

/** Attempts of one key. Times in milliseconds. */
export interface Tries {
  tries: number;
  last_at: number;
}

/** The configured limit for accounts, which replaces the growing waits. */
export interface LoginBlock {
  attempts: number;
  /** Milliseconds. */
  wait: number;
}

interface Waits {
  /** Attempts before the first wait. */
  free: number;
  firstWait: number;
  longestWait: number;
}

export const LOGIN_WAITS: Readonly<Record<TryKind, Waits>> = {
  address: { free: 30, firstWait: 10_000, longestWait: 900_000 },
  pair: { free: 5, firstWait: 10_000, longestWait: 900_000 },
  name: { free: 5, firstWait: 10_000, longestWait: 60_000 },
};

/** After this time without an attempt, earlier ones no longer count. Milliseconds. */
const MEMORY = 3_600_000;
/**
 * Tolerated clock skew between servers; a time further ahead was recorded before a clock was set back. Milliseconds.
 */
const SKEW = 60_000;

/** The wait after this many attempts, in milliseconds. */
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

/**
 * The attempts that count now: none once expired, and never dated in the future, so that a clock jump cannot extend a
 * wait.
 */
export function currentTries(kind: TryKind, { tries, last_at }: Tries, now: number, block: LoginBlock | null): Tries {
  if (last_at > now + SKEW) return { tries, last_at: now };
  const memory = Math.max(MEMORY, waitAfter(kind, tries, block));
  return now - last_at >= memory ? { tries: 0, last_at: 0 } : { tries, last_at };
}

/** Milliseconds until the next attempt is allowed; at most the full wait. */
export function remainingWait(kind: TryKind, { tries, last_at }: Tries, now: number, block: LoginBlock | null): number {
  const wait = waitAfter(kind, tries, block);
  return Math.max(0, wait - Math.max(0, now - last_at));
}
