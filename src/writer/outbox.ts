import type { MessagePort } from 'node:worker_threads';
import type { BatchFromWorker, FromWorker } from './messages.js';

/**
 * Sends to the main thread, in order. Messages of one moment, such as the answers of a group of writes with one commit, travel
 * together.
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
    // Ticks wait until every promise that is settled by now has been followed.
    if (batch.length === 1) process.nextTick(send);
  };
}
