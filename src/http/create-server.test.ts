import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CatalogError } from '../../contract/errors.js';
import type { Actor, Catalog, Reply, Request, Route } from '../catalog/index.js';
import { type OptionName, readConfig } from '../config/index.js';
import type { Sql } from '../storage/index.js';
import { createServer, type Server } from './create-server.js';
import { createEventStreams } from './reply/event-streams.js';
import { createRequestTimes } from './request-times.js';

const LONG = 'x'.repeat(40_000);
const soon = { timeout: 50_000, interval: 20 };
const docs = { operationId: 'x', summary: 'x', tag: 'x', answers: {} };
const ann: Actor = { id: 'a1', name: 'ann', isAdmin: false, isBot: false };

let server: Server;
let logged: { fields: object; message: string }[];
let clock: number;

function start(routes: Route[], flags: Partial<Record<OptionName, string>> = {}): Server {
  const log = (fields: object, message: string) => void logged.push({ fields, message });
  server = createServer({
    config: readConfig({ port: '0', ...flags }, {}),
    routes,
    rootRoutes: [],
    catalog: {} as Catalog,
    context: { now: () => clock, id: () => '0000-seed1234', log: { debug: log, info: log, warn: log, error: log } },
    read: (work) => work({} as Sql),
    rights: { read: (open, { actor }, work) => open((sql) => work(sql, actor)) },
    writes: {
      route: async (key, request, actor) => echo({ ...request, params: { ...request.params, key, actor: actor.name } }),
      command: async () => null,
    },
    authenticate: (bearer) => {
      if (bearer !== 'good') throw new CatalogError('UNAUTHORIZED', 'the token is not valid');
      return ann;
    },
    times: createRequestTimes(),
    streams: createEventStreams({ perUser: 1, inAll: 1, stallMs: 1000 }),
  });
  return server;
}

const echo = (request: Request): Reply => ({ status: 200, body: JSON.stringify(request) });
const read = (path: string, handle: (request: Request) => Promise<Reply>, open = false): Route => ({
  kind: 'read',
  method: 'GET',
  path,
  docs,
  open,
  handle,
});
const write = (method: Route['method'], path: string): Route => ({
  kind: 'write',
  method,
  path,
  docs,
  handle: async () => ({ status: 500 }),
});
const token = { authorization: 'Bearer good' };

beforeEach(() => {
  logged = [];
  clock = 1_000_000;
});
afterEach(() => server.close());

describe('requests that find their route', () => {
  test('a name with slashes, punctuation and 3,000 letters is decoded', async () => {
    const name = `a/b %2F "ü" ${'語'.repeat(3000)}`;
    const { app } = start([read('/v1/things/name/{fqn}', async (request) => echo(request))]);
    const url = `/api/v1/things/name/${encodeURIComponent(name)}`;
    const answer = await app.inject({ url, headers: token, query: { fields: ['a', 'b'], limit: '3' } });
    expect(answer.json()).toMatchObject({
      params: { fqn: name },
      query: { fields: 'a,b', limit: '3' },
      bearer: 'good',
    });
    expect(answer.headers).toMatchObject({
      server: 'Cairn',
      'x-request-id': 'seed1234-1',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
    });
  });

  test('the body of a write is passed on unchanged', async () => {
    const { app } = start([write('PATCH', '/v1/things/{id}')]);
    const payload = ' [ {"op" : "x"}]';
    const headers = { ...token, 'content-type': 'application/json-patch+json; charset=utf-8', 'if-match': '"0.1"' };
    const answer = await app.inject({ method: 'PATCH', url: '/api/v1/things/7', payload, headers });
    expect(answer.json()).toMatchObject({
      params: { id: '7', key: 'PATCH /v1/things/{id}', actor: 'ann' },
      body: payload,
      mediaType: 'application/json-patch+json',
      ifMatch: '"0.1"',
    });
  });

  test('DELETE with a content type and no body is accepted', async () => {
    const { app } = start([write('DELETE', '/v1/things/{id}')]);
    const headers = { ...token, 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'DELETE', url: '/api/v1/things/7', headers });
    expect([answer.statusCode, answer.json().body]).toEqual([200, null]);
  });

  test('HEAD responds like GET without the body', async () => {
    const { app } = start([read('/v1/things', async (request) => echo(request))]);
    const answer = await app.inject({ method: 'HEAD', url: '/api/v1/things', headers: token });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(10);
  });

  test.each([204, 304])('%i has no body', async (status) => {
    const { app } = start([read('/v1/things', async () => ({ status, headers: { etag: '"0.1"' } }))]);
    const answer = await app.inject({ url: '/api/v1/things', headers: token });
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([status, '', '"0.1"']);
    expect(answer.headers['content-type']).toBeUndefined();
  });

  test('a request id is adopted if it is a plain word', async () => {
    const { app } = start([read('/v1/things', async (request) => echo(request))]);
    const ask = (id: string) => app.inject({ url: '/api/v1/things', headers: { ...token, 'x-request-id': id } });
    expect((await ask('job-7')).headers['x-request-id']).toBe('job-7');
    expect((await ask('a b{}')).headers['x-request-id']).toBe('seed1234-1');
  });
});

