import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { CatalogError } from '../../contract/errors.js';
import type { Reply } from '../catalog/index.js';
import type { Log } from '../context/index.js';
import { type StoreProblem, StoreUnavailable } from '../storage/index.js';
import { type BatchFromWorker, type Call, type FromWorker, reviveError, type ToWorker } from './messages.js';
import { createOnePerTurn } from './one-per-turn.js';
import type { OnInvalidations, Writer } from './writer.js';

export interface WorkerWriterDeps {
  /** Starts a worker; its program serves calls with `serveCalls`. */
  startThread(): Worker;
  /** The first worker, if it was started before this module was loaded. */
  early?: EarlyWorker;
  onInvalidations: OnInvalidations;
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
/** Milliseconds between attempts to start a worker while the database is unavailable. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2000;

/**
 * A writer in its own thread. If the thread exits unexpectedly, calls in progress fail (their outcome is unknown), new
 * ones wait, and the thread is restarted; while the database is unavailable, they fail as well. Resolves once the worker
 * is ready, with the results of its seeds.
 */
export async function startWorkerWriter(deps: WorkerWriterDeps): Promise<{ writer: Writer; seedResults: unknown }> {
  const calls = createCalls(deps.queueLimit);
  let worker: Worker | null = null;
  let starting: Promise<unknown>;
  let restarts = 0;
  let closing = false;

  const settle = (message: FromWorker) => {
    if (message.kind === 'invalidations') return deps.onInvalidations(message.invalidations);
    if (message.kind === 'health') return deps.onProblem?.(message.problem);
    if (message.kind === 'ready') return;
    restarts = 0;
    calls.settle(message);
  };

  const ended = (error: Error) => {
    worker = null;
    calls.rejectSent(error);
    if (closing) return;
    restarts += 1;
    deps.log.error({ err: error, restarts }, 'the write worker exited');
    if (restarts > MOST_RESTARTS) return deps.onLost(error);
    starting = restart();
  };

  const restart = async (): Promise<void> => {
    for (let pause = FIRST_PAUSE; !closing; pause = Math.min(2 * pause, LONGEST_PAUSE))
      try {
        await begin();
        return;
      } catch (error) {
        if (!isAway(error)) return ended(error instanceof Error ? error : new Error(String(error)));
        deps.log.warn({ err: error }, 'the write worker cannot start yet');
        calls.rejectAll(new StoreUnavailable(error.message));
        await setTimeout(pause);
      }
  };

  let { early } = deps;
  const begin = async () => {
    const first = early;
    early = undefined;
    const { started, seedResults } = await startWorker(deps, first, settle, ended);
    worker = started;
    calls.sendUnsent(started);
    return seedResults;
  };

  const call = (what: Call): Promise<unknown> => {
    if (closing) return Promise.reject(new Error('the writer is closed'));
    return calls.send(what, worker);
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
  const seedResults = await first;
  const writer: Writer = {
    route: (key, request, actor) => call({ kind: 'route', key, request, actor }) as Promise<Reply>, // the worker answers a route with a reply
    command: (name, data, actor) =>
      call(actor ? { kind: 'command', name, data, actor } : { kind: 'command', name, data }),
    pending: calls.size,
    alive: () => worker !== null,
    close,
  };
  return { writer, seedResults };
}

/** The calls that have no result yet; without a worker, new ones wait unsent. */
function createCalls(limit: number) {
  const waiting = new Map<number, Waiting>();
  const inTurn = createOnePerTurn();
  let unsent: { kind: 'call'; id: number; call: Call }[] = [];
  let lastId = 0;

  /** Rejects the calls that a worker had received when it exited. */
  function rejectSent(error: Error): void {
    const held = new Set(unsent.map(({ id }) => id));
    for (const [id, call] of waiting)
      if (!held.has(id)) {
        waiting.delete(id);
        call.reject(error);
      }
  }

  return {
    size: () => waiting.size,
    send(call: Call, worker: Worker | null): Promise<unknown> {
      if (waiting.size >= limit)
        return Promise.reject(
          new CatalogError('LIMITS_EXCEPTION', 'too many writes are waiting; try again in 1 second', {
            retryAfterSeconds: 1,
          }),
        );
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        const message = { kind: 'call' as const, id, call };
        if (worker) worker.postMessage(message satisfies ToWorker);
        else unsent.push(message);
      });
    },
    settle(message: Extract<FromWorker, { id: number }>): void {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      inTurn(() => {
        if (message.kind === 'done') call?.resolve(message.value);
        else call?.reject(reviveError(message.error));
      });
    },
    sendUnsent(worker: Worker): void {
      for (const message of unsent) worker.postMessage(message);
      unsent = [];
    },
    rejectSent,
    rejectAll(error: Error): void {
      unsent = [];
      rejectSent(error);
    },
  };
}

/** The error of a worker that could not reach the database; errors of other threads have lost their class. */
function isAway(error: unknown): error is Error {
  return error instanceof Error && error.name === 'StoreUnavailable' && 'kind' in error && error.kind === 'away';
}

/** Resolves when the worker is ready; `ended` is called if it exits after that. */
function startWorker(
  { startThread }: WorkerWriterDeps,
  early: EarlyWorker | undefined,
  settle: (message: FromWorker) => void,
  ended: (error: Error) => void,
): Promise<{ started: Worker; seedResults: unknown }> {
  const started = early?.worker ?? startThread();
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
        resolve({ started, seedResults: message.seedResults });
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
