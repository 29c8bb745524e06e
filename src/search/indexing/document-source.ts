/** Builds the documents of a rebuild: in the calling thread or in worker threads. */

import { Worker } from 'node:worker_threads';
import { parseObject } from '../../../contract/index.js';
import type { Store } from '../../storage/index.js';
import type { DocumentSlice, SearchIndex } from './create-index.js';

export interface DocumentSource {
  /** How many full transactions of documents may be requested at once. */
  readonly atOnce: number;
  /** The documents of the entities with ids after `after` up to `upTo`, as stored now or later. */
  slice(after: string, upTo: string): Promise<DocumentSlice>;
  close(): Promise<void>;
}

export function inlineSource(read: Store['read'], index: SearchIndex): DocumentSource {
  return {
    atOnce: 1,
    slice: (after, upTo) => read((sql) => index.slice(sql, after, upTo)),
    close: async () => {},
  };
}

/** Messages to a worker thread; on `close` it completes pending requests and exits. */
export type ToIndexer = SliceRequest | 'close';

export interface SliceRequest {
  id: number;
  after: string;
  upTo: string;
}

/** `text` is a `DocumentSlice` as JSON, which is faster to transfer than its many objects. */
export type SliceReply = { id: number; text: string } | { id: number; error: string };

export interface ThreadSourceOptions {
  /** Answers each `SliceRequest` with a `SliceReply`, and exits on `close`. */
  program: URL;
  /** Passed to the program. */
  start: unknown;
  threads: number;
}

/**
 * Objects in such a thread are short-lived: a larger young generation saves a tenth of the work in garbage collection.
 */
const YOUNG_MB = 64;

interface Waiting {
  resolve(slice: DocumentSlice): void;
  reject(error: Error): void;
}

export function threadSource({ program, start, threads }: ThreadSourceOptions): DocumentSource {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(program, { workerData: start, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    worker.on('message', (reply: SliceReply) => {
      const asker = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('text' in reply) asker?.resolve(parseObject<DocumentSlice>(reply.text));
      else asker?.reject(new Error(reply.error));
    });
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`a thread that builds search documents exited with code ${code}`)));
    return { worker, gone: new Promise((resolve) => worker.once('exit', resolve)) };
  });
  return {
    // One is built while another is written.
    atOnce: 2,
    slice(after, upTo) {
      const id = asked++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        workers[id % threads]?.worker.postMessage({ id, after, upTo } satisfies ToIndexer);
      });
    },
    async close() {
      // Never `terminate()`: interrupting a thread inside a call of the SQLite package ends the whole process.
      for (const { worker } of workers) worker.postMessage('close' satisfies ToIndexer);
      await Promise.all(workers.map(({ gone }) => gone));
    },
  };
}
