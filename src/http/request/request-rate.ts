/** Counts requests per caller in one-minute windows. */
export interface RequestRate {
  /** Seconds the caller must wait; 0 if the request is within the limit. */
  take(caller: string): number;
}

const WINDOW = 60_000;
/** More callers than one server sees in a minute; beyond that the oldest are dropped. */
const MOST_CALLERS = 100_000;

/** Allows `limit` requests per minute and caller. Counts are reset with each window. */
export function createRequestRate(limit: number, now: () => number, mostCallers = MOST_CALLERS): RequestRate {
  let counts = new Map<string, number>();
  let opened = now();
  return {
    take(caller) {
      const at = now();
      // A clock that was set back also starts a new window.
      if (at - opened >= WINDOW || at < opened) {
        counts = new Map();
        opened = at - ((at - opened) % WINDOW);
      }
      const count = (counts.get(caller) ?? 0) + 1;
      counts.set(caller, count);
      if (counts.size > mostCallers) counts.delete(counts.keys().next().value ?? '');
      return count <= limit ? 0 : Math.max(1, Math.ceil((opened + WINDOW - at) / 1000));
    },
  };
}
