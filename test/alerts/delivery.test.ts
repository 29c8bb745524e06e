// Alerts from the change to the receiver.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { getAlertPosition, lastPosition } from '../../src/storage/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { type AlertWorld, openAlertWorld, PATH, soon, wait } from './support/alert-world.js';
import { type Receiver, startReceiver } from './support/receiver.js';

forEachSeededStore('delivery of alerts', (use) => {
  let world: AlertWorld;
  const closers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    world = await openAlertWorld(use());
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  afterAll(() => world.close());

  const receive = async (): Promise<Receiver> => {
    const receiver = await startReceiver();
    closers.push(receiver.close);
    return receiver;
  };
  const alertTo = async (receiver: Receiver, more: object = {}) => {
    const alert = await world.alert({ destinations: [world.hook(receiver.url)], ...more });
    closers.unshift(() => world.app.request('DELETE', `${PATH}/${alert.id}`));
    return alert;
  };
  const rows = (alert: Body) =>
    world.read((sql) =>
      sql.all<Record<string, unknown>>('select * from alert_delivery where alert_id = $1 order by position', [
        alert.id,
      ]),
    );

  it('sends each event once, in order, from behind the creation of the alert on', async () => {
    await world.happen(2);
    const receiver = await receive();
    const alert = await alertTo(receiver);
    const names = await world.happen(25);
    await receiver.until(25);
    await wait(300);
    expect(receiver.names().sort()).toEqual([...names].sort());
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(25);
    expect(receiver.got[0]?.event).toMatchObject({
      eventType: 'entityCreated',
      entityType: 'domain',
      userName: 'admin',
    });
    await soon(async () => {
      const stored = await rows(alert);
      expect(stored.map(({ state, attempts }) => [state, attempts])).toEqual(names.map(() => ['delivered', 1]));
    });
    const position = await world.read((sql) => getAlertPosition(sql, alert.id));
    expect(position?.position).toBeGreaterThanOrEqual((await world.read(lastPosition)) - 1);
  });

  it('keeps the order of the events of one entity', async () => {
    const receiver = await receive();
    receiver.answer = (_, response) => void setTimeout(() => response.end(), Math.random() * 20);
    await alertTo(receiver);
    const [name] = await world.happen();
    const domain = await world.ok('GET', `/v1/domains/name/${name}`);
    for (let i = 0; i < 20; i += 1)
      await world.ok('PATCH', `/v1/domains/${domain.id}`, [{ op: 'add', path: '/description', value: `text ${i}` }]);
    await receiver.until(21);
    const texts = receiver.got.map(({ event }) => JSON.parse(event.entity).description);
    expect(texts).toEqual(['x', ...Array.from({ length: 20 }, (_, i) => `text ${i}`)]);
  });

  it('stands still while it is disabled, and sends the backlog once it is enabled', async () => {
    const receiver = await receive();
    const alert = await alertTo(receiver);
    const before = await world.happen(1);
    await receiver.until(1);
    await world.patch(alert, '/enabled', false);
    const meanwhile = await world.happen(3);
    await wait(1500);
    expect(receiver.names()).toEqual(before);
    await world.patch(alert, '/enabled', true);
    const after = await world.happen(1);
    await receiver.until(5);
    await wait(300);
    expect(receiver.names().sort()).toEqual([...before, ...meanwhile, ...after].sort());
  });

  it('keeps its place when it is changed, and does not evaluate past events again', async () => {
    const receiver = await receive();
    const alert = await alertTo(receiver, { resources: ['glossary'] });
    await world.happen(2);
    await wait(1300);
    await world.patch(alert, '/filteringRules/resources', ['domain']);
    await world.patch(alert, '/pollInterval', 2);
    const names = await world.happen(2);
    await receiver.until(2);
    await wait(200);
    expect(receiver.names().sort()).toEqual([...names].sort());
  });

  it('makes one request to destinations of one address, and one to each other', async () => {
    const [receiver, other] = [await receive(), await receive()];
    const alert = await alertTo(receiver, {
      destinations: [
        world.hook(`${receiver.url}/x`, { headers: { a: '1', B: '2' } }),
        world.hook(`${receiver.url}/x`, { headers: { b: '2', A: '1' } }),
        world.hook(`${receiver.url}/x`, { headers: { a: 'other' } }),
        world.hook(`${receiver.url}/x`, { queryParams: { q: '1' } }),
        world.hook(other.url),
        world.hook(other.url, { authType: { type: 'bearer', secretKey: 'k' } }),
        world.hook(`${receiver.url}/off`, {}, { enabled: false }),
      ],
    });
    await world.happen(1);
    await Promise.all([receiver.until(3), other.until(2)]);
    await wait(200);
    expect(receiver.got.map(({ url, headers }) => `${url} ${headers.a}`).sort()).toEqual([
      '/x 1',
      '/x other',
      '/x?q=1 undefined',
    ]);
    expect(other.got.map(({ headers }) => headers['webhook-signature'] !== undefined).sort()).toEqual([false, true]);
    await soon(async () => {
      const { destinations } = await world.ok('GET', `${PATH}/${alert.id}`);
      const told = destinations.map(({ statusDetails }: { statusDetails: Record<string, unknown> }) => [
        statusDetails.status,
        typeof statusDetails.lastSuccessfulAt,
      ]);
      expect(told).toEqual([...Array.from({ length: 6 }, () => ['active', 'number']), ['disabled', 'undefined']]);
    });
  });

  it('removes its records when it is deleted', async () => {
    const receiver = await receive();
    const alert = await alertTo(receiver);
    await world.happen(3);
    await receiver.until(3);
    await soon(async () => expect((await rows(alert)).length).toBe(3));
    await world.ok('DELETE', `${PATH}/${alert.id}`);
    await world.happen(1);
    await soon(async () => {
      expect(await rows(alert)).toEqual([]);
      for (const table of ['alert_cursor', 'alert_destination'])
        expect(await world.read((sql) => sql.all(`select * from ${table} where alert_id = $1`, [alert.id]))).toEqual(
          [],
        );
      expect(await world.read((sql) => sql.all('select * from alert_attempt'))).toEqual([]);
    });
    expect(receiver.got).toHaveLength(3);
  });
});
