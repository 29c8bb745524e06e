/** Work that is done when it is woken, and now and then in case a wake-up was missed. */
export interface Pulse {
  /** Starts a run at once, or another one behind the one under way; calls in between share it. */
  wake(): void;
  /** Ends the wait; a run under way hears it by its signal and is waited for. */
  stop(): Promise<void>;
}

export interface PulseOptions {
  /** From a run to the next one that nobody asked for. Milliseconds. */
  everyMs(): number;
  /** Least time from a run to the next. Milliseconds. Default: 0. */
  gapMs?: number;
  run(signal: AbortSignal): Promise<void>;
  failed(error: unknown): void;
}

/** Runs once at the start. */
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

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      woken = false;
      await run(stop.signal).catch(failed);
      if (gapMs > 0) await sleepThrough(gapMs);
      if (!woken && !stop.signal.aborted) await sleep(everyMs());
    }
  }

  // A wake-up is noted and does not end it; a stop does.
  async function sleepThrough(milliseconds: number): Promise<void> {
    const until = sleep(milliseconds);
    const end = endSleep;
    stop.signal.addEventListener('abort', end, { once: true });
    endSleep = () => {};
    await until;
    stop.signal.removeEventListener('abort', end);
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