/** Sends raw text and resolves to everything received until the server closes the connection. */
function asker(listening: string) {
  const address = new URL(listening);
  return async (text: string): Promise<string> => {
    const socket = connect(Number(address.port), address.hostname);
    let received = '';
    socket.on('data', (data) => {
      received += data.toString();
    });
    socket.write(text);
    await once(socket, 'close');
    return received;
  };
}

describe('refusals', () => {
  test.each([
    ['GET', '/api/v1/nothing', 404, 'ENTITY_NOT_FOUND', undefined],
    ['GET', '/elsewhere', 404, 'ENTITY_NOT_FOUND', undefined],
    ['PUT', '/api/v1/things', 405, 'METHOD_NOT_ALLOWED', 'GET, POST, HEAD, OPTIONS'],
    ['TRACE', '/api/v1/things', 405, 'METHOD_NOT_ALLOWED', 'GET, POST, HEAD, OPTIONS'],
    ['GET', '/api/v1/things/%E0%A4%A', 400, 'BAD_REQUEST', undefined],
    ['GET', `/api/v1/things/${LONG}`, 414, 'BAD_REQUEST', undefined],
    ['GET', '/api/v1/things', 401, 'UNAUTHORIZED', undefined],
  ] as const)('%s %.40s', async (method, url, status, errorType, allow) => {
    const { app } = start([
      read('/v1/things', async (request) => echo(request)),
      read('/v1/things/{id}', async (request) => echo(request)),
      write('POST', '/v1/things'),
    ]);
    const answer = await app.inject({ method: method as 'GET', url });
    expect(answer.json()).toEqual({ code: status, errorType, message: expect.any(String) });
    expect([answer.statusCode, answer.headers.allow]).toEqual([status, allow]);
  });

  test('checks the token before the media type, and the media type before the size', async () => {
    const { app } = start([write('POST', '/v1/things')], { bodyLimit: '10' });
    const post = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/api/v1/things', payload: 'name=x&more=y', headers });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post(form)).json().code).toBe(401);
    expect((await post({ ...form, ...token })).json()).toMatchObject({
      code: 415,
      errorType: 'UNSUPPORTED_MEDIA_TYPE',
    });
    expect((await post({ ...token, 'content-type': 'application/json' })).json()).toMatchObject({
      code: 413,
      errorType: 'BULK_LIMIT_EXCEPTION',
      message: 'the body must not exceed 10 bytes',
    });
  });

  test('a compressed body is refused and the encoding is named', async () => {
    const { app } = start([write('POST', '/v1/things')]);
    const post = (encoding: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/things',
        payload: '{}',
        headers: { ...token, 'content-type': 'application/json', 'content-encoding': encoding },
      });
    expect((await post('gzip')).json()).toEqual({
      code: 415,
      errorType: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'the content encoding gzip is not supported; send the body uncompressed',
    });
    expect((await post('identity')).statusCode).toBe(200);
  });

  test('an unexpected error is logged under an id, and the response contains only the id', async () => {
    const { app } = start([read('/v1/things', () => Promise.reject(new Error('password is hunter2')))]);
    const answer = await app.inject({ url: '/api/v1/things', headers: token });
    expect(answer.json()).toEqual({
      code: 500,
      errorType: 'INTERNAL_ERROR',
      message: 'unexpected error, request seed1234-1',
    });
    expect(logged).toMatchObject([{ fields: { requestId: 'seed1234-1', err: { message: 'password is hunter2' } } }]);
  });

  test('over the rate limit: 429 with a delay, and allowed again in the next minute', async () => {
    const { app } = start([read('/v1/things', async (request) => echo(request))], { rateLimit: '2' });
    const ask = async () => app.inject({ url: '/api/v1/things', headers: token });
    expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200]);
    clock += 15_000;
    const refused = await ask();
    expect(refused.json()).toEqual({
      code: 429,
      errorType: 'LIMITS_EXCEPTION',
      message: 'too many requests; try again in 45 seconds',
    });
    expect(refused.headers['retry-after']).toBe('45');
    clock += 45_000;
    expect((await ask()).statusCode).toBe(200);
  });

  test('the rate limit counts refused tokens by address and ignores probes', async () => {
    const probe = { ...read('/v1/probe', async (request) => echo(request), true), unmetered: true };
    const { app } = start([probe, read('/v1/things', async (request) => echo(request))], { rateLimit: '2' });
    const ask = async (url: string, headers = {}) => (await app.inject({ url: `/api/v1/${url}`, headers })).statusCode;
    for (const status of [200, 200, 200]) expect(await ask('probe')).toBe(status);
    const stale = { authorization: 'Bearer stale' };
    expect([await ask('things', stale), await ask('things'), await ask('things', stale)]).toEqual([401, 401, 429]);
    expect([await ask('probe'), await ask('things', token)]).toEqual([200, 200]);
  });

  test('errors of the HTTP parser have the error body too', async () => {
    const ask = asker(await start([]).listen());
    expect(await ask('nonsense\r\n\r\n')).toContain('{"code":400,"errorType":"BAD_REQUEST"');
    expect(await ask(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(70_000)}\r\n\r\n`)).toContain('{"code":431');
  });

  test.each(['GET', 'POST', 'OPTIONS'])('%s needs one Host header', async (method) => {
    const ask = asker(await start([read('/v1/things', async (request) => echo(request), true)]).listen());
    const line = (version: string) => `${method} /api/v1/things HTTP/${version}\r\n`;
    for (const hosts of ['', 'Host: a\r\nhost: b\r\n', 'host: a\r\nHOST: a\r\n']) {
      const answer = await ask(`${line('1.1')}${hosts}\r\n`);
      expect(answer, hosts).toMatch(/^HTTP\/1.1 400 /);
      expect(answer, hosts).toContain(
        '{"code":400,"errorType":"BAD_REQUEST","message":"the request must have exactly one Host',
      );
      expect(answer.toLowerCase(), hosts).toContain('connection: close');
    }
    expect(await ask(`${line('1.0')}\r\n`)).not.toContain('one Host');
    expect(await ask(`${line('1.1')}host: a\r\nconnection: close\r\n\r\n`)).not.toContain('one Host');
  });

  test('a body that is not UTF-8 is refused', async () => {
    const { app } = start([write('POST', '/v1/things')]);
    const post = (payload: Buffer) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/things',
        payload,
        headers: { ...token, 'content-type': 'application/json' },
      });
    for (const bytes of ['"\xff"', '"\xc3("', '"\xed\xa0\x80"', '"\xc0\x80"', '"\xe2\x82', '\xff\xfe"\0'])
      expect((await post(Buffer.from(bytes, 'latin1'))).json()).toEqual({
        code: 400,
        errorType: 'BAD_REQUEST',
        message: 'The body is not valid UTF-8',
      });
    expect((await post(Buffer.from('"é語😀"'))).json().body).toBe('"é語😀"');
  });

  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

  test.each([
    ['a body of a known length', 'content-length: 300000', 'x'.repeat(300_000)],
    ['a body in pieces', 'transfer-encoding: chunked', `${chunk('x'.repeat(1000)).repeat(300)}0\r\n\r\n`],
  ])('after %s that is too large the client gets a response and the connection closes', async (_, header, body) => {
    const ask = asker(await start([write('POST', '/v1/things')], { bodyLimit: '10KiB' }).listen());
    const answer = await ask(
      `POST /api/v1/things HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n${header}\r\n\r\n${body}GET /api/v1/things HTTP/1.1\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(answer).toContain('the body must not exceed 10240 bytes');
    expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
  });

  test('a client that never stops sending gets a response and is then disconnected', async () => {
    const address = new URL(await start([write('POST', '/v1/things')], { bodyLimit: '10KiB' }).listen());
    const socket = connect(Number(address.port), address.hostname);
    let received = '';
    let closed = false;
    socket
      .on('data', (data) => {
        received += data.toString();
      })
      .on('error', () => {})
      .on('close', () => {
        closed = true;
      });
    socket.write(
      'POST /api/v1/things HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\ntransfer-encoding: chunked\r\n\r\n',
    );
    const sending = setInterval(() => socket.writable && socket.write(chunk('x'.repeat(8000))), 10);
    await expect.poll(() => received, soon).toContain('{"code":413');
    await expect.poll(() => closed, soon).toBe(true);
    clearInterval(sending);
  });
});

