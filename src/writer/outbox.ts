import type { MessagePort } from 'node:worker_threads';
import type { BatchFromWorker, FromWorker } from './messages.js';

/**
 * Sends messages to the main thread in order. Messages of the same tick, such as the responses of a group commit, are
 * sent together.
 */
export function createOutbox(port: Pick<MessagePort, 'postMessage'>): (message: FromWorker) => void {
  let batch: FromWorker[] = [];
  const send = () => {
    const sent: BatchFromWorker = batch;
    batch = [];
    port.postMessage(sent);
  };
  return (message) => {
    batch.push(message);
    // `nextTick` runs after the reactions of all promises that are settled by now.
    if (batch.length === 1) process.nextTick(send);
  };
}
