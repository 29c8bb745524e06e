/** Reads events for all alerts that this server works on: each lane when it is due, and alerts that are behind at once. */
import { lastPosition, type Store } from '../../../storage/index.js';
import { createPulse } from '../../../wake/index.js';
import type { AlertRegistry, Lane, Track } from '../alert-registry.js';
import { type ReadDeps, readTrack, type Step } from './read-track.js';

export interface ReadLoop {
  /** Call when an alert changed, or when this server has other shares to work on. */
  refresh(): void;
  stop(): Promise<void>;
  /** Resolves when no step of the share is in progress. */
  left(share: number): Promise<void>;
}

export interface ReadLoopDeps extends ReadDeps {
  store: Store;
  registry: AlertRegistry;
  /** Whether this server works on the share. */
  holds(share: number): boolean;
}

/** Poll interval, in case a wake-up was missed. Milliseconds. */
const REFRESH_MS = 10_000;
const RETRY_MS = 1000;

export function createReadLoop(deps: ReadLoopDeps): ReadLoop {
  const { store, registry, context, holds } = deps;
  /** When positions are due, by the monotonic clock, since the system clock can be changed. */
  const due = new WeakMap<Track, number>();
  let refreshAt = 0;
  let current: { share: number; ended: Promise<unknown> } | null = null;

  const dueAt = (track: Track) => due.get(track) ?? 0;
  const mine = () => [...registry.lanes()].filter(({ key }) => holds(key.share));
  const tracksOf = ({ main, behind }: Lane) => [...(main.alerts.size > 0 ? [main] : []), ...behind.values()];

  function scheduleNext({ key, main }: Lane): void {
    const [now, every] = [performance.now(), key.every * 1000];
    const next = dueAt(main) + every;
    due.set(main, next > now ? next : now + (dueAt(main) === 0 ? every : 0));
  }

  async function stepOf(lane: Lane, track: Track): Promise<Step> {
    const step = readTrack(lane, track, deps);
    current = { share: lane.key.share, ended: step.catch(() => {}) };
    return step;
  }

  async function advance(lane: Lane, track: Track, last: number): Promise<void> {
    const isMain = track === lane.main;
    try {
      const step = isMain && track.position >= last ? 'done' : await stepOf(lane, track);
      if (step === 'outdated') refreshAt = 0;
      if (step === 'done' && isMain) scheduleNext(lane);
    } catch (err) {
      context.log.error({ err, lane: lane.key }, 'could not read events for alerts and will try again');
      due.set(track, performance.now() + RETRY_MS);
    }
  }

  async function pass(signal: AbortSignal): Promise<boolean> {
    if (performance.now() >= refreshAt) {
      refreshAt = performance.now() + REFRESH_MS;
      await registry.refresh(holds);
    }
    const now = performance.now();
    const ready = mine().flatMap((lane) => tracksOf(lane).map((track) => ({ lane, track })));
    const isDue = ready.filter(({ track }) => dueAt(track) <= now);
    if (isDue.length === 0) return false;
    const last = await store.read(lastPosition);
    for (const { lane, track } of isDue) if (!signal.aborted && holds(lane.key.share)) await advance(lane, track, last);
    return true;
  }

  const pulse = createPulse({
    everyMs() {
      const times = mine().flatMap(tracksOf).map(dueAt);
      return Math.max(0, Math.min(...times, refreshAt) - performance.now());
    },
    async run(signal) {
      while (!signal.aborted && (await pass(signal)));
    },
    failed(err) {
      context.log.error({ err }, 'could not read events for alerts and will try again');
      refreshAt = performance.now() + RETRY_MS;
      for (const track of mine().flatMap(tracksOf)) due.set(track, Math.max(dueAt(track), refreshAt));
    },
  });

  return {
    refresh() {
      refreshAt = 0;
      pulse.wake();
    },
    stop: pulse.stop,
    async left(share) {
      for (let known = current; known?.share === share; known = current === known ? null : current) await known.ended;
    },
  };
}
