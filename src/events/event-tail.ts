import type { Context } from '../context/index.js';
import {
  hasMoreEvents,
  lastPosition,
  type PlacedEventRow,
  readEvents,
  type Store,
  TEXT_OF_SLICE,
} from '../storage/index.js';
import { createPulse, type Pulse } from '../wake/index.js';

/** The newest events, read once for everything that follows them in this thread. */
export interface EventTail {
  /** Keeps the tail up to date until the returned function is called. */
  follow(deps: TailDeps): () => void;
  /** The events behind a position, in order; null if the tail does not reach back to it. */
  after(position: number): readonly PlacedEventRow[] | null;
  /** Resolves when there are events behind the position, at the latest after this time. */
  news(position: number, milliseconds: number): Promise<void>;
}

export interface TailDeps {
  read: Store['read'];
  context: Pick<Context, 'log'>;
}

export interface EventTailOptions {
  /** Calls back when events may have got positions, on any server. Returns a function that unsubscribes. */
  subscribe(woken: () => void): () => void;
  /** Interval of the poll for a wake-up that was missed. Milliseconds. */
  everyMs?: number;
}

const SLICE = 200;
/** Limits of what is kept, for followers that are a little behind; others read the database. */
const MOST_ROWS = 1000;
const MOST_TEXT = 4 * 2 ** 20;
/** Limits the number of reads while many writes run; a single event is not delayed. Milliseconds. */
const GAP_MS = 20;
const EVERY_MS = 5000;

export function createEventTail({ subscribe, everyMs = EVERY_MS }: EventTailOptions): EventTail {
  const waiting = new Set<() => void>();
  let followers = 0;
  let running: { kept: Kept; pulse: Pulse; unsubscribe(): void } | null = null;

  function start({ read, context }: TailDeps) {
    const kept = createKept();
    const pulse = createPulse({
      everyMs: () => everyMs,
      gapMs: GAP_MS,
      failed: (err) => context.log.warn({ err }, 'could not read new events for the event streams'),
      async run(signal) {
        for (let more = true; more && !signal.aborted; ) {
          more = await advance(kept, read);
          for (const look of [...waiting]) look();
        }
      },
    });
    return { kept, pulse, unsubscribe: subscribe(pulse.wake) };
  }

  function stop(): void {
    running?.unsubscribe();
    void running?.pulse.stop();
    running = null;
  }

  return {
    follow(deps) {
      running ??= start(deps);
      followers += 1;
      let followed = true;
      return () => {
        if (followed) followers -= 1;
        followed = false;
        if (followers === 0) stop();
      };
    },
    after: (position) => running?.kept.after(position) ?? null,
    news(position, milliseconds) {
      return new Promise((resolve) => {
        const look = () => {
          if ((running?.kept.end ?? 0) <= position) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          resolve();
        }, milliseconds);
        waiting.add(look);
        look();
      });
    },
  };
}

interface Kept {
  /** Position of the newest event; null before the first read. */
  end: number | null;
  begin(position: number): void;
  add(rows: readonly PlacedEventRow[]): void;
  after(position: number): readonly PlacedEventRow[] | null;
}

/** The last rows of the log, without a gap. */
function createKept(): Kept {
  let rows: PlacedEventRow[] = [];
  let start = 0;
  let text = 0;
  return {
    end: null,
    begin(position) {
      start = position;
      this.end = position;
    },
    add(more) {
      rows = [...rows, ...more];
      for (const { doc } of more) text += doc.length;
      let dropped = 0;
      for (; rows.length - dropped > MOST_ROWS || text > MOST_TEXT; dropped += 1) {
        text -= rows[dropped]?.doc.length ?? 0;
        start = rows[dropped]?.position ?? start;
      }
      rows = rows.slice(dropped);
      this.end = more.at(-1)?.position ?? this.end;
    },
    after(position) {
      if (this.end === null || position < start) return null;
      const first = rows.findIndex((row) => row.position > position);
      return first < 0 ? [] : rows.slice(first);
    },
  };
}

/** Reads the next events; false if there are no more. */
async function advance(kept: Kept, read: Store['read']): Promise<boolean> {
  const { end } = kept;
  if (end === null) {
    kept.begin(await read(lastPosition));
    return false;
  }
  const query = { after: end, limit: SLICE, text: TEXT_OF_SLICE };
  const rows = await read((sql) => readEvents(sql, query));
  kept.add(rows);
  return hasMoreEvents(rows, query);
}
