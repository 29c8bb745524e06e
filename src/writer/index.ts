export { type DeletionDeps, deletionJob } from './deletion-job.js';
export { createInlineWriter } from './inline-writer.js';
export { openWriteSide, type WriteSide, type WriteSideDeps } from './open-write-side.js';
export { createOutbox } from './outbox.js';
export { createWriteRunner, type WriteDeps, type WriteRoute, type WriteRunner } from './run-write.js';
export { serveCalls } from './serve-calls.js';
export { type EarlyWorker, startWorkerWriter, type WorkerWriterDeps } from './worker-writer.js';
export type { OnInvalidations, Writer } from './writer.js';
