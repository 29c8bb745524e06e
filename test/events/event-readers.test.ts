// Readers of events in a server: every event once and in order, soon after its commit, whatever a reader fails at.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/catalog/index.js';
import { createEventRetention, type EventReader, type PlacedEventRow } from '../../src/events/index.js';
import { readEvents } from '../../src/storage/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { placeAll } from '../support/read-events.js';
import { storeKinds, type TestStore } from '../support/stores.js';
import { handledBy, makeTable, readerFeature, recordingReader } from './recording-reader.js';

const soon = { timeout: 50_000, interval: 10 };
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
    app = await createTestApp({ store: data, features: [readerFeature(...eventReaders)], flags: { metrics: 'open' } });
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
    return Number(new RegExp(`^cairn_event_reader_lag_events{reader="${name}"} (\\d+)$`, 'm').exec(body)?.[1]);
  };

  it('get every event once and in order while many write', async () => {
    const order: number[] = [];
    const before = async (events: readonly PlacedEventRow[]) => void order.push(...events.map((e) => e.position));
    await serve(recordingReader('all', { before }), recordingReader('new', { batch: 3, from: 'now' }));
    await expect.poll(() => lagOf('all'), soon).toBe(0);
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 6; n++) await make(`c-${writer}-${n}`);
    });
    await Promise.all(writers);
    const all = await allPositions();
    expect(all.length).toBeGreaterThanOrEqual(24);
    await expect.poll(() => handled('all'), soon).toEqual(all);
    await expect.poll(() => lagOf('new'), soon).toBe(0);
    expect(order).toEqual(all);
    const created = await handled('new');
    expect(created).toEqual(all.slice(-created.length));
    expect([await lagOf('all'), await lagOf('new')]).toEqual([0, 0]);
  });

  it('are woken by the commit', async () => {
    await serve(recordingReader('woken'));
    await expect.poll(() => lagOf('woken'), soon).toBe(0);
    for (const name of ['first', 'second', 'third']) {
      const before = (await handled('woken')).length;
      const began = performance.now();
      await make(name);
      await expect.poll(async () => (await handled('woken')).length, { ...soon, interval: 2 }).toBeGreaterThan(before);
      expect(performance.now() - began).toBeLessThan(WOKEN);
    }
  });

  it('handle what many writes bring in a few runs', async () => {
    let runs = 0;
    await serve(recordingReader('gathering', { before: async () => void runs++ }));
    await expect.poll(() => lagOf('gathering'), soon).toBe(0);
    runs = 0;
    const began = performance.now();
    for (let n = 0; n < 40; n++) await make(`gathered-${n}`);
    await expect.poll(() => lagOf('gathering'), soon).toBe(0);
    expect(runs).toBeLessThanOrEqual((performance.now() - began) / 100 + 2);
  });

  it('follow a full batch at once', async () => {
    const before = (await allPositions()).length;
    const began = performance.now();
    await serve(recordingReader('stepwise', { batch: 5 }));
    expect(before).toBeGreaterThan(20);
    await expect.poll(async () => (await handled('stepwise')).length, soon).toBeGreaterThanOrEqual(before);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('lose nothing and do nothing twice when one fails, and hold up no other', async () => {
    let failures = 0;
    let broken = true;
    const fail = (where: string) => {
      failures += 1;
      throw new Error(`no ${where}`);
    };
    await serve(
      recordingReader('healthy'),
      recordingReader('outside', {
        before: async (events) => {
          if (broken && events.some((event) => event.entity_fqn === 'poison')) fail('outside');
        },
      }),
      recordingReader('inside', { after: () => broken && failures > 2 && fail('inside') }),
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

  it('continue after a restart where they were, and begin with what is new', async () => {
    await serve(recordingReader('all'), recordingReader('later', { from: 'now' }));
    const first = await allPositions();
    await make('before');
    const fresh = (await allPositions()).slice(first.length);
    await expect.poll(() => handled('later'), soon).toEqual(fresh);
    await app.close();
    await serve(recordingReader('all'), recordingReader('later', { from: 'now' }));
    await make('after');
    const all = await allPositions();
    await expect.poll(() => handled('all'), soon).toEqual(all);
    await expect.poll(() => handled('later'), soon).toEqual(all.slice(first.length));
  });

  it('keep their events from retention until they have handled them', async () => {
    const held = () => Promise.reject(new Error('not now'));
    await serve(recordingReader('behind', { before: held }));
    const oldest = (await allPositions())[0];
    const forget = (readers: string[]) =>
      createEventRetention({ store: data.store, now: () => Date.now() + 1000, keepMs: 1, readers }).run(
        new AbortController().signal,
      );
    await forget(['behind']);
    expect((await allPositions())[0]).toBe(oldest);
    await forget([]);
    expect(await allPositions()).toHaveLength(1);
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
      recordingReader('slow', {
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

  it('must have valid names of their own and a batch', async () => {
    await expect(serve(recordingReader('same'), recordingReader('same'))).rejects.toThrow(
      'two features have the event reader same',
    );
    await expect(serve(recordingReader('a b'))).rejects.toThrow('the name of the event reader');
    await expect(serve(recordingReader('none', { batch: 0 }))).rejects.toThrow('the batch of the event reader none');
  });
});

function said(fields: object): string | undefined {
  return 'err' in fields && fields.err instanceof Error ? fields.err.message : undefined;
}
