// A server that is told to stop while its database is away ends, and what it had delivered but not recorded comes again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../alerts/support/receiver.js';
import { type Place, places, type ServerProcess, startServer } from '../crash/server-process.js';
import { type CutLine, openLine } from './cut-line.js';

const kind = places().find(({ name }) => name === 'postgres');
/** Longer than a lease of alerts, which nobody could release. */
const TAKEN_OVER = 30_000;

describe.skipIf(kind === undefined)('a server without its database', () => {
  let place: Place;
  let line: CutLine;
  let server: ServerProcess;
  let receiver: Receiver;
  const start = () => startServer(place, { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8', CAIRN_DATABASE_URL: line.url });
  beforeAll(async () => {
    place = (await kind?.make()) as Place;
    line = await openLine(place.env.CAIRN_DATABASE_URL as string);
    receiver = await startReceiver();
    server = await start();
  }, 60_000);
  afterAll(async () => {
    await server?.kill();
    await receiver.close();
    await line.cut();
    await place.remove();
  });

  it('stops soon, and loses no delivery', { timeout: 120_000 }, async () => {
    const alert = await server.send('POST', '/v1/events/subscriptions', {
      ...{ name: 'a', alertType: 'Notification', resources: ['domain'], pollInterval: 1 },
      destinations: [{ category: 'External', type: 'Webhook', config: { endpoint: receiver.url } }],
    });
    expect(alert.status).toBe(201);
    receiver.answer = (_, response) => void line.cut().then(() => response.end());
    await server.send('POST', '/v1/domains', { name: 'Finance', domainType: 'Aggregate', description: 'x' });
    const [first] = await receiver.until(1);
    const began = performance.now();
    await server.stop();
    console.log(`stopped after ${Math.round(performance.now() - began)} ms`);
    expect(performance.now() - began).toBeLessThan(20_000);
    receiver.answer = (_, response) => void response.end();
    await line.mend();
    server = await start();
    const [, again] = await receiver.until(2, TAKEN_OVER);
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });
});
