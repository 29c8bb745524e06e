// Four servers share the alerts: without faults each event comes once; with one killed and others paused nothing is lost.
// `npm run alerts -- --events 10000` does it for longer.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listLeases, type Store } from '../../src/storage/index.js';
import { checkLedger, eventsOf } from '../alerts/support/ledger.js';
import { type Receiver, startReceiver } from '../alerts/support/receiver.js';
import { type Place, places, type ServerProcess, startServer } from '../crash/server-process.js';

const kind = places().find(({ name }) => name === 'postgres');
const events = Number(process.env.CAIRN_TEST_ALERT_EVENTS ?? 400);
const options = { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' };
const SERVERS = 4;
const ALERTS = 12;
const SHARES = 16;
const BULK = 50;
/** A lease lasts 10 s. */
const moved = { timeout: 40_000, interval: 100 };

// Each test takes over the servers that the one before left: none can be tried again.
describe.skipIf(kind === undefined)('alerts on four servers', { retry: 0 }, () => {
  let place: Place;
  let store: Store;
  let servers: ServerProcess[];
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    place = (await kind?.make()) as Place;
    place.env.CAIRN_SECRET_KEY = Buffer.alloc(32, 5).toString('base64');
    const first = await startServer(place, options);
    servers = [first, ...(await Promise.all(Array.from({ length: SERVERS - 1 }, () => startServer(place, options))))];
    store = await place.open();
    await first.send('POST', '/v1/services/databaseServices', { name: 's', serviceType: 'CustomDatabase' });
    await first.send('POST', '/v1/databases', { name: 'd', service: 's' });
    await first.send('POST', '/v1/databaseSchemas', { name: 'p', database: 's.d' });
    for (let i = 0; i < ALERTS; i += 1) {
      const receiver = await startReceiver();
      receivers.push(receiver);
      const answer = await first.send('POST', '/v1/events/subscriptions', {
        ...{ name: `a${i}`, alertType: 'Notification', resources: ['table'], pollInterval: 1, batchSize: 100 },
        destinations: [{ category: 'External', type: 'Webhook', config: { endpoint: receiver.url } }],
      });
      expect(answer.status).toBe(201);
    }
  }, 90_000);
  afterAll(async () => {
    await store?.close();
    for (const server of servers ?? []) await server.kill();
    for (const receiver of receivers) await receiver.close();
    await place?.remove();
  });

  const holders = async () => {
    const counts = new Map<string, number>();
    for (const { holder } of await store.read((sql) => listLeases(sql, 'alerts.share.')))
      counts.set(holder, (counts.get(holder) ?? 0) + 1);
    return [...counts.values()];
  };

  /** Every share has a holder, every server holds some, and none more than its part: servers that take at once may get fewer. */
  const balanced = (count: number) =>
    vi.waitFor(async () => {
      const shares = await holders();
      expect(shares).toHaveLength(count);
      expect(shares.reduce((sum, held) => sum + held, 0)).toBe(SHARES);
      expect(Math.max(...shares)).toBeLessThanOrEqual(Math.ceil(SHARES / count));
    }, moved);

  let round = 0;
  /** Tables are made or changed through servers in turn. */
  async function happen(
    count: number,
    through: readonly ServerProcess[],
    between: () => Promise<void> = async () => {},
  ) {
    for (let made = 0; made < count; made += BULK) {
      round += 1;
      const tables = Array.from({ length: BULK }, (_, i) => ({
        ...{ name: `t${(round % 2) * BULK + i}`, databaseSchema: 's.d.p', description: `round ${round}` },
        columns: [{ name: 'c', dataType: 'INT' }],
      }));
      const answer = await (through[round % through.length] as ServerProcess).send('PUT', '/v1/tables/bulk', tables);
      expect(answer.json.status, JSON.stringify(answer.json).slice(0, 300)).toBe('success');
      await between();
    }
  }

  async function settle(): Promise<{ repeated: number }> {
    const pending = () =>
      store.read((sql) => sql.all("select id from alert_delivery where state <> 'delivered' limit 5"));
    const all = await eventsOf(store, 'table');
    for (const receiver of receivers)
      await vi.waitFor(() => expect(new Set(receiver.got.map(({ event }) => event.id)).size).toBe(all.length), {
        ...moved,
        timeout: moved.timeout + events * 10,
      });
    await vi.waitFor(async () => expect(await pending()).toEqual([]), moved);
    return { repeated: receivers.reduce((sum, receiver) => sum + checkLedger(receiver, all).repeated, 0) };
  }

  it('come once while servers come and stay', { timeout: 120_000 + events * 20 }, async () => {
    await balanced(SERVERS);
    await happen(events / 2, servers);
    expect(await settle()).toEqual({ repeated: 0 });
  });

  it('move in order when a server is stopped', { timeout: 120_000 }, async () => {
    const last = servers.pop() as ServerProcess;
    const stopping = last.stop();
    await happen(BULK, servers);
    await stopping;
    await balanced(SERVERS - 1);
    servers.push(await startServer(place, options));
    await happen(BULK, servers);
    expect(await settle()).toEqual({ repeated: 0 });
  });

  it('arrive when one is killed and others are paused', { timeout: 180_000 + events * 50 }, async () => {
    const killed = servers.pop() as ServerProcess;
    const [paused, ...working] = servers as [ServerProcess, ...ServerProcess[]];
    await happen(BULK, [killed]);
    await killed.kill();
    process.kill(paused.pid, 'SIGSTOP');
    const until = performance.now() + 14_000; // longer than a lease
    await happen(events / 2, working, () => setTimeout(events > 1000 ? 0 : 1500));
    await setTimeout(Math.max(0, until - performance.now()));
    process.kill(paused.pid, 'SIGCONT');
    const { repeated } = await settle();
    console.log(
      `${repeated} of ${receivers.length * (await eventsOf(store, 'table')).length} repeated after a kill and a pause`,
    );
    await balanced(SERVERS - 1);
  });
});
