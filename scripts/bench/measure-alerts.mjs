// How fast alerts deliver, on both databases: from a commit to the receiver, many at once, beside many other alerts, beside
// destinations that hang or are dead, and a backlog while others read.
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '../postgres-server.mjs';
import { startServer } from './server-process.mjs';

const POLL_MS = 1000;
const BULK = 1000;
const BURST = 500;
/** In each round. One lasts a tenth of a second, which other work of the machine easily lengthens by a tenth. */
const BURSTS = 5;
const SINGLE = 60;
/** Pause in which the log is copied to the database file and other alerts read the events. */
const SETTLE_MS = 2000;
const GET_PAUSE_MS = 5;
const LONGEST_MS = 900_000;
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '256MB' };

/** `events`: of the rate; `alerts`: on other sources; `backlog`: events; `on`: the databases. */
export async function measureAlerts({ events, alerts, backlog, rounds, scratch, on, profile }) {
  const results = [];
  for (const database of on) {
    const postgres = database === 'postgres' ? await startPostgres({ settings: DURABLE }) : null;
    const folder = mkdtempSync(join(scratch, 'alerts-'));
    const env = { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' };
    const server = await startServer(folder, { databaseUrl: postgres?.url ?? null, env, profile });
    const receiver = await startReceiver();
    const world = createWorld(server, receiver);
    try {
      await world.prepare();
      results.push(...(await measureOn(world, { database, events, alerts, backlog, rounds })));
    } finally {
      await receiver.close();
      await server.stop();
      await postgres?.stop();
    }
  }
  return results;
}

async function measureOn(world, { database, events, alerts, backlog, rounds }) {
  const of = database === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const result = (name, title, value, more) => {
    const most = more.most ?? true;
    const met = most ? value <= more.goal : value >= more.goal;
    return { name: `alerts-${database}-${name}`, title: `${title}, on ${of}`, value, most, met, detail: {}, ...more };
  };
  const alert = await world.alert({});
  const latency = await latencies(world);
  await burst(world, alert, BULK); // warms up
  const rates = await repeat(rounds, () => rate(world, alert, events));
  const others = await world.others();
  const alone = await repeat(rounds * BURSTS, () => burst(world, alert, BURST));
  await others.close();
  const trouble = await world.trouble();
  const beside = await repeat(rounds * BURSTS, () => burst(world, alert, BURST));
  await trouble.close();
  for (let i = 0; i < alerts; i += 1) await world.alert({ resources: ['topic'] });
  const crowded = await repeat(rounds, () => rate(world, alert, events));
  const drained = await drain(world, alert, backlog);
  const count = alerts.toLocaleString('en');
  return [
    result('latency', 'p99 from commit to first attempt, beyond the poll interval', latency - POLL_MS, {
      unit: 'ms',
      goal: 250,
    }),
    result('rate', 'deliveries to a local receiver', middle(rates), { unit: '/s', goal: 1000, most: false }),
    result(
      'crowd',
      `share of that rate beside ${count} alerts on other sources`,
      (middle(crowded) / middle(rates)) * 100,
      {
        ...{ unit: '%', goal: 85, most: false, detail: { rates: true, with: middle(crowded), without: middle(rates) } },
      },
    ),
    result('trouble', 'median delay by destinations that hang or are dead', middle(beside) - middle(alone), {
      ...{ unit: 'ms', goal: Math.max(5, middle(alone) * 0.15) },
    }),
    result('backlog-get', `p99 of GET while ${backlog.toLocaleString('en')} events are delivered`, drained.p99, {
      unit: 'ms',
      goal: 30,
    }),
    result('backlog-memory', 'growth of memory meanwhile', drained.grown, { unit: 'MB', goal: 50 }),
    result('backlog-rate', 'deliveries of the backlog', drained.rate, { unit: '/s', goal: null }),
  ];
}

async function repeat(times, measure) {
  const values = [];
  for (let i = 0; i < times; i += 1) values.push(await measure());
  return values;
}

function middle(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** p99 of single events, in milliseconds. */
async function latencies(world) {
  const times = [];
  for (let i = 0; i < SINGLE; i += 1) {
    const begun = world.receiver.count();
    const answered = await world.change(1);
    await world.receiver.until(begun + 1);
    times.push(world.receiver.last() - answered);
    await setTimeout(Math.random() * 200);
  }
  return p99(times);
}

function p99(times) {
  return times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;
}

/** Deliveries a second of events that wait, from the first of them on. */
async function rate(world, alert, events) {
  const begun = await deliver(world, alert, events);
  return (events / (world.receiver.last() - world.receiver.at(begun))) * 1000;
}

/** Median of the time from the first to each of many that wait, in milliseconds. */
async function burst(world, alert, events) {
  const begun = await deliver(world, alert, events);
  return world.receiver.at(begun + (events >> 1)) - world.receiver.at(begun);
}

/** Makes events while the alert is disabled, and waits until it has delivered them; resolves to how many came before. */
async function deliver(world, alert, events) {
  await world.enable(alert, false);
  for (let made = 0; made < events; made += BULK) await world.change(Math.min(BULK, events));
  await setTimeout(SETTLE_MS);
  const begun = world.receiver.count();
  await world.enable(alert, true);
  await world.receiver.until(begun + events);
  return begun;
}

async function drain(world, alert, backlog) {
  await world.enable(alert, false);
  for (let made = 0; made < backlog; made += BULK) await world.change(BULK);
  await setTimeout(SETTLE_MS);
  const idle = [];
  for (let i = 0; i < 200; i += 1) {
    idle.push(await world.get());
    await setTimeout(GET_PAUSE_MS);
  }
  const before = world.memory();
  const begun = world.receiver.count();
  const began = performance.now();
  await world.enable(alert, true);
  const times = [];
  let most = before;
  const done = world.receiver.until(begun + backlog).then(() => true);
  while (!(await Promise.race([done, setTimeout(GET_PAUSE_MS, false)]))) {
    times.push(await world.get());
    if (times.length % 50 === 0) most = Math.max(most, world.memory());
  }
  return {
    p99: p99(times),
    idle: p99(idle),
    grown: most - before,
    rate: (backlog / (performance.now() - began)) * 1000,
  };
}

/** Counts what it gets. */
async function startReceiver() {
  let times = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      times.push(performance.now());
      response.end();
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    count: () => times.length,
    at: (i) => times[i],
    last: () => times.at(-1),
    async until(count) {
      for (const end = performance.now() + LONGEST_MS; times.length < count; ) {
        if (performance.now() > end) throw new Error(`the receiver got ${times.length} of ${count}`);
        await setTimeout(5);
      }
    },
    close() {
      times = [];
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

function createWorld({ url, token, memory }, receiver) {
  let round = 0;
  let alerts = 0;
  const send = async (method, path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': method === 'PATCH' ? 'application/json-patch+json' : 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json).slice(0, 300)}`);
    return json;
  };
  const hook = (endpoint) => ({ category: 'External', type: 'Webhook', config: { endpoint } });
  const alert = (more) =>
    send('POST', '/events/subscriptions', {
      ...{ name: `alert${++alerts}`, alertType: 'Notification', resources: ['table'], pollInterval: POLL_MS / 1000 },
      ...{ batchSize: 100, destinations: [hook(receiver.url)], ...more },
    });
  return {
    receiver,
    send,
    alert,
    memory: () => memory().own,
    async prepare() {
      await send('POST', '/services/databaseServices', { name: 's', serviceType: 'CustomDatabase' });
      await send('POST', '/databases', { name: 'd', service: 's' });
      await send('POST', '/databaseSchemas', { name: 'p', database: 's.d' });
    },
    /** Makes or changes so many tables; resolves to when that was answered. */
    async change(count) {
      round += 1;
      const tables = Array.from({ length: count }, (_, i) => ({
        ...{ name: `t${i}`, databaseSchema: 's.d.p', description: `round ${round}` },
        columns: Array.from({ length: 12 }, (__, column) => ({ name: `column_${column}`, dataType: 'INT' })),
      }));
      const { status } = await send('PUT', '/tables/bulk', tables);
      if (status !== 'success') throw new Error(`the bulk request ended with ${status}`);
      return performance.now();
    },
    enable: ({ id }, value) => send('PATCH', `/events/subscriptions/${id}`, [{ op: 'add', path: '/enabled', value }]),
    async get() {
      const began = performance.now();
      await send('GET', '/tables/name/s.d.p.t0');
      return performance.now() - began;
    },
    /** Two further alerts, to receivers that answer. */
    async others() {
      const other = await startReceiver();
      const made = [await alert({ destinations: [hook(other.url)] }), await alert({ destinations: [hook(other.url)] })];
      return { close: () => end(made, other.close) };
    },
    /** Two further alerts, to a destination that hangs and to one that is dead. */
    async trouble() {
      const sockets = new Set();
      const hanging = createServer(() => {});
      hanging.on('connection', (socket) => sockets.add(socket));
      await new Promise((done) => hanging.listen(0, '127.0.0.1', done));
      const made = [
        await alert({ destinations: [hook(`http://127.0.0.1:${hanging.address().port}`)] }),
        await alert({ destinations: [hook('http://127.0.0.1:9')] }),
      ];
      const close = () => {
        for (const socket of sockets) socket.destroy();
        hanging.close();
      };
      return { close: () => end(made, close) };
    },
  };

  async function end(made, close) {
    for (const { id } of made) await send('DELETE', `/events/subscriptions/${id}`);
    await close();
  }
}
