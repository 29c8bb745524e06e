import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { placeAll } from '../../../../src/events/index.js';
import { eventRow } from '../../../../test/support/rows.js';
import { forEachStore } from '../../../../test/support/stores.js';
import {
  changeDelivery,
  endAlert,
  getAlertPosition,
  getLane,
  insertAttempt,
  insertDelivery,
  insertEvents,
  lastPosition,
  listAttempts,
  listCursors,
  listDestinationStates,
  listPendingDeliveries,
  moveBehind,
  moveLane,
  type NewDelivery,
  nextPendingDestination,
  type PlacedAlert,
  placeAlert,
  putDestinationState,
  redeliverEnded,
  removeDelivered,
  removeGoneAlert,
  type Sql,
  shareOfAlert,
  startAlert,
} from '../../index.js';

forEachStore('alerts', (use) => {
  const read = <T>(work: (sql: Sql) => Promise<T>) => use().store.read(work);
  const write = <T>(work: (tx: Sql) => Promise<T>) => use().store.write(work);
  const place = (alert_id: string, more: Partial<PlacedAlert> = {}) =>
    write((tx) => placeAlert(tx, { alert_id, every: 10, batch: 10, enabled: true, at: 1, ...more }));
  const positionOf = (id: string) => read((sql) => getAlertPosition(sql, id));
  const key = (id: string, every = 10) => ({ share: shareOfAlert(use().store, id), every, batch: 10 });
  const laneOf = async (id: string, every = 10) => (await read((sql) => getLane(sql, key(id, every))))!;
  const happen = async (...ids: string[]) => {
    await write((tx) =>
      insertEvents(
        tx,
        ids.map((id) => eventRow(id)),
      ),
    );
    if (!use().store.dialect.positionsAtInsert) await placeAll(use().store, new AbortController().signal);
    return read(lastPosition);
  };
  const move = async (id: string, from: number, to: number, every = 10) => {
    const { revision } = await laneOf(id, every);
    return write((tx) => moveLane(tx, key(id, every), { from, to, revision, at: 2 }));
  };

  it('keep the position of an alert while it is off, and let it catch up with its lane', async () => {
    const start = await happen('e1', 'e2');
    await place('a');
    expect(await positionOf('a')).toMatchObject({ position: start, cursor: { state: 'lane', started: 1 } });
    await place('a', { enabled: false });
    const newest = await happen('e3', 'e4', 'e5');
    expect(await move('a', start, newest)).toBe(true);
    expect(await positionOf('a')).toMatchObject({ position: start, cursor: { state: 'off' } });
    await place('a', { at: 3 });
    expect(await positionOf('a')).toMatchObject({ position: start, moved_at: 1, cursor: { state: 'behind' } });
    const { revision } = await laneOf('a');
    const step = (from: number, to: number, known = revision) =>
      write((tx) => moveBehind(tx, key('a'), ['a'], { from, to, revision: known, at: 4 }));
    expect(await step(start, start + 1, revision - 1)).toBe(false);
    expect(await step(start, start + 1)).toBe(true);
    expect((await positionOf('a'))?.cursor.state).toBe('behind');
    expect(await step(start + 1, newest)).toBe(true);
    expect(await positionOf('a')).toMatchObject({ position: newest, moved_at: 4, cursor: { state: 'lane' } });
  });

  it('tell who moves a lane that one of its alerts has changed', async () => {
    await place('b', { every: 20 });
    const before = await laneOf('b', 20);
    await place('b', { every: 30 });
    const moved = await write((tx) =>
      moveLane(tx, key('b', 20), { from: before.position, to: before.position + 1, revision: before.revision, at: 2 }),
    );
    expect(moved).toBe(false);
    expect(await read((sql) => listCursors(sql, key('b', 20), -1))).toEqual([]);
    expect((await read((sql) => listCursors(sql, key('b', 30), 0))).map(({ alert_id }) => alert_id)).toEqual(['b']);
  });

  it('begin behind the event of their creation, and move to a lane that nobody reads with', async () => {
    const start = await happen('e6');
    await place('c', { every: 40, created: true });
    const newest = await happen('e7', 'e8');
    await write((tx) => startAlert(tx, { alert_id: 'c', position: newest - 1, at: 9 }));
    expect((await positionOf('c'))?.cursor).toMatchObject({
      ...{ started: 1, position: newest - 1, start_position: newest - 1, start_at: 9 },
    });
    expect((await laneOf('c', 40)).position).toBe(start);
    await place('c', { every: 40, position: newest });
    expect(await laneOf('c', 40)).toMatchObject({ position: newest });
    // An alert that is moved behind the event of its creation never reads that.
    await place('skipped', { every: 45, created: true });
    expect((await positionOf('skipped'))?.cursor.started).toBe(0);
    const later = await happen('e9', 'e10');
    await place('skipped', { every: 45, position: later });
    expect((await positionOf('skipped'))?.cursor).toMatchObject({ started: 1, position: later });
  });

  const delivery = (id: string, more: Partial<NewDelivery> = {}): NewDelivery => ({
    ...{ id, alert_id: 'd', destination_id: 'one', also: null, address: 'x', receivers: '[]', config: null },
    ...{
      source: 'SUBSCRIBER' as const,
      position: 5,
      event_id: `event ${id}`,
      entity_id: 'e',
      state: 'pending' as const,
    },
    ...{ due_at: 1, wait: 0, created_at: 1, code: null, reason: null, once_key: null, event: null },
    ...{ person_id: null, ...more },
  });
  const pending = async (id = 'one') =>
    (await read((sql) => listPendingDeliveries(sql, { alert_id: 'd', destination_id: id }, 10))).map((row) => row.id);

  it('store one delivery for an event and an address, in the order of the events', async () => {
    await write(async (tx) => {
      await insertDelivery(tx, delivery('d2', { position: 7, once_key: 'k' }));
      await insertDelivery(tx, delivery('d1', { position: 6 }));
      await insertDelivery(tx, delivery('d3', { event_id: 'event d1' }));
      await insertDelivery(tx, delivery('d4', { once_key: 'k' }));
      await insertDelivery(tx, delivery('d5', { destination_id: 'two', also: '["three"]' }));
    });
    expect(await pending()).toEqual(['d1', 'd2']);
    const next = (destination_id: string) =>
      read((sql) => nextPendingDestination(sql, { alert_id: 'd', destination_id }));
    expect(await next('')).toEqual({ alert_id: 'd', destination_id: 'one' });
    expect(await next('one')).toEqual({ alert_id: 'd', destination_id: 'two' });
    expect(await next('two')).toBeUndefined();
  });

  it('record attempts, deliver again, and forget', async () => {
    const attempt = {
      delivery_id: 'd1',
      at: 5,
      outcome: 'failed' as const,
      code: 500,
      duration: 3,
      reason: 'no',
      answer: '',
    };
    const change = { id: 'd1', due_at: 1, wait: 0, at: 5, code: 500, reason: 'no', event: null };
    await write(async (tx) => {
      await insertAttempt(tx, attempt);
      await insertAttempt(tx, { ...attempt, outcome: 'delivered', reason: null });
      await insertAttempt(tx, { ...attempt, delivery_id: 'removed' });
      await changeDelivery(tx, { ...change, state: 'failed', event: '{}' }, 1);
      await changeDelivery(tx, { ...change, id: 'd5', state: 'delivered' }, 0);
    });
    expect((await read((sql) => listAttempts(sql, 'd1'))).map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'failed'],
      [2, 'delivered'],
    ]);
    expect(await read((sql) => listAttempts(sql, 'removed'))).toEqual([]);
    expect(await pending()).toEqual(['d2']);
    const again = async (more: object) => {
      const asked = { alertId: 'd', state: 'failed' as const, endedBy: 5, limit: 10, at: 8, ...more };
      return (await write((tx) => redeliverEnded(tx, asked))).ids.length;
    };
    expect(await again({ from: 7 })).toBe(0);
    expect(await again({ endedBy: 4 })).toBe(0);
    expect(await again({ eventId: 'event d1' })).toBe(1);
    expect(await pending()).toEqual(['d1', 'd2']);
    expect(await again({ state: 'delivered', destinationId: 'one' })).toBe(0);
    expect(await write((tx) => removeDelivered(tx, { alertId: 'd', keep: 1, limit: 10 }))).toBe(0);
    expect(await write((tx) => removeDelivered(tx, { alertId: 'd', keep: 0, limit: 10 }))).toBe(1);
  });

  it('remove the records of a deleted alert', async () => {
    await place('d', { every: 50 });
    const { revision } = await laneOf('d', 50);
    await write((tx) => endAlert(tx, 'd'));
    expect(await positionOf('d')).toBeUndefined();
    expect((await read((sql) => listCursors(sql, key('d', 50), revision)))[0]).toMatchObject({ state: 'gone' });
    while (await write((tx) => removeGoneAlert(tx, 1)));
    expect(await pending()).toEqual([]);
    expect(await read((sql) => listAttempts(sql, 'd1'))).toEqual([]);
    expect(await read((sql) => listCursors(sql, key('d', 50), -1))).toEqual([]);
  });

  it('leave nothing that another server records while they are removed', async () => {
    await place('f', { every: 60 });
    await write((tx) => insertDelivery(tx, delivery('f1', { alert_id: 'f' })));
    const attempt = { delivery_id: 'f1', at: 5, outcome: 'delivered' as const, code: 200, duration: 3 };
    const change = { id: 'f1', state: 'delivered' as const, due_at: 1, wait: 0, at: 5, code: 200, reason: null };
    const state = { status: 'active' as const, at: 5, last_success_at: 5, last_failure_at: null, failures: 0 };
    let removed: Promise<void> | undefined;
    await write(async (tx) => {
      await insertAttempt(tx, { ...attempt, reason: null, answer: null });
      await putDestinationState(tx, {
        ...{ alert_id: 'f', destination_id: 'one', ...state, last_failure_code: null, last_failure_reason: null },
        ...{ next_attempt_at: null, failing_since: null, circuit: 'closed', succeeded: 1, failed: 0 },
      });
      removed ??= (async () => {
        await write((other) => endAlert(other, 'f'));
        while (await write((other) => removeGoneAlert(other, 10)));
      })();
      // It ends within this time, unless it waits for this transaction.
      await Promise.race([removed, setTimeout(300)]);
      await changeDelivery(tx, { ...change, event: null }, 1);
    });
    await removed;
    expect(await read((sql) => listAttempts(sql, 'f1'))).toEqual([]);
    expect(await read((sql) => listDestinationStates(sql, ['f']))).toEqual([]);
    expect(await read((sql) => listCursors(sql, key('f', 60), -1))).toEqual([]);
  });
});
