import type { MessagePort } from 'node:worker_threads';
import { type FromWorker, plainError, type ToWorker } from './messages.js';
import type { WriteRunner } from './run-write.js';

/**
 * The worker's side: runs calls as they arrive, so that concurrent writes share a commit. `seedResults` go to the main
 * thread with the message that the worker is ready; `release` closes what the worker owns.
 */
export function serveCalls(
  port: MessagePort,
  tell: (message: FromWorker) => void,
  runner: Pick<WriteRunner, 'route' | 'command'>,
  seedResults: unknown,
  release: () => Promise<void>,
): void {
  const running = new Set<Promise<void>>();

  const run = async ({ id, call }: Extract<ToWorker, { kind: 'call' }>) => {
    try {
      const value =
        call.kind === 'route'
          ? await runner.route(call.key, call.request, call.actor)
          : await runner.command(call.name, call.data, call.actor);
      tell({ kind: 'done', id, value });
    } catch (error) {
      tell({ kind: 'failed', id, error: plainError(error) });
    }
  };

  const close = async () => {
    await Promise.all(running);
    await release();
    // After the tick that sends the last messages.
    setImmediate(() => port.close());
  };

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'close') return void close();
    const work = run(message).finally(() => running.delete(work));
    running.add(work);
  });
  tell({ kind: 'ready', seedResults });
}
