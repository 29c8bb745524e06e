/** The deliveries of one destination that are in memory, oldest first; read from the store in windows. */
import type { DeliveryRow } from '../../../storage/index.js';

export interface Item {
  row: DeliveryRow;
  /** Attempts so far. */
  attempts: number;
  /** When it may be sent, by the monotonic clock. */
  readyAt: number;
  /** Whether it waits for the end of quiet hours or of its digest. */
  isHeld?: boolean;
  /** `sent`: its outcome is known, but not stored yet. */
  phase: 'waiting' | 'sending' | 'sent';
}

export interface Backlog {
  /** What is in memory, in the order in which it is sent. */
  items(): readonly Item[];
  /** Call when the store may have more than was read. */
  expectMore(): void;
  /** Reads the next window if few are left; `loaded` is called when that is done. */
  refill(): void;
  /** Call when the result of the delivery is stored. */
  remove(item: Item): void;
  /** Whether nothing is left, in memory or in the store. */
  isEmpty(): boolean;
}

export interface BacklogDeps {
  /** Pending deliveries, oldest first. */
  load(limit: number): Promise<DeliveryRow[]>;
  /** Milliseconds until a delivery is due, by this server's clock. */
  waitOf(row: DeliveryRow): number;
  /** Whether messages are collected for a digest, so that all waiting ones should be in memory. */
  isCollecting(): boolean;
  failed(error: unknown): void;
}

const WINDOW = 64;
/** Maximum number of deliveries in memory that wait for a retry. */
const MOST_KNOWN = 1000;
/** Milliseconds until a failed read of the store is repeated. */
export const RETRY_MS = 1000;

export function createBacklog(deps: BacklogDeps, loaded: () => void): Backlog {
  let items: Item[] = [];
  const known = new Set<string>();
  let more = true;
  /** Set while a window is read, which may still have deliveries that end meanwhile. */
  let loading: { ended: Set<string> } | null = null;

  async function load(): Promise<void> {
    loading = { ended: new Set() };
    more = false;
    const limit = known.size + WINDOW;
    try {
      const rows = await deps.load(limit);
      const fresh = rows.filter(({ id }) => !known.has(id) && !loading?.ended.has(id));
      for (const row of fresh) {
        known.add(row.id);
        items.push({ row, attempts: row.attempts, readyAt: performance.now() + deps.waitOf(row), phase: 'waiting' });
      }
      if (fresh.length > 0) items.sort((a, b) => a.row.position - b.row.position || (a.row.id < b.row.id ? -1 : 1));
      if (rows.length === limit) more = true;
    } catch (error) {
      more = true;
      deps.failed(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    loading = null;
    loaded();
  }

  const isShort = () => deps.isCollecting() || items.filter(isWaiting).length < WINDOW / 2;

  return {
    items: () => items,
    expectMore() {
      more = true; // also while a window is read: that may be older
    },
    refill() {
      if (more && !loading && known.size < MOST_KNOWN && isShort()) void load();
    },
    remove(item) {
      items = items.filter((one) => one !== item);
      known.delete(item.row.id);
      loading?.ended.add(item.row.id);
    },
    isEmpty: () => known.size === 0 && !more && !loading,
  };
}

export const isWaiting = ({ phase }: Item) => phase === 'waiting';
