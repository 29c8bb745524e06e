// Alerts whose receivers, conditions or clocks misbehave.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listAttempts } from '../../src/storage/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { type AlertWorld, openAlertWorld, PATH, soon, wait } from './support/alert-world.js';
import { type Receiver, startReceiver } from './support/receiver.js';

const HOUR = 3_600_000;
const FAST = { redelivery: { attempts: 5, firstPause: '200ms', longestPause: '400ms' } };

forEachSeededStore('alerts with faults', (use) => {
  let world: AlertWorld;
  let setBack = 0;
  const closers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    world = await openAlertWorld(use(), { now: () => Date.now() - setBack });
  });
  afterEach(async () => {
    setBack = 0;
    for (const close of closers.splice(0)) await close();
  });
  afterAll(() => world.close());

  const receive = async (port = 0): Promise<Receiver> => {
    const receiver = await startReceiver(port);
    closers.push(receiver.close);
    return receiver;
  };
  const alertTo = async (destinations: Body[], more: object = {}) => {
    const alert = await world.alert({ destinations, ...more });
    closers.unshift(() => world.app.request('DELETE', `${PATH}/${alert.id}`));
    return alert;
  };
  const rows = (alert: Body) =>
    world.read((sql) =>
      sql.all<Body>('select * from alert_delivery where alert_id = $1 order by position', [alert.id]),
    );
  const statusOf = async (alert: Body, i = 0) =>
    (await world.ok('GET', `${PATH}/${alert.id}`)).destinations[i].statusDetails;
  const describe = (id: string, text: string) =>
    world.ok('PATCH', `/v1/domains/${id}`, [{ op: 'add', path: '/description', value: text }]);
  const domainOf = async () => world.ok('GET', `/v1/domains/name/${(await world.happen())[0]}`);

  it('records a failed delivery, and goes on with the next', async () => {
    const receiver = await receive();
    receiver.answer = ({ event }, response) => {
      if (event.entityFullyQualifiedName.startsWith('bad')) response.writeHead(503).end('overloaded, s3cret');
      else response.end();
    };
    const alert = await alertTo([world.hook(receiver.url, { authType: { type: 'bearer', secretKey: 's3cret' } })]);
    await world.happen(1, 'bad');
    await world.happen(1, 'good');
    await receiver.until(2);
    await soon(async () => expect((await rows(alert)).map(({ state }) => state)).toEqual(['failed', 'delivered']));
    const [failed] = await rows(alert);
    expect(failed).toMatchObject({ attempts: 1, code: 503, reason: '503 Service Unavailable', source: 'SUBSCRIBER' });
    expect(JSON.parse(failed!.event)).toMatchObject({ entityType: 'domain' });
    const attempts = await world.read((sql) => listAttempts(sql, failed!.id));
    expect(attempts).toMatchObject([{ number: 1, outcome: 'failed', code: 503, answer: 'overloaded, *********' }]);
    expect(await statusOf(alert)).toMatchObject({ status: 'active', lastFailedStatusCode: 503 });
    await wait(300);
    expect(receiver.got).toHaveLength(2);
  });

  it('sends no more than ten messages a second to a destination that fails', async () => {
    const receiver = await receive();
    receiver.answer = (_, response) => void response.writeHead(503).end();
    await alertTo([world.hook(receiver.url)]);
    await world.happen(9, 'down');
    const got = await receiver.until(9);
    const gaps = got.slice(1).map(({ at }, i) => at - (got[i]?.at ?? 0));
    expect(Math.min(...gaps.slice(3))).toBeGreaterThan(50); // the first four were under way together
  });

  it('repeats a delivery where the destination asks for it, without letting its entity overtake it', async () => {
    const receiver = await receive();
    let failures = 2;
    const texts: string[] = [];
    receiver.answer = ({ event }, response) => {
      const { description, name } = JSON.parse(event.entity);
      if (description === 'two' && failures-- > 0) response.writeHead(500).end();
      else {
        texts.push(name.startsWith('other') ? 'other' : description);
        response.end();
      }
    };
    const alert = await alertTo([world.hook(receiver.url, FAST)]);
    const domain = await domainOf();
    await receiver.until(1);
    for (const text of ['one', 'two', 'three', 'four']) await describe(domain.id, text);
    await world.happen(1, 'other');
    await soon(() => expect(texts).toHaveLength(6));
    expect(texts.filter((text) => text !== 'other')).toEqual(['x', 'one', 'two', 'three', 'four']);
    expect(texts.indexOf('other')).toBeLessThan(texts.indexOf('two'));
    const twos = receiver.got.filter(({ event }) => JSON.parse(event.entity).description === 'two');
    expect(new Set(twos.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(twos).toHaveLength(3);
    await soon(async () => expect((await rows(alert)).map(({ attempts }) => attempts)).toEqual([1, 1, 3, 1, 1, 1]));
  });

  it('waits as long as the receiver asks, and gives up in the end', async () => {
    const receiver = await receive();
    receiver.answer = (_, response) =>
      void response.writeHead(429, receiver.got.length === 1 ? { 'retry-after': '1' } : {}).end();
    const alert = await alertTo([
      world.hook(receiver.url, { redelivery: { attempts: 3, firstPause: '50ms', longestPause: '50ms' } }),
    ]);
    await world.happen(1);
    const [first, second, third] = await receiver.until(3);
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(990);
    expect(third!.at - second!.at).toBeLessThan(900);
    await soon(async () => expect(await statusOf(alert)).toMatchObject({ status: 'retryLimitReached' }));
    expect(await rows(alert)).toMatchObject([{ state: 'failed', attempts: 3, code: 429 }]);
  });

  it('holds what is for a destination that is down, and sends it once it answers again', async () => {
    const first = await receive();
    first.answer = (_, response) => void response.writeHead(500).end();
    const alert = await alertTo([world.hook(first.url)]);
    for (let i = 0; i < 6; i += 1) {
      await world.happen(1, `down${i}x`);
      await first.until(i + 1);
      await wait(250);
    }
    await soon(async () => {
      const [state] = await world.read((sql) =>
        sql.all<Body>('select * from alert_destination where alert_id = $1', [alert.id]),
      );
      expect(state?.circuit).toBe('open');
    });
    expect(await statusOf(alert)).toMatchObject({ status: 'awaitingRetry', nextAttempt: expect.any(Number) });
    const held = await world.happen(10, 'held');
    await wait(1200);
    expect(first.got.length).toBeLessThan(12);
    first.answer = (_, response) => void response.end();
    await soon(async () => {
      const states = (await rows(alert)).filter(({ event_id }) => event_id).map(({ state }) => state);
      expect(states.filter((state) => state === 'delivered').length).toBeGreaterThanOrEqual(held.length);
      expect(states).not.toContain('pending');
    }, 15_000);
    for (const name of held) expect(first.names()).toContain(name);
    expect(await statusOf(alert)).toMatchObject({ status: 'active' });
  });

  it('records what a receiver answers, whatever bytes it answers with', async () => {
    const receiver = await receive();
    receiver.answer = (_, response) => void response.writeHead(500).end(Buffer.from([0x61, 0, 0xff, 0x62]));
    const alert = await alertTo([world.hook(receiver.url)]);
    await world.happen(1);
    await soon(async () => expect(await rows(alert)).toMatchObject([{ state: 'failed', code: 500 }]));
    const [row] = await rows(alert);
    expect(await world.read((sql) => listAttempts(sql, row!.id))).toMatchObject([{ answer: 'a\ufffd\ufffdb' }]);
  });

  it('records attempts at a destination that was down for an odd time', async () => {
    const receiver = await receive();
    receiver.answer = (_, response) => void response.writeHead(500).end();
    const alert = await alertTo([world.hook(receiver.url, FAST)]);
    const states = () =>
      world.read((sql) => sql.all<Body>('select * from alert_destination where alert_id = $1', [alert.id]));
    await world.happen(1, 'long');
    await soon(async () => expect((await states())[0]?.failures).toBeGreaterThan(0));
    setBack = -1_234_567;
    await world.happen(6, 'odd');
    await soon(async () => expect((await states())[0]?.circuit).toBe('open'));
    for (const { wait: paused, due_at: due } of await rows(alert)) {
      expect(Number.isInteger(paused)).toBe(true);
      expect(Number.isInteger(due)).toBe(true);
    }
  });

  it('delays nothing for others when a destination hangs or is dead', async () => {
    const [good, hanging] = [await receive(), await receive()];
    hanging.answer = () => {};
    const dead = await receive();
    await dead.close();
    const alert = await alertTo([world.hook(hanging.url), world.hook(dead.url), world.hook(good.url)]);
    await world.happen(30);
    await good.until(30);
    expect(hanging.got.length).toBeLessThanOrEqual(16);
    await soon(async () => {
      const failed = (await rows(alert)).filter(({ reason }) => String(reason).includes('cannot be reached'));
      expect(failed.length).toBeGreaterThan(0);
    });
    await world.patch(alert, '/destinations/0/enabled', false);
  });

  it('records what cannot be evaluated for this event and alert only', async () => {
    const receiver = await receive();
    const hook = world.hook(receiver.url);
    const [broken, sound] = [await alertTo([hook]), await alertTo([hook])];
    await use().store.write(async (tx) => {
      const row = await tx.get<Body>('select doc from entity where id = $1', [broken.id]);
      const doc = row!.doc.replace('"rules":[]', '"rules":[{"name":"x","effect":"include","condition":"nothing("}]');
      await tx.run('update entity set doc = $2 where id = $1', [broken.id, doc]);
      // As any change of an alert does. Others may have changed its lane since it was made.
      await tx.run('update alert_lane set revision = revision + 1');
      await tx.run(
        `update alert_cursor set revision = (select l.revision from alert_lane l
          where l.share = alert_cursor.share and l.every = alert_cursor.every and l.batch = alert_cursor.batch)
          where alert_id = $1`,
        [broken.id],
      );
    });
    await world.happen(2);
    await receiver.until(2);
    await soon(async () => expect(await rows(broken)).toHaveLength(2));
    expect((await rows(broken))[0]).toMatchObject({
      state: 'failed',
      source: 'PUBLISHER',
      destination_id: '',
      attempts: 0,
    });
    expect((await rows(broken))[0]?.reason).toContain('could not be evaluated');
    await soon(async () => expect((await rows(sound)).map(({ state }) => state)).toEqual(['delivered', 'delivered']));
  });

  it('loses and repeats nothing when the clock is set back', async () => {
    const receiver = await receive();
    let failures = 1;
    receiver.answer = (_, response) => void response.writeHead(failures-- > 0 ? 500 : 200).end();
    const alert = await alertTo([world.hook(receiver.url, FAST)]);
    const before = await world.happen(3);
    await receiver.until(1);
    setBack = HOUR;
    const after = await world.happen(3);
    await receiver.until(7);
    await wait(1200);
    expect(new Set(receiver.names())).toEqual(new Set([...before, ...after]));
    expect(receiver.got).toHaveLength(7);
    await soon(async () => expect((await rows(alert)).map(({ state }) => state)).toEqual(Array(6).fill('delivered')));
  });

  it('skips runs of pipelines that ended before the alert began', async () => {
    const receiver = await receive();
    const service = await world.ok('POST', '/v1/services/pipelineServices', {
      ...{ name: `runs${process.pid}`, serviceType: 'Airflow' },
    });
    const pipeline = await world.ok('POST', '/v1/pipelines', {
      ...{ name: 'p', service: service.fullyQualifiedName, tasks: [{ name: 't' }] },
    });
    await alertTo([world.hook(receiver.url)], {
      alertType: 'Observability',
      resources: ['pipeline'],
      input: {
        actions: [
          {
            name: 'GetPipelineStatusUpdates',
            effect: 'include',
            arguments: [{ name: 'pipelineStateList', input: ['Failed'] }],
          },
        ],
      },
    });
    const now = Date.now();
    const report = (timestamp: number) =>
      world.ok('PUT', `/v1/pipelines/${pipeline.fullyQualifiedName}/status`, {
        ...{ timestamp, executionStatus: 'Failed' },
        taskStatus: [{ name: 't', executionStatus: 'Failed', startTime: timestamp, endTime: timestamp + 10 }],
      });
    await report(now - 24 * HOUR);
    await report(now + HOUR);
    await receiver.until(1);
    await wait(300);
    expect(receiver.got).toHaveLength(1);
    expect(JSON.stringify(receiver.got[0]?.event)).toContain(String(now + HOUR));
  });
});
