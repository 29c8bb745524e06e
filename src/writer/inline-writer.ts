import type { WriteRunner } from './run-write.js';
import type { Writer } from './writer.js';

/** A writer in the caller's thread. `release` closes what the writer owns. */
export function createInlineWriter(runner: WriteRunner, release: () => Promise<void>): Writer {
  let pending = 0;
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    pending += 1;
    try {
      return await work;
    } finally {
      pending -= 1;
    }
  };
  return {
    route: (key, request, actor) => counted(runner.route(key, request, actor)),
    command: (name, data, actor) => counted(runner.command(name, data, actor)),
    pending: () => pending,
    alive: () => true,
    close: release,
  };
}
