// kill -9 while alerts are evaluated, sent and recorded: every event arrives, again with the same id if it was under way, and
// the records agree with what the receiver got.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../src/storage/index.js';
import { checkLedger, eventsOf } from '../alerts/support/ledger.js';
import { type Receiver, startReceiver } from '../alerts/support/receiver.js';
import { command, type Place, places, type ServerProcess, startServer } from './server-process.js';

const kills = Number(process.env.CAIRN_TEST_CRASH_ROUNDS ?? 5);
const options = { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' };
const tables = 60;
/**
 * When deliveries are stored, before the receiver answers, when it has answered, when the first results are recorded, and at any
 * moment of a check: while events are evaluated, too.
 */
const moments = ['evaluated', 'asked', 'answered', 'recorded', 'any'] as const;

describe.each(places())('killed in deliveries ($name)', ({ make }) => {
  let place: Place | undefined;
  let server: ServerProcess | undefined;
  let receiver: Receiver | undefined;
  let opened: Store | undefined;

  afterEach(async () => {
    await opened?.close();
    await server?.kill();
    await receiver?.close();
    await place?.remove();
  });

  it(`delivers every event, with ${kills} kills`, { timeout: 90_000 + kills * 20_000 }, async () => {
    place = await make();
    receiver = await startReceiver();
    const got = receiver;
    server = await startServer(place, options);
    await server.send('POST', '/v1/services/databaseServices', { name: 's', serviceType: 'CustomDatabase' });
    await server.send('POST', '/v1/databases', { name: 'd', service: 's' });
    await server.send('POST', '/v1/databaseSchemas', { name: 'p', database: 's.d' });
    const alert = await server.send('POST', '/v1/events/subscriptions', {
      ...{ name: 'a', alertType: 'Notification', resources: ['table'], pollInterval: 1, batchSize: 20 },
      destinations: [{ category: 'External', type: 'Webhook', config: { endpoint: receiver.url } }],
    });
    expect(alert.status).toBe(201);
    let sent = 0;
    for (let round = 0; round < kills; round++) {
      const current: ServerProcess = server;
      const moment = moments[round % moments.length] as (typeof moments)[number];
      const killed = killAt(moment, got, current, place);
      for (const text of ['one', 'two']) {
        const answer = await current.send('PUT', '/v1/tables/bulk', bodies(text)).catch(() => null);
        if (answer?.json?.status !== 'success') break;
        sent += tables;
      }
      await killed;
      got.answer = (_, response) => void response.end();
      server = await startServer(place, options);
    }
    await server.send('PUT', '/v1/tables/bulk', bodies('last'));
    const store = await place.open();
    opened = store;
    const events = await eventsOf(store, 'table');
    expect(events.length).toBeGreaterThanOrEqual(Math.max(tables, sent / 2));
    const states = () =>
      store.read((sql) =>
        sql.all<{ state: string; count: number }>('select state, count(*) as count from alert_delivery group by state'),
      );
    const all = { timeout: 30_000, interval: 100 };
    await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'delivered', count: events.length }]), all);
    const ledger = checkLedger(got, events);
    // What was under way at a kill: at most what one destination gets at once, and what was not recorded yet.
    expect(ledger.repeated).toBeLessThanOrEqual(kills * 120);
    console.log(`${ledger.events} events, ${ledger.repeated} repeated with ${kills} kills`);
    await server.stop();
    expect(command(place.env, 'validate')).toMatch(/ 0 problems/);
  });
});

let count = 0;
const bodies = (text: string) => {
  count += 1;
  return Array.from({ length: tables }, (_, i) => ({
    ...{ name: `t${i}`, databaseSchema: 's.d.p', description: `${text} ${count}` },
    columns: [{ name: 'c', dataType: 'INT' }],
  }));
};

/** Kills the server in the middle of what it delivers. */
async function killAt(
  moment: (typeof moments)[number],
  receiver: Receiver,
  server: ServerProcess,
  place: Place,
): Promise<void> {
  if (moment === 'any') {
    await pause(300 + Math.random() * 1200);
    return server.kill();
  }
  if (moment === 'evaluated' || moment === 'recorded') {
    await untilMore(place, moment === 'evaluated' ? 'pending' : 'delivered');
    return server.kill();
  }
  const after = receiver.got.length + 5 + Math.floor(Math.random() * 20);
  await new Promise<void>((done) => {
    receiver.answer = (_, response) => {
      if (moment === 'answered' || receiver.got.length < after) response.end();
      if (receiver.got.length === after) void server.kill().then(done);
    };
  });
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits until there are more deliveries in a state. The database is open no longer: the next start must find what a kill left. */
async function untilMore(place: Place, state: string): Promise<void> {
  const store = await place.open();
  const query = 'select count(*) as count from alert_delivery where state = $1';
  const count = async () => (await store.read((sql) => sql.get<{ count: number }>(query, [state])))?.count ?? 0;
  const before = await count();
  const until = performance.now() + 10_000;
  while ((await count()) <= before && performance.now() < until) await pause(1);
  await store.close();
}
