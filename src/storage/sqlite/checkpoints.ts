/**
 * A separate thread copies commits from the WAL into the database file, so that no write waits for it. The WAL
 * restarts only when all of it was copied and nothing was added meanwhile, which never happens under a continuous
 * write load; at a rarely reached length, a commit copies the small remainder itself.
 */
import { Worker } from 'node:worker_threads';
import { connectSqlite } from './sqlite-connection.js';

export interface Checkpoints {
  /** Call after every commit. */
  committed(): void;
  /** Resolves when no copy is running any more. */
  close(): Promise<void>;
}

/** Start data of the program. */
export interface CheckpointerStart {
  path: string;
}

/** Messages to the program: copy (answered when done) or close. */
export type ToCheckpointer = 'copy' | 'close';

/** WAL pages from which a commit copies the rest itself. */
export const LONG_LOG = 8_000;

/** Commits between two copies; under load a few more accumulate. */
const COMMITS = 16;

export function createCheckpoints(program: URL, start: CheckpointerStart): Checkpoints {
  let commits = 0;
  let copying = false;
  let thread: Worker | null = null;
  let ended: Promise<unknown> = Promise.resolve();

  // Without the thread, commits checkpoint a long WAL themselves.
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

/** The thread's side: copies the current contents of the WAL without blocking anybody. */
export function openCheckpointer({ path }: CheckpointerStart): { copy(): void; close(): void } {
  const connection = connectSqlite({ path, cacheKilobytes: 256 });
  return {
    copy: () => connection.execute('pragma wal_checkpoint(passive)'),
    close: () => connection.close(),
  };
}
