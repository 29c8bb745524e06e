/** Subscribers by channel, within one thread. */
export interface Channels {
  wake(channel: string): void;
  wakeAll(): void;
  /** Calls `woken` for every wake-up on the channel. Returns a function that unsubscribes. */
  subscribe(channel: string, woken: () => void): () => void;
}

export function createChannels(): Channels {
  const subscribers = new Map<string, Set<() => void>>();
  const wake = (channel: string) => {
    for (const woken of subscribers.get(channel) ?? []) woken();
  };
  return {
    wake,
    wakeAll() {
      for (const channel of subscribers.keys()) wake(channel);
    },
    subscribe(channel, woken) {
      const all = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, all.add(woken));
      return () => void all.delete(woken);
    },
  };
}
