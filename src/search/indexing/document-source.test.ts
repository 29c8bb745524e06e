import { expect, test } from 'vitest';
import { threadSource } from './document-source.js';

/** A thread that takes a while for each slice and exits on `close`. */
const PROGRAM = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', (message) => {
  if (message === 'close') return parentPort.close();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  parentPort.postMessage({ id: message.id, text: JSON.stringify({ documents: [], words: [message.upTo] }) });
});`;

test('close() waits until a thread has built what was requested', async () => {
  const program = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`);
  const source = threadSource({ program, start: null, threads: 1 });
  const made = Promise.all([source.slice('', 'a'), source.slice('a', 'b')]);
  made.catch(() => {}); // awaited below
  await source.close();
  expect((await made).map(({ words }) => words)).toEqual([['a'], ['b']]);
});

test('close() does not wait for a thread that has already exited', async () => {
  const program = new URL('data:text/javascript,throw new Error("broken")');
  const source = threadSource({ program, start: null, threads: 1 });
  await expect(source.slice('', 'a')).rejects.toThrow('broken');
  await source.close();
});
