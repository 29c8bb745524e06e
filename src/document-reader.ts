/** A thread that reads documents of clients, one after another. */
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { createStandards } from '../contract/index.js';
import { answerTask, type DocumentTask, READER_READY, READING } from './odcs/index.js';

const standards = createStandards(fileURLToPath(new URL('../contract/standards', import.meta.url)));

if (!parentPort) throw new Error('this program runs as a thread of the server');
const port = parentPort;
port.on('message', (task: DocumentTask) => {
  if (task.isOdcs) standards.prepareOdcs();
  port.postMessage(READING);
  port.postMessage(answerTask(task, standards));
});
port.postMessage(READER_READY);
