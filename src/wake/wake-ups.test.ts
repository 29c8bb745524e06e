import { afterEach, expect, it, vi } from 'vitest';
import { forEachStore, type TestStore } from '../../test/support/stores.js';
import type { Context } from '../context/index.js';
import { type NoticeListener, openStore, type Store } from '../storage/index.js';
import { createWakeUps, type WakeUps, wakeServers } from './index.js';

const soon = { timeout: 50_000, interval: 5 };
/** Another catalog in the same database, in a schema of its own. */
async function openBeside({ store, url }: TestStore): Promise<Store> {
  await store.write((tx) => tx.run('create schema if not exists beside'));
  const beside = new URL(url ?? '');
  beside.searchParams.set('search_path', 'beside');
  return openStore({ databaseUrl: beside.href, path: '' });
}

const warn = vi.fn();
const log = { debug() {}, info() {}, warn, error() {} };
const context: Context = { now: () => 0, id: () => '', log };

forEachStore('wake-ups', (use, kind) => {
  const opened: WakeUps[] = [];
  const open = async (store: Pick<Store, 'listen'> = use().store) => {
    const wakeUps = createWakeUps({ store, context });
    opened.push(wakeUps);
    await vi.waitFor(() => expect(wakeUps.connected()).toBe(true), soon);
    return wakeUps;
  };
  const counter = (wakeUps: WakeUps, channel: string) => {
    const counted = { wakes: 0, end: () => {} };
    counted.end = wakeUps.subscribe(channel, () => {
      counted.wakes += 1;
    });
    return counted;
  };
  afterEach(async () => {
    for (const wakeUps of opened.splice(0)) await wakeUps.close();
  });

  it('reach the subscribers of the channel in the process', async () => {
    const wakeUps = await open();
    const [one, two, other] = [counter(wakeUps, 'a'), counter(wakeUps, 'a'), counter(wakeUps, 'b')];
    wakeUps.wake('a');
    two.end();
    wakeUps.wake('a');
    expect([one.wakes, two.wakes, other.wakes]).toEqual([2, 1, 0]);
  });

  it.runIf(kind === 'postgres')('reach all servers of the catalog after a commit, and only then', async () => {
    const servers = await Promise.all([open(), open(), open()]);
    const counters = servers.map((wakeUps) => counter(wakeUps, 'a'));
    const others = servers.map((wakeUps) => counter(wakeUps, 'b'));
    const neighbour = await openBeside(use());
    const elsewhere = counter(await open(neighbour), 'a');
    const lost = use().store.write(async (tx) => {
      await wakeServers(tx, 'a');
      throw new Error('not kept');
    });
    await expect(lost).rejects.toThrow('not kept');
    await use().store.write(async (tx) => {
      await wakeServers(tx, 'a');
      await wakeServers(tx, 'a');
    });
    await vi.waitFor(() => expect(counters.map(({ wakes }) => wakes)).toEqual([1, 1, 1]), soon);
    await use().store.write((tx) => wakeServers(tx, 'b'));
    await vi.waitFor(() => expect(others.map(({ wakes }) => wakes)).toEqual([1, 1, 1]), soon);
    expect([...counters.map(({ wakes }) => wakes), elsewhere.wakes]).toEqual([1, 1, 1, 0]);
    for (const wakeUps of opened.splice(0)) await wakeUps.close();
    await neighbour.close();
  });

  it.runIf(kind === 'sqlite')('need no notice where one process uses the database', async () => {
    const wakeUps = await open();
    await use().store.write((tx) => wakeServers(tx, 'a'));
    expect(wakeUps.connected()).toBe(true);
  });
});

it('wake everything when the connection is restored', async () => {
  let listener: NoticeListener | undefined;
  let up = false;
  const listen = (given: NoticeListener) => {
    listener = given;
    return { connected: () => up, close: async () => {} };
  };
  const wakeUps = createWakeUps({ store: { listen }, context });
  const woken: string[] = [];
  for (const channel of ['a', 'b']) wakeUps.subscribe(channel, () => woken.push(channel));
  expect(wakeUps.connected()).toBe(false);
  listener?.failed(new Error('refused'));
  expect(warn).toHaveBeenCalledWith(
    { err: new Error('refused') },
    'cannot listen for the commits of other servers, polling for them',
  );
  up = true;
  listener?.connected();
  expect([wakeUps.connected(), woken]).toEqual([true, ['a', 'b']]);
});
