// Readers of events on three servers of one database. Needs a database for several.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forPostgres } from '../support/stores.js';
import { handledBy, makeTable, readerFeature, recordingReader } from './recording-reader.js';

const soon = { timeout: 50_000, interval: 10 };
/** Well before the next poll, on a loaded machine. Milliseconds. */
const WOKEN = 3000;

forPostgres('event readers on three servers', (use) => {
  const servers: TestApp[] = [];
  /** Set: the next batch of that server waits for it. */
  const held: Record<string, Promise<void> | undefined> = {};
  const waiting: string[] = [];

  beforeAll(async () => {
    await makeTable(use().store);
    for (const server of ['one', 'two', 'three']) {
      const reader = recordingReader('shared', {
        server,
        async before() {
          if (!held[server]) return;
          waiting.push(server);
          await held[server];
        },
      });
      servers.push(await createTestApp({ store: use(), features: [readerFeature(reader)] }));
      if (server === 'one') await caughtUp();
    }
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
  });

  const make = async (server: number, name: string) => {
    const { status } = await servers[server]!.request('POST', '/v1/classifications', {
      body: { name, description: 'x' },
    });
    expect(status).toBe(201);
  };
  const shared = () => handledBy(use().store, 'shared');
  const last = async () => {
    const row = await use().store.read((sql) =>
      sql.get<{ last: number }>('select max(position) as last from change_event where position is not null'),
    );
    return row?.last;
  };
  const caughtUp = () => vi.waitFor(async () => expect((await shared()).at(-1)?.position).toBe(await last()), soon);
  /** Waits until the reader has handled what another server commits now; the milliseconds that took. */
  const timeToHandle = async (server: number, name: string) => {
    const before = (await shared()).length;
    const began = performance.now();
    await make(server, name);
    await expect.poll(async () => (await shared()).length, { ...soon, interval: 2 }).toBeGreaterThan(before);
    return performance.now() - began;
  };

  it('run on one of them, woken by the commits of all', async () => {
    for (const server of [0, 1, 2]) expect(await timeToHandle(server, `from-${server}`)).toBeLessThan(WOKEN);
    const all = await shared();
    expect(all.map(({ position }) => position)).toEqual(all.map((_, i) => i + 1));
    expect(new Set(all.map(({ server }) => server))).toEqual(new Set(['one']));
  });

  it('are woken again after the listening connections were cut', async () => {
    const cut = () =>
      use().store.write((tx) =>
        tx.all("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen cairn%'"),
      );
    for (const name of ['cut-1', 'cut-2']) {
      await expect.poll(async () => (await cut()).length, soon).toBeGreaterThanOrEqual(3);
      expect(await timeToHandle(1, name)).toBeLessThan(WOKEN);
    }
    expect(await timeToHandle(2, 'after-the-cut')).toBeLessThan(WOKEN);
  });

  it('move to another server when the lease runs out, and the one before changes nothing more', {
    timeout: 40_000,
  }, async () => {
    let release = () => {};
    held.one = new Promise((resolve) => {
      release = resolve;
    });
    await make(1, 'held');
    await expect.poll(() => waiting, soon).toEqual(['one']);
    const before = (await shared()).length;
    // What the others find when a server is gone: a lease that it no longer prolongs.
    const lose = () =>
      use().store.write((tx) =>
        tx.run("update lease set until_at = 0, holder = 'gone' where name = 'events.reader.shared'"),
      );
    await lose();
    await caughtUp();
    const moved = (await shared()).slice(before);
    const owners = new Set(moved.map(({ server }) => server));
    expect(owners.size).toBe(1);
    expect(owners).not.toContain('one');
    release();
    held.one = undefined;
    await make(0, 'released');
    await caughtUp();
    const positions = (await shared()).map(({ position }) => position);
    expect(positions).toEqual(Array.from({ length: positions.length }, (_, i) => i + 1));
    expect(new Set((await shared()).slice(before).map(({ server }) => server))).toEqual(owners);
  });
});
