/**
 * Reads documents of clients in a thread. A short text can take seconds to parse, or to check against the standard, and neither
 * can be interrupted where it runs; a thread can be ended.
 */
import { Worker } from 'node:worker_threads';
import { OdcsError } from './normalize.js';
import { YamlError } from './read-yaml.js';

/** How to read the text of a document. */
export interface DocumentTask {
  text: string;
  format: 'json' | 'yaml';
  /** Whether it must be a document of the standard, and is normalized. */
  isOdcs: boolean;
}

/** The document as JSON, or the reason why it is invalid. */
export type DocumentAnswer = { json: string } | { refused: 'yaml' | 'odcs'; message: string };

/** The message that the thread sends once it is ready. */
export const READER_READY = 'ready';
/** The message that it sends when it begins to read a document. */
export const READING = 'reading';

export interface DocumentReader {
  /**
   * The document as JSON text. Throws `YamlError` or `OdcsError`, also for one that takes too long; `TooManyDocuments` if the caller
   * has too many waiting documents. Callers take turns.
   */
  read(task: DocumentTask, caller: string): Promise<string>;
  close(): Promise<void>;
}

/** The caller has sent too many documents at once. */
export class TooManyDocuments extends Error {
  override name = 'TooManyDocuments';
}

interface Options {
  /** The program of the thread. */
  program: URL;
  /** Milliseconds to read one document. */
  timeLimit?: number;
  /** Milliseconds without work after which the thread ends. */
  idle?: number;
}

interface Waiting {
  task: DocumentTask;
  done(json: string): void;
  fail(error: Error): void;
}

const TIME_LIMIT = 5000;
const IDLE = 60_000;
const MEMORY_MB = 256;
const MOST_WAITING = 8;

export function createDocumentReader({ program, timeLimit = TIME_LIMIT, idle = IDLE }: Options): DocumentReader {
  /** By caller, in the order of their turns. */
  const waiting = new Map<string, Waiting[]>();
  let thread: Promise<Worker> | null = null;
  let busy = false;
  let rest: NodeJS.Timeout | undefined;

  const start = () => {
    const starting = startThread(program, () => {
      if (thread === starting) thread = null;
    });
    return starting;
  };
  const end = async () => {
    const ending = thread;
    thread = null;
    await ending?.then((worker) => worker.terminate()).catch(() => {});
  };
  const next = (): Waiting | undefined => {
    for (const [caller, [first, ...more]] of waiting) {
      waiting.delete(caller); // and to the end of the queue
      if (more.length > 0) waiting.set(caller, more);
      return first;
    }
    return undefined;
  };
  const work = async () => {
    if (busy) return;
    busy = true;
    clearTimeout(rest);
    for (let one = next(); one; one = next()) {
      try {
        thread ??= start();
        one.done(await ask(await thread, one.task, timeLimit));
      } catch (error) {
        if (!isRefusal(error) || error.lost) await end();
        one.fail(error instanceof Error ? error : new Error(String(error)));
      }
    }
    busy = false;
    rest = setTimeout(() => void end(), idle).unref();
  };
  return {
    read: (task, caller) =>
      new Promise((done, fail) => {
        const queue = waiting.get(caller) ?? [];
        if (queue.length >= MOST_WAITING) return void fail(new TooManyDocuments());
        waiting.set(caller, [...queue, { task, done, fail }]);
        void work();
      }),
    async close() {
      clearTimeout(rest);
      await end();
    },
  };
}

type Refusal = (YamlError | OdcsError) & { lost?: boolean };

function isRefusal(error: unknown): error is Refusal {
  return error instanceof YamlError || error instanceof OdcsError;
}

/** `ended` is called when the thread ends, for any reason. */
function startThread(program: URL, ended: () => void): Promise<Worker> {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  worker.unref();
  return new Promise((done, fail) => {
    worker.on('error', fail); // stays, since an error without listeners would end the process
    worker.once('exit', (code) => {
      ended();
      fail(new Error(`the thread that reads documents ended with ${code} before it could read`));
    });
    worker.once('message', () => done(worker));
  });
}

/** Sends a document to the thread. After an error with `lost`, the thread cannot be used any more. */
function ask(worker: Worker, task: DocumentTask, timeLimit: number): Promise<string> {
  return new Promise((done, fail) => {
    let timer: NodeJS.Timeout | undefined;
    const settle = (then: () => void) => {
      clearTimeout(timer);
      worker.off('message', answered).off('exit', ended);
      worker.unref();
      then();
    };
    const lost = (reason: string) => {
      const refusal: Refusal = task.isOdcs ? new OdcsError(reason) : new YamlError(reason);
      settle(() => fail(Object.assign(refusal, { lost: true })));
    };
    const tooLong = () => lost(`the document takes more than ${timeLimit / 1000} seconds to read`);
    const answered = (answer: DocumentAnswer | typeof READING) => {
      // What the first document of a thread waits for is not its fault.
      if (answer === READING) {
        timer = setTimeout(tooLong, timeLimit);
        return;
      }
      settle(() => {
        if ('json' in answer) done(answer.json);
        else fail(answer.refused === 'yaml' ? new YamlError(answer.message) : new OdcsError(answer.message));
      });
    };
    const ended = () => lost('the document takes too much memory to read');
    worker.ref();
    worker.on('message', answered).on('exit', ended);
    worker.postMessage(task);
  });
}
