/** A thread that checkpoints the write-ahead log of a SQLite database, in parallel to the writer thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CheckpointerStart, openCheckpointer, type ToCheckpointer } from './storage/index.js';

function start(port: NonNullable<typeof parentPort>, given: CheckpointerStart): void {
  const checkpointer = openCheckpointer(given);
  port.on('message', (message: ToCheckpointer) => {
    if (message === 'copy') {
      checkpointer.copy();
      port.postMessage('copied');
    } else {
      checkpointer.close();
      port.close();
    }
  });
}

if (!parentPort) throw new Error('this program runs as a thread of the server');
start(parentPort, workerData as CheckpointerStart); // set by the main thread
