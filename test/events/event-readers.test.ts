// Readers of events in a server: every event once and in order, soon after its commit, whatever a reader fails at.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/catalog/index.js';
import type { EventReader, PlacedEventRow } from '../../src/events/index.js';
import { readEvents } from '../../src/storage/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { placeAll } from '../support/read-events.js';
import { storeKinds, type TestStore } from '../support/stores.js';
import { handledBy, makeTable, recordEverywhere, recordOnce } from './recording-reader.js';

const soon = { timeout: 20_000, interval: 10 };
/** Well before the next poll, on a loaded machine. Milliseconds. */
const WOKEN = 3000;

describe.each(storeKinds())('event readers ($name)', ({ open }) => {
  let data: TestStore;
  let app: TestApp;
  beforeAll(async () => {
    data = await open();
    await makeTable(data.store);
  });
  let running = false;
  afterEach(async () => {
    if (running) await app.close();
    running = false;
  });
  afterAll(() => data?.remove());

  const serve = async (...eventReaders: EventReader<Scope>[]) => {
    app = await createTestApp({ store: data, eventReaders });
    running = true;
  };
  const make = async (name: string) => {
    const { status } = await app.request('POST', '/v1/classifications', { body: { name, description: 'x' } });
    expect(status).toBe(201);
  };
  const allPositions = async () => {
    await placeAll(data.store);
    const events = await data.store.read((sql) => readEvents(sql, { after: 0, limit: 10_000 }));
    return events.map(({ position }) => position);
  };
  const handled = async (name: string) => (await handledBy(data.store, name)).map(({ position }) => position);
  const lagOf = async (name: string) => {
    const { body } = await app.server.app.inject({ url: '/metrics' });
    return Number(new RegExp(`^cairn_event_reader_lag{reader="${name}"} (\\d+)$`, 'm').exec(body)?.[1]);
  };

  it('hand on every event once and in order while many write', async () => {
    const seen: PlacedEventRow[] = [];
    const order: number[] = [];
    const before = async (events: readonly PlacedEventRow[]) => void order.push(...events.map((e) => e.position));
    await serve(recordOnce('all', { before }), recordEverywhere('each', seen));
    const start = seen.length;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let n = 0; n < 8; n++) await make(`c-${writer}-${n}`);
    });
    await Promise.all(writers);
    const all = await allPositions();
    await expect.poll(() => handled('all'), soon).toEqual(all);
    expect(order).toEqual(all);
    await expect.poll(() => seen.at(-1)?.position, soon).toBe(all.at(-1));
    const live = seen.slice(start).map(({ position }) => position);
    expect(live).toEqual(all.slice(-live.length));
    expect(live.length).toBeGreaterThanOrEqual(48);
    expect([await lagOf('all'), await lagOf('each')]).toEqual([0, 0]);
  });

  it('are woken by the commit', async () => {
    const seen: PlacedEventRow[] = [];
    await serve(recordOnce('all'), recordEverywhere('each', seen));
    await expect.poll(() => lagOf('all'), soon).toBe(0);
    for (const name of ['first', 'second', 'third']) {
      const began = performance.now();
      await make(name);
      await expect.poll(() => seen.at(-1)?.entity_fqn, { ...soon, interval: 2 }).toBe(name);
      const position = seen.at(-1)?.position;
      await expect.poll(async () => (await handled('all')).at(-1), { ...soon, interval: 2 }).toBe(position);
      expect(performance.now() - began).toBeLessThan(WOKEN);
    }
  });

  it('lose nothing and do nothing twice when one fails, and hold up no other', async () => {
    let failures = 0;
    let broken = true;
    const fail = (where: string) => {
      failures += 1;
      throw new Error(`no ${where}`);
    };
    await serve(
      recordOnce('healthy'),
      recordOnce('outside', {
        before: async (events) => {
          if (broken && events.some((event) => event.entity_fqn === 'poison')) fail('outside');
        },
      }),
      recordOnce('inside', { after: () => broken && failures > 2 && fail('inside') }),
    );
    await expect.poll(() => lagOf('outside'), soon).toBe(0);
    for (const name of ['fine', 'poison', 'behind']) await make(name);
    await expect.poll(() => failures, soon).toBeGreaterThan(2);
    const all = await allPositions();
    await expect.poll(() => handled('healthy'), soon).toEqual(all);
    expect(await lagOf('outside')).toBeGreaterThan(0);
    await make('more');
    await expect.poll(() => app.logged.some(({ fields }) => said(fields) === 'no inside'), soon).toBe(true);
    expect(app.logged).toContainEqual({
      fields: expect.objectContaining({ reader: 'outside', failures: 1, retryMs: expect.any(Number) }),
      message: 'an event reader failed and will try again',
    });
    broken = false;
    for (const name of ['healthy', 'outside', 'inside'])
      await expect.poll(() => handled(name), soon).toEqual(await allPositions());
  });

  it('go on behind what was handled after a restart, and begin with what is new', async () => {
    const later = { ...recordOnce('later'), from: 'now' as const };
    await serve(recordOnce('all'), later);
    await make('before');
    const first = await allPositions();
    await expect.poll(() => handled('all'), soon).toEqual(first);
    await expect.poll(() => handled('later'), soon).toEqual(first.slice(-1));
    await app.close();
    await serve(recordOnce('all'), { ...recordOnce('new'), from: 'now' as const });
    await make('after');
    await expect.poll(() => handled('all'), soon).toEqual(await allPositions());
    expect(await handled('new')).not.toContain(first[0]);
  });

  it('finish the batch under way when the server stops', async () => {
    let begun = () => {};
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    await serve(
      recordOnce('slow', {
        batch: 10_000,
        async before() {
          begun();
          await held;
        },
      }),
    );
    await beginning;
    running = false;
    const closing = app.close();
    end();
    await closing;
    expect((await handled('slow')).length).toBeGreaterThan(0);
  });

  it('must have names of their own', async () => {
    await expect(serve(recordOnce('same'), recordOnce('same'))).rejects.toThrow(
      'there is an event reader same already',
    );
    await expect(serve(recordOnce('a b'))).rejects.toThrow('the name of the event reader');
  });
});

function said(fields: object): string | undefined {
  return 'err' in fields && fields.err instanceof Error ? fields.err.message : undefined;
}
