/**
 * What was committed is copied from the log (WAL) into the file by a thread of its own, so that no write waits for it. A log
 * begins anew only when all of it was copied and nothing came meanwhile, which a busy writer never lets happen: at a length
 * that is seldom reached, a commit copies what little is left itself.
 */
import { Worker } from 'node:worker_threads';
import { connectSqlite } from './sqlite-connection.js';

export interface Checkpoints {
  /** To be told after every commit. */
  committed(): void;
  /** Resolves when nothing is copied any more. */
  close(): Promise<void>;
}

/** What the program is started with. */
export interface CheckpointerStart {
  path: string;
}

/** What the program is told: to copy, answered when it is done; or to end. */
export type ToCheckpointer = 'copy' | 'close';

/** Pages in the log from which a commit copies what is left. */
export const LONG_LOG = 8_000;

/** Commits between two copies; what a busy writer commits meanwhile adds up to a few more. */
const COMMITS = 16;

export function createCheckpoints(program: URL, start: CheckpointerStart): Checkpoints {
  let commits = 0;
  let copying = false;
  let thread: Worker | null = null;
  let ended: Promise<unknown> = Promise.resolve();

  // Without the thread, commits copy when the log is long.
  function begin(): Worker {
    const worker = new Worker(program, { workerData: start });
    worker.unref();
    worker.on('message', () => {
      copying = false;
    });
    ended = new Promise((resolve) => {
      worker.on('error', resolve);
      worker.on('exit', resolve);
    });
    return worker;
  }

  return {
    committed() {
      commits += 1;
      if (copying || commits < COMMITS) return;
      commits = 0;
      copying = true;
      thread ??= begin();
      thread.postMessage('copy' satisfies ToCheckpointer);
    },
    async close() {
      thread?.postMessage('close' satisfies ToCheckpointer);
      await ended;
    },
  };
}

/** The other side: copies what is in the log now, and waits for nobody. */
export function openCheckpointer({ path }: CheckpointerStart): { copy(): void; close(): void } {
  const connection = connectSqlite({ path, cacheKilobytes: 256 });
  return {
    copy: () => connection.execute('pragma wal_checkpoint(passive)'),
    close: () => connection.close(),
  };
}
