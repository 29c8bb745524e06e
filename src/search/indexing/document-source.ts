/** Where the documents of a rebuild come from: the thread that asks, or threads of their own. */

import { Worker } from 'node:worker_threads';
import { parseObject } from '../../../contract/index.js';
import type { Store } from '../../storage/index.js';
import type { DocumentSlice, SearchIndex } from './create-index.js';

export interface DocumentSource {
  /** How many transactions full of documents may be asked for at once. */
  readonly atOnce: number;
  /** Documents of the entities behind one id up to another, as they are stored now or later. */
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

/** What a thread is asked for; after `close` it answers what it was asked before, and ends. */
export type ToIndexer = SliceRequest | 'close';

export interface SliceRequest {
  id: number;
  after: string;
  upTo: string;
}

/** `text` is a `DocumentSlice` as JSON, which is faster to hand over than its many parts. */
export type SliceReply = { id: number; text: string } | { id: number; error: string };

export interface ThreadSourceOptions {
  /** Answers each `SliceRequest` with a `SliceReply`, and ends when it is told to `close`. */
  program: URL;
  /** Handed to the program. */
  start: unknown;
  threads: number;
}

/** What such a thread makes is soon handed over: with more room for it, a tenth less work goes into clearing it away. */
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
    // One is made while another is written.
    atOnce: 2,
    slice(after, upTo) {
      const id = asked++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        workers[id % threads]?.worker.postMessage({ id, after, upTo } satisfies ToIndexer);
      });
    },
    async close() {
      // Never `terminate()`: a thread that is cut off inside a call of the SQLite package ends the whole process.
      for (const { worker } of workers) worker.postMessage('close' satisfies ToIndexer);
      await Promise.all(workers.map(({ gone }) => gone));
    },
  };
}
