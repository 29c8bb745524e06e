/** Work that runs when woken, and at intervals in case a wake-up was missed. */
export interface Pulse {
  /** Starts a run at once, or one more after the current run; calls in between share that run. */
  wake(): void;
  /** Aborts the current run and waits for it to end. */
  stop(): Promise<void>;
}

export interface PulseOptions {
  /** Maximum time without a wake-up. Milliseconds. */
  everyMs(): number;
  /** Minimum time between two runs. Milliseconds. Default: 0. */
  gapMs?: number;
  run(signal: AbortSignal): Promise<void>;
  failed(error: unknown): void;
}

/** The first run starts immediately. */
export function createPulse({ everyMs, gapMs = 0, run, failed }: PulseOptions): Pulse {
  const stop = new AbortController();
  let woken = false;
  let endSleep = () => {};

  function sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  // A wake-up is recorded but does not end this sleep; a stop does.
  async function sleepThrough(milliseconds: number): Promise<void> {
    const until = sleep(milliseconds);
    const end = endSleep;
    stop.signal.addEventListener('abort', end, { once: true });
    endSleep = () => {};
    await until;
    stop.signal.removeEventListener('abort', end);
  }

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      woken = false;
      await run(stop.signal).catch(failed);
      if (gapMs > 0 && !stop.signal.aborted) await sleepThrough(gapMs);
      if (!woken && !stop.signal.aborted) await sleep(everyMs());
    }
  }

  const looping = loop();
  return {
    wake() {
      woken = true;
      endSleep();
    },
    async stop() {
      stop.abort();
      endSleep();
      await looping;
    },
  };
}
