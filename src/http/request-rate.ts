/** Counts requests of each caller in windows of a minute. */
export interface RequestRate {
  /** Seconds the caller must wait; 0 when the request is within the limit. */
  take(caller: string): number;
}

const WINDOW = 60_000;

/** `limit` requests a minute for each caller. What was counted is forgotten with the window. */
export function createRequestRate(limit: number, now: () => number): RequestRate {
  let counts = new Map<string, number>();
  let opened = now();
  return {
    take(caller) {
      const at = now();
      if (at - opened >= WINDOW) {
        counts = new Map();
        opened = at - ((at - opened) % WINDOW);
      }
      const count = (counts.get(caller) ?? 0) + 1;
      counts.set(caller, count);
      return count <= limit ? 0 : Math.max(1, Math.ceil((opened + WINDOW - at) / 1000));
    },
  };
}
