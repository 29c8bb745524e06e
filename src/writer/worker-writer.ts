import { Worker } from 'node:worker_threads';
import { CatalogError } from '../../contract/errors.js';
import type { Reply } from '../catalog/index.js';
import type { Log } from '../context/index.js';
import type { StoreProblem } from '../storage/index.js';
import { type BatchFromWorker, type Call, type FromWorker, reviveError, type ToWorker } from './messages.js';
import { createOneATurn } from './one-a-turn.js';
import type { OnMarks, Writer } from './writer.js';

export interface WorkerWriterDeps {
  /** The worker's program; it serves calls with `serveCalls`. */
  program: URL;
  /** Passed to the program as `workerData`. */
  start: unknown;
  /** The first worker, if it was started before this module was loaded. */
  early?: EarlyWorker;
  onMarks: OnMarks;
  /** Called when an error indicates a problem with the database. */
  onProblem?(problem: StoreProblem): void;
  log: Log;
  /** Maximum number of calls that wait or run; further ones are rejected. */
  queueLimit: number;
  /** Called when the worker keeps exiting; no more writes are possible. */
  onLost(error: Error): void;
}

/** A worker that is already running; `release` replays its messages so far to the listeners attached by then. */
export interface EarlyWorker {
  worker: Worker;
  release(): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const MOST_RESTARTS = 5;

/**
 * A writer in its own thread. If the thread exits unexpectedly, calls in progress fail (their outcome is unknown), new
 * ones wait, and the thread is restarted. Resolves with the first news of the worker.
 */
export async function startWorkerWriter(deps: WorkerWriterDeps): Promise<{ writer: Writer; news: unknown }> {
  const waiting = new Map<number, Waiting>();
  const inTurn = createOneATurn();
  let unsent: ToWorker[] = [];
  let worker: Worker | null = null;
  let starting: Promise<unknown>;
  let lastId = 0;
  let restarts = 0;
  let closing = false;

  const settle = (message: FromWorker) => {
    if (message.kind === 'marks') return deps.onMarks(message.marks);
    if (message.kind === 'health') return deps.onProblem?.(message.problem);
    if (message.kind === 'ready') return;
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    restarts = 0;
    inTurn(() => {
      if (message.kind === 'done') call?.resolve(message.value);
      else call?.reject(reviveError(message.error));
    });
  };

  const ended = (error: Error) => {
    worker = null;
    const held = new Set(unsent.flatMap((message) => (message.kind === 'call' ? [message.id] : [])));
    for (const [id, call] of waiting)
      if (!held.has(id)) {
        waiting.delete(id);
        call.reject(error);
      }
    if (closing) return;
    restarts += 1;
    deps.log.error({ err: error, restarts }, 'the write worker exited');
    if (restarts > MOST_RESTARTS) return deps.onLost(error);
    starting = begin().catch(() => ended(error));
  };

  let { early } = deps;
  const begin = async () => {
    const first = early;
    early = undefined;
    const { started, news } = await startWorker(deps, first, settle, ended);
    worker = started;
    for (const message of unsent) started.postMessage(message);
    unsent = [];
    return news;
  };

  const call = (what: Call): Promise<unknown> => {
    if (closing) return Promise.reject(new Error('the writer is closed'));
    if (waiting.size >= deps.queueLimit)
      return Promise.reject(
        new CatalogError('LIMITS_EXCEPTION', 'too many writes are waiting; try again in 1 second', {
          retryAfterSeconds: 1,
        }),
      );
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      const message: ToWorker = { kind: 'call', id, call: what };
      if (worker) worker.postMessage(message);
      else unsent.push(message);
    });
  };

  const close = async () => {
    closing = true;
    await starting;
    const last = worker;
    if (!last) return;
    const exit = new Promise((resolve) => last.once('exit', resolve));
    last.postMessage({ kind: 'close' } satisfies ToWorker);
    await exit;
  };

  const first = begin();
  starting = first;
  const news = await first;
  const writer: Writer = {
    route: (key, request, actor) => call({ kind: 'route', key, request, actor }) as Promise<Reply>, // the worker answers a route with a reply
    command: (name, data, actor) =>
      call(actor ? { kind: 'command', name, data, actor } : { kind: 'command', name, data }),
    pending: () => waiting.size,
    alive: () => worker !== null,
    close,
  };
  return { writer, news };
}

/** Resolves when the worker is ready; `ended` is called if it exits after that. */
function startWorker(
  { program, start }: WorkerWriterDeps,
  early: EarlyWorker | undefined,
  settle: (message: FromWorker) => void,
  ended: (error: Error) => void,
): Promise<{ started: Worker; news: unknown }> {
  const started = early?.worker ?? new Worker(program, { workerData: start });
  return new Promise((resolve, reject) => {
    let ready = false;
    let reason: Error | null = null;
    started.on('message', (batch: BatchFromWorker) => {
      for (const message of batch) {
        if (message.kind !== 'ready') {
          settle(message);
          continue;
        }
        ready = true;
        resolve({ started, news: message.news });
      }
    });
    started.on('error', (error: Error) => {
      reason = error;
    });
    started.on('exit', (code) => {
      const error = reason ?? new Error(`the write worker ended with code ${code}`);
      if (ready) ended(error);
      else reject(error);
    });
    early?.release();
  });
}
