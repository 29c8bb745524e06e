// Event streams over sockets: how many there may be, and how they end.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Catalog, Reply, Route } from '../catalog/index.js';
import { readConfig } from '../config/index.js';
import type { Sql } from '../storage/index.js';
import { createServer, type Server } from './create-server.js';
import { createEventStreams, type EventStreams } from './reply/event-streams.js';
import { createRequestTimes } from './request-times.js';

const log = () => undefined;
let server: Server;
let streams: EventStreams;
let address: string;
let released: number;
let sent: number;

/** Events without end: one, then none; or many long ones. */
async function* events(long: boolean): AsyncGenerator<string> {
  try {
    yield 'data: first\n\n';
    for (;;) {
      if (long) {
        sent += 1;
        yield `data: ${'x'.repeat(16_384)}\n\n`;
      } else {
        await pause(20);
        yield '';
      }
    }
  } finally {
    released += 1;
  }
}

const route = (path: string, long: boolean): Route => ({
  kind: 'action',
  method: 'GET',
  path,
  docs: { operationId: path, summary: 'x', tag: 'x', answers: {} },
  handle: async (): Promise<Reply> => ({ status: 200, mediaType: 'text/event-stream', body: events(long) }),
});

beforeEach(async () => {
  [released, sent] = [0, 0];
  streams = createEventStreams({ perUser: 2, inAll: 3, stallMs: 300 });
  server = createServer({
    config: readConfig({ port: '0', shutdownGrace: '30s' }, {}),
    routes: [route('/v1/quiet', false), route('/v1/long', true)],
    rootRoutes: [],
    catalog: {} as Catalog,
    context: { now: () => 1, id: () => '0000-seed1234', log: { debug: log, info: log, warn: log, error: log } },
    read: (work) => work({} as Sql),
    rights: { read: (open, { actor }, work) => open((sql) => work(sql, actor)) },
    writes: { route: async () => ({ status: 500 }), command: async () => null },
    authenticate: (bearer) => ({ id: String(bearer), name: String(bearer), isAdmin: false, isBot: false }),
    times: createRequestTimes(),
    streams,
  });
  address = await server.listen();
});
afterEach(async () => {
  server.app.server.closeAllConnections(); // the client opens some that it never uses
  await server.close();
});

const open = (who: string, path = '/v1/quiet', method = 'GET', signal: AbortSignal | null = null) =>
  fetch(`${address}/api${path}`, { method, headers: { authorization: `Bearer ${who}` }, signal });

it('has a limit for one user and one for all', async () => {
  const stop = new AbortController();
  for (const who of ['ann', 'ann', 'ben']) expect((await open(who, '/v1/quiet', 'GET', stop.signal)).status).toBe(200);
  expect(streams.count()).toBe(3);
  const messages = await Promise.all(
    ['ann', 'eve'].map(async (who) => {
      const refused = await open(who);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
      return ((await refused.json()) as { message: string }).message;
    }),
  );
  expect(messages).toEqual([
    'one user may have at most 2 event streams open at the same time on one server',
    'this server has 3 event streams open and takes no more',
  ]);
  stop.abort();
  await vi.waitFor(() => expect([streams.count(), released]).toEqual([0, 3]));
});

it('ends streams when the server stops, without waiting for the grace time', async () => {
  const answers = await Promise.all([open('ann'), open('ben')]);
  const texts = answers.map((answer) => answer.text());
  const began = performance.now();
  await server.close();
  expect(performance.now() - began).toBeLessThan(5000);
  expect(await Promise.all(texts)).toEqual(['data: first\n\n', 'data: first\n\n']);
  await vi.waitFor(() => expect([streams.count(), released]).toEqual([0, 2]));
});

it('answers HEAD without a stream behind it', async () => {
  const answer = await open('ann', '/v1/quiet', 'HEAD');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  await vi.waitFor(() => expect([streams.count(), released]).toEqual([0, 1]));
});

it('stops to produce for a client that reads nothing, and disconnects it', async () => {
  const { port, hostname } = new URL(address);
  const socket = connect({ port: Number(port), host: hostname });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  socket.pause();
  socket.write('GET /api/v1/long HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ann\r\n\r\n');
  await vi.waitFor(() => expect(streams.count()).toBe(1));
  await vi.waitFor(() => expect([streams.count(), released]).toEqual([0, 1]), { timeout: 10_000 });
  expect(sent).toBeLessThan(2000); // what fits into the buffers of sockets, never all that could be produced
  socket.resume();
  await closed;
});
