import { useState } from 'react';
import { sentenceOf } from './sentence.js';
import { tell } from './tell.js';

interface Told {
  /** Said when it is done; default: nothing, because the page shows it. */
  done?: string;
  /** The title over the server's sentence when it failed. */
  failed: string;
}

/** Runs the action of a button: the button is busy meanwhile, and a failure is shown. Resolves to whether it succeeded. */
export function useAction(): { busy: boolean; run(work: () => Promise<unknown>, told: Told): Promise<boolean> } {
  const [running, setRunning] = useState(0);
  async function run(work: () => Promise<unknown>, { done, failed }: Told): Promise<boolean> {
    setRunning((now) => now + 1);
    try {
      await work();
      if (done) tell({ message: done });
      return true;
    } catch (error) {
      tell({ title: failed, message: sentenceOf(error), failed: true });
      return false;
    } finally {
      setRunning((now) => now - 1);
    }
  }
  return { busy: running > 0, run };
}
