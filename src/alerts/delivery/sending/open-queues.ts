/** The queues of the destinations to which this server currently sends. */
import type { DestinationKey } from '../../../storage/index.js';
import type { DestinationQueue } from './destination-queue.js';

export interface OpenQueue {
  queue: DestinationQueue;
  share: number;
}

export interface OpenQueues {
  all(): Iterable<OpenQueue>;
  find(key: DestinationKey): OpenQueue | undefined;
  add(open: OpenQueue): void;
  /** Call when a queue is empty. */
  remove(key: DestinationKey): void;
  /** Ends the queues of some shares. */
  drop(isIn: (share: number) => boolean): void;
  /** Waits while the condition is true for any queue, at most until this time by the monotonic clock. */
  waitWhile(isTrue: (open: OpenQueue) => boolean, until?: number): Promise<void>;
}

const POLL_MS = 20;

/** `left` is called when no queue of an alert is open any more. */
export function createOpenQueues(left: (alertId: string) => void): OpenQueues {
  const queues = new Map<string, OpenQueue>();

  function remove(key: DestinationKey): void {
    queues.delete(textOf(key));
    const isOfAlert = ({ queue }: OpenQueue) => queue.key.alert_id === key.alert_id;
    if (![...queues.values()].some(isOfAlert)) left(key.alert_id);
  }

  return {
    all: () => queues.values(),
    find: (key) => queues.get(textOf(key)),
    add(open) {
      queues.set(textOf(open.queue.key), open);
    },
    remove,
    drop(isIn) {
      for (const { queue, share } of queues.values()) {
        if (!isIn(share)) continue;
        queue.drop();
        remove(queue.key);
      }
    },
    async waitWhile(isTrue, until = Number.POSITIVE_INFINITY) {
      const some = () => [...queues.values()].some(isTrue);
      while (some() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    },
  };
}

const textOf = ({ alert_id, destination_id }: DestinationKey) => `${alert_id} ${destination_id}`;
