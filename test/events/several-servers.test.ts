// Readers of events on two servers of one database. Needs a database for several.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlacedEventRow } from '../../src/events/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { storeKinds, type TestStore } from '../support/stores.js';
import { handledBy, makeTable, recordEverywhere, recordOnce } from './recording-reader.js';

const kind = storeKinds().find(({ name }) => name === 'postgres');
const soon = { timeout: 20_000, interval: 10 };
/** Well before the next poll, on a loaded machine. Milliseconds. */
const WOKEN = 3000;

describe.skipIf(kind === undefined)('event readers on two servers', () => {
  let data: TestStore;
  let one: TestApp;
  let two: TestApp;
  const seen: PlacedEventRow[][] = [[], []];
  /** Set: the next batch of that server waits for it. */
  const held: Record<string, Promise<void> | undefined> = {};
  const waiting: string[] = [];

  beforeAll(async () => {
    data = (await kind?.open()) as TestStore;
    await makeTable(data.store);
    const serve = (server: string, n: number) =>
      createTestApp({
        store: data,
        eventReaders: [
          recordEverywhere('each', seen[n] ?? []),
          recordOnce('shared', {
            server,
            async before() {
              if (!held[server]) return;
              waiting.push(server);
              await held[server];
            },
          }),
        ],
      });
    one = await serve('one', 0);
    two = await serve('two', 1);
  });
  afterAll(async () => {
    await one?.close();
    await two?.close();
    await data?.remove();
  });

  const make = async (app: TestApp, name: string) => {
    const { status } = await app.request('POST', '/v1/classifications', { body: { name, description: 'x' } });
    expect(status).toBe(201);
  };
  const sees = (n: number, name: string) =>
    expect.poll(() => seen[n]?.some((event) => event.entity_fqn === name), { ...soon, interval: 2 }).toBe(true);
  const shared = () => handledBy(data.store, 'shared');
  const last = async () => {
    const row = await data.store.read((sql) =>
      sql.get<{ last: number }>('select max(position) as last from change_event'),
    );
    return row?.last;
  };
  const caughtUp = () => expect.poll(async () => (await shared()).at(-1)?.position === (await last()), soon).toBe(true);

  it('reach every server, and one of them where one is enough', async () => {
    for (const [n, app] of [one, two].entries()) {
      const began = performance.now();
      await make(app, `from-${n}`);
      await Promise.all([sees(0, `from-${n}`), sees(1, `from-${n}`)]);
      expect(performance.now() - began).toBeLessThan(WOKEN);
    }
    await caughtUp();
    const positions = (await shared()).map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)]);
  });

  it('are notified again after the listening connection was cut', async () => {
    const cut = async () => {
      const rows = await data.store.write((tx) =>
        tx.all("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen cairn_%'"),
      );
      expect(rows.length).toBeGreaterThan(1);
    };
    for (const name of ['cut-1', 'cut-2']) {
      await cut();
      const began = performance.now();
      await make(one, name);
      await sees(1, name);
      expect(performance.now() - began).toBeLessThan(WOKEN);
    }
    await make(one, 'after-the-cut');
    await sees(1, 'after-the-cut');
  });

  it('move to another server when the lease runs out, and the one before changes nothing more', {
    timeout: 40_000,
  }, async () => {
    let release = () => {};
    held.one = new Promise((resolve) => {
      release = resolve;
    });
    await make(two, 'held');
    await expect.poll(() => waiting, soon).toEqual(['one']);
    const before = (await shared()).length;
    // What the others find when a server is gone: a lease that it no longer prolongs.
    const lose = () =>
      data.store.write((tx) =>
        tx.run("update lease set until_at = 0, holder = 'gone' where name = 'events.reader.shared' and holder <> $1", [
          'two',
        ]),
      );
    await lose();
    await caughtUp();
    const moved = (await shared()).slice(before);
    expect(new Set(moved.map(({ server }) => server))).toEqual(new Set(['two']));
    release();
    held.one = undefined;
    await make(one, 'released');
    await caughtUp();
    const positions = (await shared()).map(({ position }) => position);
    expect(positions).toEqual(Array.from({ length: positions.length }, (_, i) => i + 1));
    expect((await shared()).every(({ server }, i) => i < before || server === 'two')).toBe(true);
  });
});
