// Deliveries that are sent again: one, a range, all that failed, and very many.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertDelivery, listDeliveries, putDestinationState } from '../../src/storage/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { type AlertWorld, openAlertWorld, PATH, soon, wait } from './support/alert-world.js';
import { type Receiver, startReceiver } from './support/receiver.js';

const WEEK = 7 * 86_400_000;

forEachSeededStore('redelivery', (use) => {
  let world: AlertWorld;
  let receiver: Receiver;
  let alert: Body;
  /** Names of the domains whose events the receiver refuses. */
  const refused = new Set<string>();
  beforeAll(async () => {
    world = await openAlertWorld(use());
    receiver = await startReceiver();
    receiver.answer = ({ event }, response) => {
      const isRefused = refused.has(event.entityFullyQualifiedName);
      response.statusCode = isRefused ? 422 : 200;
      response.end(isRefused ? 'x'.repeat(3000) : 'thanks');
    };
    alert = await world.alert({ destinations: [world.hook(receiver.url)] });
  });
  afterAll(async () => {
    await world.close();
    await receiver.close();
  });

  const at = () => `${PATH}/id/${alert.id}`;
  const redeliver = (body?: object) => world.ok('POST', `${at()}/redeliver`, body);
  const deliveries = async (query = ''): Promise<Body[]> => (await world.ok('GET', `${at()}/deliveries?${query}`)).data;
  /** Lets that many events happen, all of which are refused, and returns their failed deliveries in order. */
  const fail = async (count: number): Promise<Body[]> => {
    for (const name of refused) refused.delete(name);
    await pause(true);
    const names = await world.happen(count, 'again');
    for (const name of names) refused.add(name);
    await pause(false);
    let failed: Body[] = [];
    await soon(async () => {
      const found = (await deliveries('state=failed')).filter((one) => names.includes(one.entityFullyQualifiedName));
      expect(found).toHaveLength(count);
      failed = found.sort((a, b) => a.offset - b.offset);
    });
    receiver.got.length = 0;
    return failed;
  };
  const pause = (isOff: boolean) => world.patch(alert, '/enabled', !isOff);
  /** Waits until this many came, and that no more come. */
  const received = async (count: number) => {
    await receiver.until(count);
    await wait(200);
    const ids = receiver.got.map(({ headers }) => headers['webhook-id']);
    receiver.got.length = 0;
    return ids.sort();
  };
  const idsOf = (rows: readonly Body[]) => rows.map(({ id }) => id as string).sort();

  it('sends an event again under the same id, whether it failed or arrived, and records each attempt', async () => {
    const [failed] = (await fail(1)) as [Body];
    const again = await redeliver({ eventId: failed.eventId });
    expect(again).toEqual({ redelivered: 1 });
    expect(await received(1)).toEqual([failed.id]);
    refused.clear();
    await soon(async () =>
      expect((await deliveries(`eventId=${failed.eventId}`))[0]).toMatchObject({ state: 'failed', attempts: 2 }),
    );
    await redeliver({ eventId: failed.eventId });
    expect(await received(1)).toEqual([failed.id]);
    await soon(async () => expect(await deliveries('state=delivered')).toHaveLength(1));
    await world.ok('POST', `${PATH}/name/${alert.name}/redeliver`, { eventId: failed.eventId });
    expect(await received(1)).toEqual([failed.id]);
    await soon(async () => expect((await deliveries(`eventId=${failed.eventId}`))[0]).toMatchObject({ attempts: 4 }));
    const one = await world.ok('GET', `${at()}/deliveries/${failed.id}`);
    expect(one).toMatchObject({
      ...{ id: failed.id, state: 'delivered', source: 'SUBSCRIBER', eventId: failed.eventId, statusCode: 200 },
      ...{ destinationId: alert.destinations[0].id, entityType: 'domain', eventType: 'entityCreated' },
      history: [
        { number: 1, outcome: 'rejected', statusCode: 422, answer: 'x'.repeat(1024), durationMs: expect.any(Number) },
        { number: 2, reason: expect.stringContaining('422') },
        { number: 3, outcome: 'delivered', statusCode: 200, answer: 'thanks', timestamp: expect.any(Number) },
        { number: 4 },
      ],
    });
    expect(one.history[2]).not.toHaveProperty('reason');
    const explained = await world.ok('POST', `${PATH}/${alert.id}/explain`, { eventId: failed.eventId });
    expect(explained.decision).toEqual({ delivers: true, reason: 'The alert delivers it: 1 delivered' });
    expect(explained.deliveries).toMatchObject([{ id: failed.id, state: 'delivered', attempts: 4 }]);
  });

  it('sends all that failed again, and nothing else', async () => {
    const failed = await fail(3);
    refused.clear();
    await world.happen(1, 'fine');
    await receiver.until(1);
    receiver.got.length = 0;
    expect(await redeliver()).toEqual({ redelivered: 3 });
    expect(await received(3)).toEqual(idsOf(failed));
    await soon(async () => expect(await deliveries('state=failed')).toEqual([]));
    expect(await redeliver({})).toEqual({ redelivered: 0 });
  });

  it('sends a range of positions or times again', async () => {
    const failed = await fail(4);
    refused.clear();
    const [first, second, third, fourth] = failed as [Body, Body, Body, Body];
    expect(await redeliver({ from: second.offset, to: third.offset })).toEqual({ redelivered: 2 });
    expect(await received(2)).toEqual(idsOf([second, third]));
    await soon(async () => expect(await deliveries('state=failed')).toHaveLength(2));
    // What arrived belongs to a range, unless only failed ones are wanted.
    expect(await redeliver({ from: second.offset, status: 'failed' })).toEqual({ redelivered: 1 });
    expect(await received(1)).toEqual([fourth.id]);
    await soon(async () => expect(await deliveries('state=pending')).toHaveLength(0));
    const { timestamp } = (await world.ok('POST', `${PATH}/${alert.id}/explain`, { eventId: first.eventId })).event;
    const inTime = await redeliver({ since: timestamp, until: timestamp });
    expect(await received(inTime.redelivered)).toContain(first.id);
    expect(await redeliver({ since: timestamp + 3_600_000 })).toEqual({ redelivered: 0 });
    expect(await redeliver({ until: 1000 })).toEqual({ redelivered: 0 });
    const other = '00000000-0000-4000-8000-000000000000';
    expect(await redeliver({ status: 'all', destinationId: other })).toEqual({ redelivered: 0 });
  });

  /** An alert whose destination is down since then, and whose only delivery failed a week ago; returns both. */
  const failedLongAgo = async (id: string, downSince: number): Promise<Body> => {
    const [failed] = (await fail(1)) as [Body];
    refused.clear();
    const old = await world.alert({ destinations: [world.hook(receiver.url)] });
    const destination = old.destinations[0].id;
    await use().store.write(async (tx) => {
      const row = await tx.get<Body>('select event from alert_delivery where id = $1', [failed.id]);
      await insertDelivery(tx, {
        ...{ id, alert_id: old.id, event_id: failed.eventId, destination_id: destination, also: null, address: 'x' },
        ...{ receivers: '[]', config: null, source: 'SUBSCRIBER', position: 0, entity_id: 'x', state: 'failed' },
        ...{
          due_at: 0,
          wait: 0,
          created_at: Date.now() - WEEK,
          code: 500,
          reason: 'no',
          once_key: null,
          person_id: null,
        },
        event: row!.event,
      });
      await putDestinationState(tx, {
        ...{ alert_id: old.id, destination_id: destination, status: 'awaitingRetry', at: Date.now() },
        ...{ last_success_at: null, last_failure_at: null, last_failure_code: 500, last_failure_reason: 'no' },
        ...{ next_attempt_at: Date.now(), failures: 9, failing_since: downSince, circuit: 'open' },
        ...{ succeeded: 0, failed: 0 },
      });
    });
    return old;
  };

  it('sends what failed long ago again, to a destination that was down and from a shorter log', async () => {
    const id = '00000000-0000-4000-9000-000000000000';
    const old = await failedLongAgo(id, Date.now() - WEEK);
    expect(await world.ok('POST', `${PATH}/id/${old.id}/redeliver`)).toEqual({ redelivered: 1 });
    expect(await received(1)).toEqual([id]);
    await soon(async () =>
      expect(await world.ok('GET', `${PATH}/id/${old.id}/deliveries/${id}`)).toMatchObject({ state: 'delivered' }),
    );
  });

  it('waits for a destination that is down, however long ago the event was', async () => {
    const id = '00000000-0000-4000-9000-000000000001';
    const old = await failedLongAgo(id, Date.now() - 1000);
    const accept = receiver.answer;
    receiver.answer = (_, response) => void response.writeHead(500).end();
    expect(await world.ok('POST', `${PATH}/id/${old.id}/redeliver`)).toEqual({ redelivered: 1 });
    const state = () => world.ok('GET', `${PATH}/id/${old.id}/deliveries/${id}`);
    await soon(async () => expect(await state()).toMatchObject({ state: 'pending', attempts: 1, statusCode: 500 }));
    receiver.answer = accept;
    await soon(async () => expect(await state()).toMatchObject({ state: 'delivered', attempts: 2 }));
    receiver.got.length = 0;
  });

  it('leaves very many to a job, and sends each once, though all fail again', async () => {
    const { eventId, offset } = (await fail(1))[0] as Body;
    const many = await world.alert({ destinations: [world.hook(receiver.url)] });
    const count = 620;
    const inserted = '00000000-0000-4000-8000-';
    await use().store.write(async (tx) => {
      for (let i = 0; i < count; i += 1)
        await insertDelivery(tx, {
          ...{ id: `${inserted}${String(i).padStart(12, '0')}`, alert_id: many.id, event_id: eventId },
          ...{ destination_id: many.destinations[0].id, also: null, address: String(i), receivers: '[]', config: null },
          ...{ source: 'SUBSCRIBER', position: offset, entity_id: String(i), state: i % 2 ? 'failed' : 'delivered' },
          ...{ due_at: 0, wait: 0, created_at: Date.now(), code: 500, reason: 'no', once_key: null, event: null },
          ...{ person_id: null },
        });
    });
    const answer = await world.app.request('POST', `${PATH}/id/${many.id}/redeliver`, { body: { status: 'all' } });
    expect(answer.status).toBe(202);
    expect(answer.json).toMatchObject({ redelivered: 250, jobId: expect.any(String) });
    await receiver.until(count, 30_000);
    await soon(async () => {
      const rows = await world.read((sql) => listDeliveries(sql, { alertId: many.id, limit: 1000, offset: 0 }));
      expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual(rows.map(() => ['failed', 1]));
      expect(rows).toHaveLength(count);
    });
    // The receiver may still get what failed above.
    const ids = (await received(count)).map(String).filter((id) => id.startsWith(inserted));
    expect(new Set(ids).size).toBe(count);
  }, 60_000);

  it('refuses what makes no sense, and those who may not edit the alert', async () => {
    const status = async (body: unknown, path = `${at()}/redeliver`) =>
      (await world.app.request('POST', path, { body })).status;
    for (const body of [
      ...[[], 'x', { nonsense: 1 }, { eventId: 'x' }, { eventId: 1 }, { destinationId: 'x' }, { status: 'pending' }],
      ...[{ from: -1 }, { to: 1.5 }, { since: '1' }, { from: 1, since: 1 }],
    ])
      expect(await status(body), JSON.stringify(body)).toBe(400);
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect(await status({}, `${PATH}/id/${nobody}/redeliver`)).toBe(404);
    expect((await world.app.request('GET', `${at()}/deliveries/${nobody}`)).status).toBe(404);
    for (const query of ['state=lost', 'eventId=x', 'destinationId=x', 'limit=0'])
      expect((await world.app.request('GET', `${at()}/deliveries?${query}`)).status, query).toBe(400);
    const other = await world.alert({ destinations: [] });
    const [delivery] = await deliveries('limit=1');
    expect((await world.app.request('GET', `${PATH}/id/${other.id}/deliveries/${delivery!.id}`)).status).toBe(404);
  });
});
