/** Counts requests of each caller in windows of a minute. */
export interface RequestRate {
  /** Seconds the caller must wait; 0 when the request is within the limit. */
  take(caller: string): number;
}

const WINDOW = 60_000;
/** More callers than come to one server in a minute; beyond that the first of them are forgotten. */
const MOST_CALLERS = 100_000;

/** `limit` requests a minute for each caller. What was counted is forgotten with the window. */
export function createRequestRate(limit: number, now: () => number, mostCallers = MOST_CALLERS): RequestRate {
  let counts = new Map<string, number>();
  let opened = now();
  return {
    take(caller) {
      const at = now();
      // A clock that was set back opens a new window, too.
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
