/** A sleep that can be ended early. A sleeper supports one sleep at a time. */
export interface Sleeper {
  sleep(milliseconds: number): Promise<void>;
  /** Ends the current sleep, or the next one before it starts. */
  wake(): void;
}

export function createSleeper(): Sleeper {
  let end: (() => void) | null = null;
  let woken = false;
  return {
    sleep(milliseconds) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => end?.(), woken ? 0 : milliseconds);
        end = () => {
          clearTimeout(timer);
          end = null;
          woken = false;
          resolve();
        };
      });
    },
    wake() {
      if (end) end();
      else woken = true;
    },
  };
}
