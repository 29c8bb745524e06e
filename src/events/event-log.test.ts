import { expect, it, vi } from 'vitest';
import { eventRow } from '../../test/support/rows.js';
import { forEachStore } from '../../test/support/stores.js';
import { beginCursor, moveCursor } from '../storage/index.js';
import { appendEvents, createEventLog, createEventRetention, placeAll as placeNow } from './index.js';

forEachStore('event log', (use, kind) => {
  const place = async () => {
    if (!use().store.dialect.positionsAtInsert) await placeNow(use().store, new AbortController().signal);
  };
  const soon = { timeout: 50_000, interval: 20 };
  const placeAll = () =>
    vi.waitFor(async () => {
      await place();
      expect((await createEventLog(use()).lag()).waiting).toBe(0);
    }, soon);
  const read = async (after = 0) =>
    (await createEventLog(use()).read({ after, limit: 1000 })).map(({ id, position }) => ({ id, position }));
  const idsAfter = async (after: number) => (await read(after)).map(({ id }) => id);

  it('reads events in the order they were appended, from a position on', async () => {
    const { store } = use();
    const log = createEventLog({ store });
    const start = await log.last();
    await store.write((tx) => appendEvents(tx, [eventRow('a'), eventRow('b')]));
    await store.write((tx) =>
      appendEvents(tx, [eventRow('c', { kind: 'entityDeleted', entity_type: 'other', at: 5000 })]),
    );
    await placeAll();
    expect(await idsAfter(start)).toEqual(['a', 'b', 'c']);
    const [first, second] = await read(start);
    expect(await idsAfter(second!.position)).toEqual(['c']);
    expect(first!.position).toBeLessThan(second!.position);
    expect(await log.last()).toBeGreaterThan(second!.position);
    expect(await log.lag()).toEqual({ waiting: 0, age: 0 });
    const some = async (query: object) => (await log.read({ after: start, limit: 9, ...query })).map(({ id }) => id);
    expect(await some({ types: ['other'] })).toEqual(['c']);
    expect(await some({ kinds: ['entityCreated'] })).toEqual(['a', 'b']);
    expect(await some({ since: 6, until: 1000 })).toEqual(['a', 'b']);
    expect(await some({ since: 5000 })).toEqual(['c']);
    expect(await some({ limit: 1 })).toEqual(['a']);
  });

  it('stores no event of a failed write', async () => {
    const { store } = use();
    const start = await createEventLog({ store }).last();
    const write = store.write(async (tx) => {
      await appendEvents(tx, [eventRow('undone')]);
      throw new Error('no');
    });
    await expect(write).rejects.toThrow('no');
    await placeAll();
    expect(await read(start)).toEqual([]);
  });

  // A writer that holds its transaction open while others commit.
  function holdOpen(id: string, entity: string) {
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let begun = () => {};
    const appended = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const written = use()
      .another()
      .write(async (tx) => {
        await appendEvents(tx, [eventRow(id, { entity_id: entity })]);
        begun();
        await held;
      });
    const end = () => {
      commit();
      return written;
    };
    return { appended, commit: end };
  }

  it.runIf(kind === 'postgres')('places what is committed, whatever else is open, and the rest behind it', async () => {
    const { store } = use();
    const start = await createEventLog({ store }).last();
    const early = holdOpen('early', 'x');
    await early.appended;
    await store.write((tx) => appendEvents(tx, [eventRow('late', { entity_id: 'y' })]));
    await placeAll();
    expect(await idsAfter(start)).toEqual(['late']);
    await early.commit();
    await placeAll();
    expect(await idsAfter(start)).toEqual(['late', 'early']);
  });

  it.runIf(kind === 'postgres')('numbers each event once when two sequencers run', async () => {
    const { store } = use();
    const start = await createEventLog({ store }).last();
    const ids = Array.from({ length: 200 }, (_, i) => `n${String(i).padStart(3, '0')}`);
    await store.write((tx) =>
      appendEvents(
        tx,
        ids.map((id) => eventRow(id)),
      ),
    );
    await Promise.all([place(), place(), place()]);
    await placeAll();
    const placed = await read(start);
    expect(placed.map(({ id }) => id)).toEqual(ids);
    expect(placed.map(({ position }) => position)).toEqual(ids.map((_, i) => start + 1 + i));
  });

  it('removes old events, never the newest, and continues counting', async () => {
    const { store } = use();
    const log = createEventLog({ store });
    await store.write((tx) => appendEvents(tx, [eventRow('old', { at: 10_000 }), eventRow('newest', { at: 20_000 })]));
    await placeAll();
    const last = await log.last();
    const retention = createEventRetention({ store, now: () => 12_000, keepMs: 1000 });
    await retention.run(new AbortController().signal);
    expect(await idsAfter(0)).toEqual(['newest']);
    await store.write((tx) => appendEvents(tx, [eventRow('next')]));
    await placeAll();
    expect(await read(last)).toEqual([{ id: 'next', position: last + 1 }]);
  });

  it('removes no event that a reader has yet to handle', async () => {
    const { store } = use();
    await store.write((tx) =>
      appendEvents(
        tx,
        ['x1', 'x2', 'x3'].map((id) => eventRow(id, { at: 30_000 })),
      ),
    );
    await placeAll();
    const last = await createEventLog({ store }).last();
    await store.write((tx) => beginCursor(tx, 'slow', last - 2));
    const forget = (readers: string[]) =>
      createEventRetention({ store, now: () => 50_000, keepMs: 1000, readers }).run(new AbortController().signal);
    await forget(['slow', 'not-begun']);
    expect(await idsAfter(0)).toEqual(['x2', 'x3']);
    await store.write((tx) => moveCursor(tx, 'slow', { from: last - 2, to: last }));
    await forget(['slow']);
    expect(await idsAfter(0)).toEqual(['x3']);
  });

  it('gives no event an earlier time than its predecessor', async () => {
    const { store } = use();
    const log = createEventLog({ store });
    await placeAll();
    const [at, start] = [Date.now() + 1_000_000, await log.last()];
    const append = (id: string, time: number) =>
      store.write((tx) =>
        appendEvents(tx, [eventRow(id, { at: time, doc: JSON.stringify({ id, timestamp: time, recursive: true }) })]),
      );
    await append('ahead', at);
    await append('back', at - 5000);
    await placeAll();
    await append('later', at - 4000);
    await append('on', at + 1);
    await placeAll();
    const found = await log.read({ after: start, limit: 9 });
    const times = (id: string, time: number) => ({ id, at: time, doc: { id, timestamp: time, recursive: true } });
    expect(found.map(({ id, at: time, doc }) => ({ id, at: time, doc: JSON.parse(doc) }))).toEqual([
      times('ahead', at),
      times('back', at),
      times('later', at),
      times('on', at + 1),
    ]);
    expect((await log.read({ after: start, since: at, limit: 9 })).length).toBe(4);
  });
});
