// The stream of change events over sockets: what it sends to whom, from where on, and when it ends.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { deleteEventsBefore } from '../../src/storage/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { countingStore, forEachSeededStore, type StatementLog } from '../support/stores.js';
import { openStream, type StreamClient } from './stream-client.js';

const soon = { timeout: 20_000, interval: 20 };

forEachSeededStore('the stream of change events', (use, kind) => {
  let app: TestApp;
  let other: TestApp;
  let reads: StatementLog;
  let clock = 0;
  const addresses = new Map<TestApp, string>();
  const open: StreamClient[] = [];

  const listen = async (one: TestApp) =>
    addresses.set(one, await one.server.app.listen({ port: 0, host: '127.0.0.1' }));
  beforeAll(async () => {
    const another = () => {
      reads = countingStore(use().another());
      return reads.store;
    };
    const flags = { streamsPerUser: '100', streamStall: '1s' };
    app = await createTestApp({ store: { ...use(), another }, now: () => Date.now() + clock, flags });
    // Where one process writes, the second is the first.
    other = kind === 'postgres' ? await createTestApp({ store: use() }) : app;
    await listen(app);
    if (other !== app) await listen(other);
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(async () => {
    for (const one of new Set([other, app])) {
      one.server.app.server.closeAllConnections(); // the client opens some that it never uses
      await one.close();
    }
  });

  interface From {
    token?: string;
    lastId?: string | number;
    query?: string;
    on?: TestApp;
  }
  const follow = async ({ token = app.adminToken, lastId, query = '', on = app }: From = {}) => {
    const client = await openStream(`${addresses.get(on)}/api/v1/events/stream${query}`, {
      token,
      ...(lastId === undefined ? {} : { lastId }),
    });
    open.push(client);
    return client;
  };
  const create = async (name: string, extra: object = {}): Promise<string> => {
    const answer = await app.request('POST', '/v1/classifications', { body: { name, description: '', ...extra } });
    expect(answer.status, answer.text).toBe(201);
    return answer.json.id;
  };
  const describeIt = (id: string, value: string) =>
    app.request('PATCH', `/v1/classifications/${id}`, { body: [{ op: 'add', path: '/description', value }] });
  const names = ({ events }: StreamClient) => events.map(({ data }) => data.entityFullyQualifiedName);
  const join = async (name: string) => {
    const { json } = await app.request('POST', '/v1/users', { body: { name, email: `${name}@example.com` } });
    return { id: json.id as string, token: await app.tokenFor(name) };
  };

  it('begins at now and sends new events as they are listed', async () => {
    const client = await follow();
    expect([client.status, client.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(client.text()).toMatch(/^retry: 2000\nid: \d+\n\n/);
    const id = await create('new');
    await describeIt(id, 'told');
    const events = await client.until(2);
    expect(events.map(({ event }) => event)).toEqual(['entityCreated', 'entityUpdated']);
    expect(names(client)).toEqual(['new', 'new']);
    const listed = await app.request('GET', '/v1/events?entityCreated=classification&entityUpdated=classification');
    expect(listed.json.data.slice(-2)).toEqual(events.map(({ data }) => data));
    const metrics = await app.server.app.inject({ method: 'GET', url: '/metrics' });
    expect(metrics.body).toMatch(/^cairn_event_streams [1-9]/m);
  });

  it('resumes in the middle, on any server, without loss or repetition', async () => {
    const whole = await follow();
    const start = whole.lastId();
    for (let i = 0; i < 6; i++) await create(`middle-${i}`);
    const all = await whole.until(6);
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const seen: string[] = [];
    let lastId = start;
    for (const on of [other, app, other]) {
      const part = await follow({ lastId, on });
      const [first, second] = await part.until(2);
      part.close();
      seen.push(first?.data.id, second?.data.id);
      lastId = String(second?.id);
    }
    expect(seen).toEqual(all.map(({ data }) => data.id));
    const live = await follow({ on: other });
    await create('live'); // written through the first server
    expect((await live.until(1)).map(({ data }) => data.name ?? data.entityFullyQualifiedName)).toEqual(['live']);
    const [oldest] = (await app.request('GET', '/v1/events?limit=1')).json.data;
    expect((await (await follow({ lastId: 0 })).until(1))[0]?.data).toEqual(oldest);
  });

  it('filters as the list does, and goes on behind one of its pages', async () => {
    const page = (await app.request('GET', '/v1/events?entityUpdated=classification')).json;
    const updates = await follow({ query: `?entityUpdated=classification,table&after=${page.paging.after}` });
    const since = Date.now();
    await pause(5);
    const id = await create('filtered');
    await app.request('POST', '/v1/domains', { body: { name: 'apart', description: '', domainType: 'Aggregate' } });
    await describeIt(id, 'updated');
    expect((await updates.until(1)).map(({ event }) => event)).toEqual(['entityUpdated']);
    const timed = await follow({ query: `?entityCreated=*&timestamp=${since}` });
    await timed.until(2);
    expect(names(timed)).toEqual(['filtered', 'apart']);
  });

  it('refuses what is no position', async () => {
    const status = async (lastId: string, query?: string) =>
      (await follow({ lastId, ...(query ? { query } : {}) })).status;
    for (const garbage of ['x', '-1', '1.5', '1e3', '0x10', '99999999999999999999', "1' or 1=1", '1, 2'])
      expect(await status(garbage), garbage).toBe(400);
    const future = await follow({ lastId: 999_999_999 });
    expect([future.status, JSON.parse(future.text()).message]).toEqual([
      400,
      expect.stringMatching(/no event 999999999 yet/),
    ]);
    expect((await follow({ query: '?lastEventId=abc' })).status).toBe(400);
    expect((await follow({ query: '?after=abc' })).status).toBe(400);
    expect((await follow({ query: '?timestamp=soon' })).status).toBe(400);
    expect((await follow({ token: 'none' })).status).toBe(401);
    const now = (await follow()).lastId();
    expect((await follow({ query: `?lastEventId=abc`, lastId: now })).lastId()).toBe(now);
    expect((await follow({ query: `?lastEventId=${now}` })).lastId()).toBe(now);
  });

  it('shows each caller what they may see, and narrows with their rights', async () => {
    const rules = [{ name: 'none', effect: 'deny', resources: ['classification'], operations: ['All'] }];
    const policy = (await app.request('POST', '/v1/policies', { body: { name: 'blind', rules } })).json;
    const role = (await app.request('POST', '/v1/roles', { body: { name: 'blind', policies: [policy.name] } })).json;
    const { id, token } = await join('narrowed');
    const client = await follow({ token, query: '?entityCreated=classification', on: other });
    await create('shown');
    await client.until(1);
    const body = [{ op: 'add', path: '/roles', value: [{ id: role.id, type: 'role' }] }];
    expect((await app.request('PATCH', `/v1/users/${id}`, { body })).status).toBe(200);
    const admin = await follow({ query: '?entityCreated=classification' });
    await create('hidden');
    await admin.until(1);
    await pause(300);
    expect(names(client)).toEqual(['shown']);
    const again = await follow({ token, lastId: 0, query: '?entityCreated=classification' });
    await pause(300);
    expect(again.events).toEqual([]);
  });

  it('ends when the user is deleted, and when the token expires', async () => {
    const { id, token } = await join('leaver');
    const client = await follow({ token, on: other });
    const lasting = await follow();
    expect((await app.request('DELETE', `/v1/users/${id}?hardDelete=true`)).status).toBe(200);
    await vi.waitFor(() => expect(client.ended()).toBe(true), { timeout: 5000, interval: 20 });
    expect(client.text()).toContain(': the token is no longer valid\n\n');
    expect(lasting.ended()).toBe(false);
    const second = await join('expired');
    const expiring = await follow({ token: second.token });
    clock = 2 * 86_400_000;
    await vi.waitFor(() => expect(expiring.ended()).toBe(true), { timeout: 5000, interval: 20 });
    clock = 0;
  });

  it('serves a hundred streams with one read of new events', { timeout: 60_000 }, async () => {
    const { token } = await join('watcher');
    const clients = await Promise.all(
      Array.from({ length: 100 }, (_, i) => follow({ token: i % 2 ? token : app.adminToken })),
    );
    reads.clear();
    const before = clients.map(({ events }) => events.length);
    for (let i = 0; i < 10; i++) await create(`many-${i}`);
    await Promise.all(clients.map((client, i) => client.until((before[i] ?? 0) + 10)));
    const statements = reads.statements.filter((text) => /from change_event where position > /.test(text));
    expect(statements.length).toBeLessThanOrEqual(30); // never one for each stream
    expect(reads.statements.length).toBeLessThanOrEqual(400);
    for (const client of clients) expect(names(client).slice(-10)).toEqual(names(clients[0]!).slice(-10));
  });

  it('is followed by the program of the documentation', async () => {
    const text = readFileSync(new URL('../../docs/event-stream.md', import.meta.url), 'utf8');
    const program = /```js\n([\s\S]*?)```/.exec(text)?.[1]?.replace('http://127.0.0.1:8585', addresses.get(app) ?? '');
    const node = spawn(process.execPath, ['--input-type=module', '-e', program ?? ''], {
      env: { ...process.env, TOKEN: app.adminToken },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    node.stdout.on('data', (bytes) => {
      printed += String(bytes);
    });
    const service = { name: 'followed', serviceType: 'Postgres' };
    await app.request('PUT', '/v1/services/databaseServices', { body: service });
    await app.request('PUT', '/v1/databases', { body: { name: 'db', service: 'followed' } });
    await app.request('PUT', '/v1/databaseSchemas', { body: { name: 'public', database: 'followed.db' } });
    const table = { name: 'parcels', databaseSchema: 'followed.db.public', columns: [] };
    const { id } = (await app.request('PUT', '/v1/tables', { body: table })).json;
    let n = 0;
    await vi.waitFor(
      async () => {
        n += 1;
        const body = [{ op: 'add', path: '/description', value: `${n}` }];
        expect((await app.request('PATCH', `/v1/tables/${id}`, { body })).status).toBe(200);
        expect(printed).toContain('entityUpdated followed.db.public.parcels\n');
      },
      { timeout: 20_000, interval: 200 },
    );
    node.kill();
  });

  it('says so when events behind the position were removed', async () => {
    const ids = (await (await follow({ lastId: 0 })).until(12)).map(({ id }) => Number(id));
    await use().store.write((tx) => deleteEventsBefore(tx, { at: Date.now() + 60_000, limit: 10 }));
    const refused = await follow({ lastId: ids[1] as number }); // twelve were awaited
    expect([refused.status, JSON.parse(refused.text()).errorType]).toEqual([410, 'EVENTS_EXPIRED']);
    expect((await (await follow({ lastId: 0 })).until(1))[0]?.id).toBe(ids[10]);
    expect((await follow({ lastId: ids[9] as number })).status).toBe(200);
  });

  it('disconnects a client that reads nothing, and holds little for it', { timeout: 60_000 }, async () => {
    for (let i = 0; i < 6; i++) {
      const id = await create(`long-${i}`);
      await describeIt(id, 'x'.repeat(900_000));
    }
    const { port } = new URL(addresses.get(app)!);
    const sockets = Array.from({ length: 1 }, () => {
      const socket = connect({ port: Number(port), host: '127.0.0.1' });
      socket.on('error', () => {}).pause();
      socket.write(
        `GET /api/v1/events/stream?lastEventId=0 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${app.adminToken}\r\n\r\n`,
      );
      return socket;
    });
    const streams = async () => {
      const { body } = await app.server.app.inject({ method: 'GET', url: '/metrics' });
      return Number(/^cairn_event_streams (\d+)/m.exec(body)?.[1]);
    };
    await vi.waitFor(async () => expect(await streams()).toBe(1), soon);
    await vi.waitFor(async () => expect(await streams()).toBe(0), soon);
    for (const socket of sockets) socket.destroy();
  });
});
