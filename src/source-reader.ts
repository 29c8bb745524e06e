/**
 * A process that reads a SQLite file for the server, one statement at a time. A thread runs the statements, so that the
 * process notices when the server has exited, and exits too.
 */
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { READY, readSqlite, type SqliteAnswer, type SqliteRequest } from './egress/index.js';

if (isMainThread) {
  const thread = new Worker(new URL(import.meta.url));
  process.on('message', (request: SqliteRequest) => thread.postMessage(request));
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  thread.on('message', (answer: SqliteAnswer | typeof READY) => process.send?.(answer));
  thread.on('error', () => process.exit(1));
} else {
  parentPort?.on('message', (request: SqliteRequest) => parentPort?.postMessage(answerTo(request)));
  parentPort?.postMessage(READY);
}

function answerTo(request: SqliteRequest): SqliteAnswer {
  try {
    return readSqlite(request);
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
