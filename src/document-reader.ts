/** A thread that reads documents of clients, one after another. */
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { createStandards } from '../contract/index.js';
import { answerTask, type DocumentTask, READER_READY } from './odcs/index.js';

const standards = createStandards(fileURLToPath(new URL('../contract/standards', import.meta.url)));

if (!parentPort) throw new Error('this program runs as a thread of the server');
const port = parentPort;
port.on('message', (task: DocumentTask) => port.postMessage(answerTask(task, standards)));
port.postMessage(READER_READY);
