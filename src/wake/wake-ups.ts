/**
 * Wakes work that waits for a commit: by a call within this process, by a notification in the other servers of the
 * database. A command beside a server on an embedded database wakes all of its work.
 */
import type { Context } from '../context/index.js';
import type { Store } from '../storage/index.js';
import { createChannels } from './channels.js';

export interface WakeUps {
  /** Wakes the subscribers in this process. `wakeServers` in a transaction wakes those of all servers. */
  wake(channel: string): void;
  /**
   * Calls `woken` for every wake-up on the channel, from any server, and whenever some may have been missed (the
   * listening connection was lost and restored, or a command has committed). One commit may wake twice, so `woken` must only trigger a check of
   * the database. Returns a function that unsubscribes.
   */
  subscribe(channel: string, woken: () => void): () => void;
  /**
   * Whether wake-ups from other servers currently arrive; poll while they do not. True if there are no other servers.
   */
  connected(): boolean;
  close(): Promise<void>;
}

/** Create one per process, where writes run. */
export function createWakeUps({ store, context }: { store: Pick<Store, 'listen'>; context: Context }): WakeUps {
  const { wake, wakeAll, subscribe } = createChannels();
  const connection = store.listen?.({
    notified: wake,
    connected: wakeAll,
    failed: (err) => context.log.warn({ err }, 'cannot listen for the commits of other servers, polling for them'),
  });
  return {
    wake,
    subscribe,
    connected: () => connection?.connected() ?? true,
    close: async () => connection?.close(),
  };
}
