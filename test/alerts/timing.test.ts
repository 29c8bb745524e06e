// Digests and quiet hours, from the change to the receiver.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { type AlertWorld, openAlertWorld, PATH, soon, wait } from './support/alert-world.js';
import { type Receiver, startReceiver } from './support/receiver.js';

forEachSeededStore('messages of alerts', (use) => {
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
  const alertTo = async (receiver: Receiver, config: object) => {
    const alert = await world.alert({ destinations: [world.hook(receiver.url, config, { type: 'Slack' })] });
    closers.unshift(() => world.app.request('DELETE', `${PATH}/${alert.id}`));
    return alert;
  };
  const states = async (alert: Body) =>
    (
      await world.read((sql) =>
        sql.all<{ state: string }>('select state from alert_delivery where alert_id = $1', [alert.id]),
      )
    ).map(({ state }) => state);

  it('are collected into one for the duration of a digest', async () => {
    const receiver = await receive();
    const alert = await alertTo(receiver, { digest: '3s' });
    const names = await world.happen(20);
    await soon(async () => expect(await states(alert)).toEqual(names.map(() => 'pending')));
    expect(receiver.got).toEqual([]);
    await receiver.until(1);
    await soon(async () => expect(await states(alert)).toEqual(names.map(() => 'delivered')));
    const body = receiver.got[0]!.event;
    expect(body.text).toContain('20 events');
    for (const name of names) expect(JSON.stringify(body)).toContain(name);
    const [last] = await world.happen(1);
    await receiver.until(2);
    expect(JSON.stringify(receiver.got[1]?.event)).toContain(last);
    expect(receiver.got).toHaveLength(2);
  });

  it('of a digest fail and are sent again together', async () => {
    const receiver = await receive();
    receiver.answer = (_, response) => {
      response.statusCode = receiver.got.length === 1 ? 503 : 200;
      response.end();
    };
    const alert = await alertTo(receiver, { digest: '1s', redelivery: { attempts: 3, firstPause: '200ms' } });
    const names = await world.happen(3);
    await receiver.until(2);
    await soon(async () => expect(await states(alert)).toEqual(names.map(() => 'delivered')));
    await wait(300);
    expect(receiver.got).toHaveLength(2);
    for (const { event } of receiver.got) expect(event.text).toContain('3 events');
    expect(receiver.got[0]?.headers['webhook-id']).toBe(receiver.got[1]?.headers['webhook-id']);
  });

  it('wait in quiet hours, and go out at once when these are taken away', async () => {
    const receiver = await receive();
    const alert = await alertTo(receiver, { quietHours: { from: '00:00', to: '00:00' } });
    const names = await world.happen(3);
    await soon(async () => expect(await states(alert)).toEqual(names.map(() => 'pending')));
    await wait(500);
    expect(receiver.got).toEqual([]);
    await world.patch(alert, '/destinations/0/config/quietHours', null);
    await receiver.until(3);
    await soon(async () => expect(await states(alert)).toEqual(names.map(() => 'delivered')));
  });

  it('are not sent as a config says that cannot be', async () => {
    for (const [config, type] of [
      [{ digest: 'soon' }, 'Slack'],
      [{ digest: '1h' }, 'Webhook'],
      [{ quietHours: { from: '22:00', to: '25:00' } }, 'GChat'],
    ] as const) {
      const destinations = [world.hook('https://example.com', config, { type })];
      const answer = await world.app.request('POST', PATH, {
        body: { name: 'timed', alertType: 'Notification', resources: ['domain'], destinations },
      });
      expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining('destinations[0].config.')]);
    }
  });
});
