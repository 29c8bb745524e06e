import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPulse, type Pulse } from './index.js';

let pulse: Pulse;
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  vi.useRealTimers();
  await pulse.stop();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('runs at the start, at every wake-up, and without any after the interval', async () => {
  const run = vi.fn(async () => {});
  pulse = createPulse({ everyMs: () => 1000, run, failed: () => {} });
  await pass(999);
  expect(run).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(run).toHaveBeenCalledTimes(2);
  pulse.wake();
  await pass(0);
  expect(run).toHaveBeenCalledTimes(3);
});

test('runs once more for all wake-ups during a run', async () => {
  const ends: (() => void)[] = [];
  const run = vi.fn(() => new Promise<void>((resolve) => void ends.push(resolve)));
  pulse = createPulse({ everyMs: () => 1000, run, failed: () => {} });
  for (let n = 0; n < 3; n++) pulse.wake();
  ends[0]?.();
  await pass(0);
  expect(run).toHaveBeenCalledTimes(2);
  ends[1]?.();
  await pass(900);
  expect(run).toHaveBeenCalledTimes(2);
});

test('keeps a gap between runs, but runs a single wake-up at once', async () => {
  const run = vi.fn(async () => {});
  pulse = createPulse({ everyMs: () => 1000, gapMs: 50, run, failed: () => {} });
  await pass(100);
  pulse.wake();
  await pass(0);
  expect(run).toHaveBeenCalledTimes(2);
  pulse.wake();
  await pass(49);
  expect(run).toHaveBeenCalledTimes(2);
  await pass(1);
  expect(run).toHaveBeenCalledTimes(3);
});

test('reports a failure and continues, and a stop aborts the run', async () => {
  const failed = vi.fn();
  let aborted = false;
  const runs = [
    async () => {
      throw new Error('once');
    },
    (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          resolve();
        });
      }),
  ];
  pulse = createPulse({ everyMs: () => 10, run: (signal) => (runs.shift() ?? (async () => {}))(signal), failed });
  await pass(10);
  expect(failed).toHaveBeenCalledWith(new Error('once'));
  await pulse.stop();
  expect(aborted).toBe(true);
});
