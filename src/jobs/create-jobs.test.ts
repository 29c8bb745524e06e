import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { forEachStore } from '../../test/support/stores.js';
import type { Context } from '../context/index.js';
import { createJobs } from './index.js';

function fakeContext() {
  const errors: object[] = [];
  const clock = { now: 1_000_000 };
  const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => errors.push(fields) };
  const context: Context = { now: () => clock.now, id: () => '00000000-0000-4000-8000-000000000000', log };
  return { context, clock, errors };
}

const soon = { timeout: 50_000, interval: 10 };

forEachStore('jobs', (use, kind) => {
  it('runs a job when it is due by the clock of the context, and not before', async () => {
    const { context, clock } = fakeContext();
    const jobs = createJobs({ store: use().store, context, holder: 'one' });
    const run = vi.fn(async () => {});
    jobs.register({ name: 'due', everyMs: 1000, run });
    await jobs.runDue();
    await jobs.runDue();
    expect(run).toHaveBeenCalledTimes(1);
    clock.now += 999;
    await jobs.runDue();
    expect(run).toHaveBeenCalledTimes(1);
    clock.now += 1;
    await jobs.runDue();
    expect(run).toHaveBeenCalledTimes(2);
    jobs.wake('due');
    await jobs.runDue();
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('runs a job even if the clock was set forward and back', async () => {
    const { context, clock } = fakeContext();
    const jobs = createJobs({ store: use().store, context, holder: 'one' });
    const run = vi.fn(async () => {});
    jobs.register({ name: 'jumped', everyMs: 1000, run });
    clock.now += 40 * 86_400_000;
    await jobs.runDue();
    clock.now -= 40 * 86_400_000;
    await jobs.runDue();
    expect(run).toHaveBeenCalledTimes(2);
    await jobs.runDue();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it.skipIf(kind === 'sqlite')('asks for its lease again when the clock was set back', async () => {
    const { context, clock } = fakeContext();
    const jobs = createJobs({ store: use().store, context, holder: 'one' });
    const run = vi.fn(async () => {});
    jobs.register({ name: 'lost', everyMs: 1000, run });
    await jobs.runDue();
    await use().store.write((tx) => tx.run("update lease set holder = 'two', token = token + 1 where name = 'lost'"));
    clock.now -= 3_600_000;
    await jobs.runDue();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('logs a failure and tries again next time', async () => {
    const { context, clock, errors } = fakeContext();
    const jobs = createJobs({ store: use().store, context, holder: 'one' });
    const run = vi.fn(() => Promise.reject(new Error('broken')));
    jobs.register({ name: 'failing', everyMs: 1000, run });
    await jobs.runDue();
    clock.now += 1000;
    await jobs.runDue();
    expect(run).toHaveBeenCalledTimes(2);
    expect(errors).toMatchObject([{ job: 'failing' }, { job: 'failing' }]);
  });

  it('stops when the database is gone: leases expire', async () => {
    const { context } = fakeContext();
    const { store } = use();
    let gone = false;
    const write: typeof store.write = (work, last) =>
      gone ? Promise.reject(new Error('the database is gone')) : store.write(work, last);
    const jobs = createJobs({ store: { ...store, write }, context, holder: 'one' });
    jobs.register({ name: 'held', everyMs: 1000, run: async () => {} });
    const stop = jobs.start();
    await jobs.runDue();
    gone = true;
    await stop();
  });

  it('runs on its own between start and stop, and aborts a long run', async () => {
    const context = { ...fakeContext().context, now: () => Math.round(performance.now()) };
    const jobs = createJobs({ store: use().store, context, holder: 'one' });
    let short = 0;
    let ended = false;
    jobs.register({
      name: 'short',
      everyMs: 5,
      run: async () => {
        short += 1;
      },
    });
    jobs.register({
      name: 'long',
      everyMs: 5,
      run: async (signal) => {
        while (!signal.aborted) await setTimeout(2);
        ended = true;
      },
    });
    const stop = jobs.start();
    await vi.waitFor(() => expect(short).toBeGreaterThan(3), soon);
    await stop();
    const count = short;
    await setTimeout(30);
    expect(short).toBe(count);
    expect(ended).toBe(true);
  });

  it.runIf(kind === 'postgres')('runs each piece on one node, which another takes over when it dies', async () => {
    const { context, clock } = fakeContext();
    const LEASE = 15_000;
    const runs: string[] = [];
    const node = (holder: string) => {
      const jobs = createJobs({ store: use().another(), context, holder, leaseMs: LEASE });
      jobs.register({
        name: 'shared',
        everyMs: 10,
        run: async () => {
          runs.push(holder);
        },
      });
      return jobs;
    };
    const [a, b] = [node('a'), node('b')];
    await a.runDue();
    await b.runDue();
    expect(runs).toEqual(['a']);
    clock.now += LEASE / 2;
    await Promise.all([a.runDue(), b.runDue()]);
    expect(runs).toEqual(['a', 'a']);
    clock.now += LEASE;
    await use().store.write((tx) => tx.run("update lease set until_at = 0 where name = 'shared'"));
    await b.runDue();
    expect(runs).toEqual(['a', 'a', 'b']);
    await a.runDue();
    expect(runs).toEqual(['a', 'a', 'b']);
  });

  it.runIf(kind === 'postgres')('keeps the lease through a long run, and hands it on when it stops', async () => {
    const context = { ...fakeContext().context, now: () => Math.round(performance.now()) };
    const runs: string[] = [];
    const node = (holder: string) => {
      const jobs = createJobs({ store: use().another(), context, holder, leaseMs: 1000 });
      jobs.register({
        name: 'long',
        everyMs: 10,
        run: async (signal) => {
          runs.push(holder);
          while (!signal.aborted) await setTimeout(5);
        },
      });
      return jobs.start();
    };
    const stopA = node('a');
    await vi.waitFor(() => expect(runs).toEqual(['a']), soon);
    const stopB = node('b');
    await setTimeout(2500);
    expect(runs).toEqual(['a']);
    await stopA();
    await vi.waitFor(() => expect(runs).toEqual(['a', 'b']), soon);
    await stopB();
  });
});