test('a body that does not arrive in time is refused', async () => {
  const address = new URL(await start([write('POST', '/v1/things')], { requestTimeout: '1s' }).listen());
  const socket = connect(Number(address.port), address.hostname);
  let received = '';
  socket.on('data', (data) => {
    received += data.toString();
  });
  socket.write('POST /api/v1/things HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\ncontent-length: 9\r\n\r\n{');
  await expect.poll(() => received, soon).toContain('{"code":408,"errorType":"BAD_REQUEST"');
});

describe('open routes', () => {
  test('work without a token and with an expired one', async () => {
    const { app } = start([read('/v1/open', async (request) => echo(request), true)]);
    for (const headers of [{}, { authorization: 'Bearer stale' }, { authorization: 'Basic YTpi' }])
      expect((await app.inject({ url: '/api/v1/open', headers })).statusCode).toBe(200);
  });
});

describe('browsers of other origins', () => {
  const routes = () => [read('/v1/things', async (request) => echo(request))];
  const preflight = {
    method: 'OPTIONS',
    url: '/api/v1/things',
    headers: { origin: 'https://app.example.com' },
  } as const;

  test('are not allowed by default', async () => {
    const answer = await start(routes()).app.inject(preflight);
    expect([answer.statusCode, answer.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('are allowed if configured', async () => {
    const { app } = start(routes(), { corsOrigins: 'https://app.example.com' });
    expect((await app.inject(preflight)).headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    });
    const other = await app.inject({ ...preflight, headers: { origin: 'https://evil.example.com' } });
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('streamed answers', () => {
  const pieces = (count: number, left: { returned: boolean; sent: number }) =>
    async function* () {
      try {
        for (let i = 0; i < count; i++) {
          left.sent = i + 1;
          yield `${'x'.repeat(65_535)}\n`;
        }
      } finally {
        left.returned = true;
      }
    };

  test('arrive completely', async () => {
    const left = { returned: false, sent: 0 };
    const { app } = start([read('/v1/long', async () => ({ status: 200, body: pieces(20, left)() }))]);
    const answer = await app.inject({ url: '/api/v1/long', headers: token });
    expect([answer.body.length, left.returned]).toEqual([20 * 65_536, true]);
  });

  test('become an error response if they fail before the first chunk', async () => {
    const { app } = start([
      read('/v1/long', async () => ({
        status: 200,
        // biome-ignore lint/correctness/useYield: fails before it yields
        body: (async function* (): AsyncGenerator<string> {
          throw new CatalogError('ENTITY_NOT_FOUND', 'gone');
        })(),
      })),
    ]);
    expect((await app.inject({ url: '/api/v1/long', headers: token })).json()).toMatchObject({ code: 404 });
  });

  test('become an error response if they fail before any output', async () => {
    const { app } = start([
      read('/v1/long', async () => ({
        status: 200,
        body: (async function* (): AsyncGenerator<string> {
          yield '';
          throw new CatalogError('ENTITY_NOT_FOUND', 'gone');
        })(),
      })),
    ]);
    expect((await app.inject({ url: '/api/v1/long', headers: token })).json()).toMatchObject({ code: 404 });
  });

  test('are cut off if they fail in the middle, so that clients notice', async () => {
    let goOn = () => {};
    const begun = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const address = await start([
      read('/v1/long', async () => ({
        status: 200,
        body: (async function* () {
          yield '{"data":[1';
          await begun;
          throw new Error('the database went away');
        })(),
      })),
    ]).listen();
    const answer = await fetch(new URL('/api/v1/long', address), { headers: token });
    goOn();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  test('stop if the client disconnects before there is anything to send', async () => {
    const left = { begun: false, returned: false };
    const working = async function* () {
      try {
        for (left.begun = true; ; ) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          yield '';
        }
      } finally {
        left.returned = true;
      }
    };
    const address = new URL(await start([read('/v1/long', async () => ({ status: 200, body: working() }))]).listen());
    const socket = connect(Number(address.port), address.hostname);
    socket.write('GET /api/v1/long HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n');
    await expect.poll(() => left.begun, soon).toBe(true);
    socket.destroy();
    await expect.poll(() => left.returned, soon).toBe(true);
  });

  test('wait for a slow client and stop when it disconnects', async () => {
    const left = { returned: false, sent: 0 };
    const address = new URL(
      await start([read('/v1/long', async () => ({ status: 200, body: pieces(1e6, left)() }))]).listen(),
    );
    const socket = connect(Number(address.port), address.hostname);
    socket.write('GET /api/v1/long HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n');
    await once(socket, 'data');
    socket.pause();
    const sentMeanwhile = async () => {
      const before = left.sent;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return left.sent - before;
    };
    await expect.poll(sentMeanwhile, soon).toBe(0);
    expect(left.returned).toBe(false);
    socket.destroy();
    await expect.poll(() => left.returned, soon).toBe(true);
  });
});

test('shutdown lets a request in progress finish', async () => {
  let finish = (_: Reply) => {};
  const slow = new Promise<Reply>((resolve) => {
    finish = resolve;
  });
  let begun = () => {};
  const arrived = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const run = () => {
    begun();
    return slow;
  };
  const { listen, close } = start([read('/v1/slow', run)]);
  const pending = fetch(`${await listen()}/api/v1/slow`, { headers: token });
  await arrived;
  const closing = close();
  finish({ status: 200, body: '"done"' });
  const answer = await pending;
  expect([await answer.json(), answer.headers.get('connection')]).toEqual(['done', 'close']);
  await closing;
});
