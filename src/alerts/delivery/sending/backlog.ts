/** The deliveries of one destination that are in memory, oldest first; read from the store in windows. */
import type { DeliveryRow } from '../../../storage/index.js';

export interface Item {
  row: DeliveryRow;
  /** Attempts so far. */
  attempts: number;
  /** By a steady clock. */
  readyAt: number;
  /** It waits for the end of quiet hours or of its digest. */
  isHeld?: boolean;
  /** `sent`: it has ended, but that is not stored yet. */
  phase: 'waiting' | 'sending' | 'sent';
}

export interface Backlog {
  /** What is in memory, in the order in which it is sent. */
  items(): readonly Item[];
  /** There may be more in the store than was read. */
  expectMore(): void;
  /** Reads the next window if few are left; `loaded` is called when that is done. */
  refill(): void;
  /** Its result is stored. */
  remove(item: Item): void;
  /** Nothing is left, in memory or in the store. */
  isEmpty(): boolean;
}

export interface BacklogDeps {
  /** Pending deliveries, oldest first. */
  load(limit: number): Promise<DeliveryRow[]>;
  /** Milliseconds since a delivery was to be sent until it is due, on this server's clock. */
  waitOf(row: DeliveryRow): number;
  /** Messages are collected: all that wait should be known. */
  isCollecting(): boolean;
  failed(error: unknown): void;
}

const WINDOW = 64;
/** Deliveries that wait to be repeated are held in memory up to this number. */
const MOST_KNOWN = 1000;
/** Until what could not be read is read again. */
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
