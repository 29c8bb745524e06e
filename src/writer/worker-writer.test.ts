import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { CatalogError } from '../../contract/errors.js';
import type { Actor, Invalidation, Request } from '../catalog/index.js';
import type { BatchFromWorker, FromWorker, ToWorker } from './messages.js';
import { createOutbox } from './outbox.js';
import { serveCalls } from './serve-calls.js';
import { startWorkerWriter, type WorkerWriterDeps } from './worker-writer.js';

const ann: Actor = { id: 'a1', name: 'ann', isAdmin: false, isBot: false };
const request = { params: { id: '7' }, body: '{"a": 1}' } as unknown as Request;

/** A worker that behaves as the command requests. */
const PROGRAM = `
import { parentPort, workerData } from 'node:worker_threads';
if (workerData.broken) throw new Error('cannot start');
if (workerData.away) throw Object.assign(new Error('nobody answers'), { name: 'StoreUnavailable', kind: 'away' });
parentPort.postMessage([{ kind: 'ready', seedResults: workerData.seedResults }]);
parentPort.on('message', ({ kind, id, call }) => {
  if (kind === 'close') return parentPort.close();
  if (call.name === 'die') process.exit(3);
  if (call.name === 'hang') return;
  parentPort.postMessage([{ kind: 'invalidations', invalidations: [{ kind: 'access' }] }, { kind: 'done', id, value: call }]);
});`;

const threadWith = (workerData: object) => () =>
  new Worker(new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`), { workerData });

async function start(more: Partial<WorkerWriterDeps> = {}) {
  const seen: (readonly Invalidation[])[] = [];
  const quiet = () => {};
  const { writer, seedResults } = await startWorkerWriter({
    startThread: threadWith({ seedResults: 'first' }),
    onInvalidations: (marks) => seen.push(marks),
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    queueLimit: 3,
    onLost: quiet,
    ...more,
  });
  return { writer, seedResults, seen };
}

describe('the main side of the write worker', () => {
  test('sends calls unchanged and receives invalidations before the response', async () => {
    const { writer, seedResults, seen } = await start();
    const value = await writer.route('PUT /v1/things', request, ann);
    expect([seedResults, value]).toEqual(['first', { kind: 'route', key: 'PUT /v1/things', request, actor: ann }]);
    expect(seen).toEqual([[{ kind: 'access' }]]);
    await writer.close();
  });

  test('takes over a worker that was started earlier and has already sent messages', async () => {
    const worker = threadWith({ seedResults: 'early' })();
    const [told] = await once(worker, 'message');
    const early = { worker, release: () => void worker.emit('message', told) };
    const { writer, seedResults } = await start({ early });
    expect([seedResults, await writer.command('next', 7)]).toEqual([
      'early',
      { kind: 'command', name: 'next', data: 7 },
    ]);
    await writer.close();
  });

  test('restarts the worker; calls in progress fail, later ones succeed', async () => {
    const { writer } = await start();
    const lost = writer.command('hang', null);
    const death = writer.command('die', null);
    await expect(death).rejects.toThrow('the write worker ended with code 3');
    await expect(lost).rejects.toThrow('the write worker ended with code 3');
    expect(writer.alive()).toBe(false);
    expect(await writer.command('next', 7)).toEqual({ kind: 'command', name: 'next', data: 7 });
    expect(writer.alive()).toBe(true);
    await writer.close();
  });

  test('restarts the worker when the database is back, however long it was away', async () => {
    const threads = [
      { seedResults: 'first' },
      ...Array.from({ length: 7 }, () => ({ away: true })),
      { seedResults: 'again' },
    ];
    const startThread = () => threadWith(threads.shift() ?? { broken: true })();
    const lost: Error[] = [];
    const { writer } = await start({ startThread, onLost: (error) => lost.push(error) });
    await expect(writer.command('die', null)).rejects.toThrow('the write worker ended with code 3');
    await expect(writer.command('next', null)).rejects.toMatchObject({ name: 'StoreUnavailable', kind: 'away' });
    await expect.poll(writer.alive, { timeout: 20_000 }).toBe(true);
    expect(await writer.command('next', 7)).toEqual({ kind: 'command', name: 'next', data: 7 });
    expect(lost).toEqual([]);
    await writer.close();
  });

  test('gives up with the last error if the worker cannot start again', async () => {
    const threads = [{ seedResults: 'first' }];
    const startThread = () => threadWith(threads.shift() ?? { broken: true })();
    const lost = new Promise<Error>(
      (resolve) =>
        void start({ startThread, onLost: resolve })
          .then(({ writer }) => writer.command('die', null))
          .catch(() => {}),
    );
    expect((await lost).message).toBe('cannot start');
  });

  test('rejects calls over the limit with a delay', async () => {
    const { writer } = await start();
    const held = [1, 2, 3].map(() => writer.command('hang', null));
    await expect(writer.command('next', null)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
    const ends = Promise.allSettled(held);
    await expect(writer.command('die', null)).rejects.toThrow('too many writes');
    await writer.close();
    await ends;
  });

  test('fails to start if the worker cannot start', async () => {
    await expect(start({ startThread: threadWith({ broken: true }) })).rejects.toThrow('cannot start');
  });
});

describe('the worker side', () => {
  test('answers calls, preserves error types, finishes before it closes', async () => {
    const { port1, port2 } = new MessageChannel();
    const heard: FromWorker[] = [];
    port1.on('message', (batch: BatchFromWorker) => heard.push(...batch));
    let released = false;
    serveCalls(
      port2,
      createOutbox(port2),
      {
        route: async () => ({ status: 201, body: '{}' }),
        command: async (name) => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          if (name === 'taken') throw new CatalogError('ENTITY_ALREADY_EXISTS', 'x already exists');
          throw new TypeError('oops');
        },
      },
      { hello: 1 },
      async () => {
        released = heard.length > 0;
      },
    );
    const tell = (message: ToWorker) => port1.postMessage(message);
    tell({ kind: 'call', id: 1, call: { kind: 'command', name: 'taken', data: null } });
    tell({ kind: 'call', id: 2, call: { kind: 'command', name: 'odd', data: null } });
    tell({ kind: 'call', id: 3, call: { kind: 'route', key: 'k', request, actor: ann } });
    tell({ kind: 'close' });
    await new Promise((resolve) => port1.once('close', resolve));
    expect(released).toBe(true);
    expect(heard).toEqual([
      { kind: 'ready', seedResults: { hello: 1 } },
      { kind: 'done', id: 3, value: { status: 201, body: '{}' } },
      { kind: 'failed', id: 1, error: { errorType: 'ENTITY_ALREADY_EXISTS', message: 'x already exists' } },
      { kind: 'failed', id: 2, error: { name: 'TypeError', message: 'oops', stack: expect.any(String) } },
    ]);
  });
});
