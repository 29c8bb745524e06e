// Behaviour that comes from the framework's plugins, over real sockets where it matters.
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { Catalog, Reply, Request, Route } from '../catalog/index.js';
import { redirect } from '../catalog/index.js';
import { type OptionName, readConfig } from '../config/index.js';
import type { Sql } from '../storage/index.js';
import { createServer, type Server } from './create-server.js';
import { createEventStreams } from './reply/event-streams.js';
import { createRequestTimes } from './request-times.js';

const nobody = { id: 'a1', name: 'ann', isAdmin: false, isBot: false };
const log = () => {};
let server: Server;
afterEach(() => server.close());

function start(
  handle: (request: Request) => Promise<Reply>,
  more: Partial<Route> = {},
  flags: Partial<Record<OptionName, string>> = {},
) {
  const docs = { operationId: 'x', summary: 'x', tag: 'x', answers: {} };
  const route = { kind: 'action', method: 'GET', path: '/v1/things', open: true, docs, handle, ...more } as Route;
  server = createServer({
    config: readConfig({ port: '0', ...flags }, {}),
    routes: [route],
    rootRoutes: [],
    catalog: {} as Catalog,
    context: { now: () => 1, id: () => '0000-seed1234', log: { debug: log, info: log, warn: log, error: log } },
    read: (work) => work({} as Sql),
    rights: { read: (open, { actor }, work) => open((sql) => work(sql, actor)) },
    writes: { route: async (_key, request) => handle(request), command: async () => null },
    authenticate: () => nobody,
    times: createRequestTimes(),
    streams: createEventStreams({ perUser: 1, inAll: 1, stallMs: 1000 }),
  });
  return server;
}

const url = '/api/v1/things';
const gzip = { 'accept-encoding': 'gzip, deflate, br' };

test.each(['GET', 'HEAD', 'POST', 'OPTIONS'] as const)('hooks of plugins see every %s', async (method) => {
  const { app } = start(async () => ({ status: 200, body: '{}' }));
  const seen: string[] = [];
  app.addHook('onRequest', async (request) => void seen.push(request.method));
  await app.inject({ method, url });
  expect(seen).toEqual([method]);
});

test('a request has headers and cookies, a reply sets HttpOnly cookies', async () => {
  const { app } = start(async ({ headers, cookies }) => ({
    status: 200,
    body: JSON.stringify([headers['x-mine'], cookies]),
    cookies: [
      { name: 'session', value: 'a b;c', maxAge: 60, secure: true, sameSite: 'strict' },
      { name: 'gone', value: '', maxAge: 0, path: '/api' },
    ],
  }));
  const answer = await app.inject({ url, headers: { 'X-Mine': '7', cookie: 'a=1; b=%C3%BC; broken' } });
  expect(answer.json()).toEqual(['7', { a: '1', b: 'ü' }]);
  expect(answer.headers['set-cookie']).toEqual([
    'session=a%20b%3Bc; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict',
    'gone=; Max-Age=0; Path=/api; HttpOnly; SameSite=Lax',
  ]);
});

test('a reply may be binary or a redirect, also from write routes', async () => {
  const bytes = new Uint8Array([0, 255, 10, 128]);
  const { app } = start(async () => ({ status: 200, body: bytes, mediaType: 'image/png' }), {
    kind: 'write',
    method: 'POST',
  });
  const answer = await app.inject({ method: 'POST', url });
  expect([answer.headers['content-type'], [...answer.rawPayload]]).toEqual(['image/png', [...bytes]]);
  expect(answer.headers['content-length']).toBe('4');
  await server.close();
  const moved = await start(async () => redirect('/login?to=ü\r\nx: y')).app.inject({ url });
  expect([moved.statusCode, moved.headers.location]).toEqual([303, '/login?to=%C3%BC%0D%0Ax:%20y']);
});

test('an invalid response header becomes an error response', async () => {
  const { app } = start(async () => ({ status: 200, body: '{}', headers: { 'x-bad': 'a\nb' } }));
  const answer = await app.inject({ url });
  expect([answer.statusCode, answer.json().errorType]).toEqual([500, 'INTERNAL_ERROR']);
});

test('a long response is compressed on request and keeps its ETag', async () => {
  const body = JSON.stringify({ words: 'all the same '.repeat(400) });
  const { app } = start(
    async ({ ifNoneMatch }) =>
      ifNoneMatch ? { status: 304, headers: { etag: '"1"' } } : { status: 200, body, headers: { etag: '"1"' } },
    {},
    { corsOrigins: 'https://app.example.com' },
  );
  const plain = await app.inject({ url });
  expect([plain.body, plain.headers['content-encoding']]).toEqual([body, undefined]);
  const packed = await app.inject({ url, headers: { ...gzip, origin: 'https://app.example.com' } });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(body);
  expect(packed.rawPayload.length).toBeLessThan(body.length / 10);
  expect(packed.headers).toMatchObject({
    etag: '"1"',
    'content-encoding': 'gzip',
    'content-length': String(packed.rawPayload.length),
    'cache-control': 'private, no-cache',
    vary: 'Origin, accept-encoding',
  });
  const same = await app.inject({ url, headers: { ...gzip, 'if-none-match': '"1"' } });
  expect([same.statusCode, same.body, same.headers['content-encoding']]).toEqual([304, '', undefined]);
});

test.each([
  ['short', 'application/json', '{"a":1}'],
  ['an image', 'image/png', 'x'.repeat(5000)],
])('a response that is %s is not compressed', async (_, mediaType, body) => {
  const { app } = start(async () => ({ status: 200, mediaType, body }));
  const answer = await app.inject({ url, headers: gzip });
  expect([answer.body, answer.headers['content-encoding']]).toEqual([body, undefined]);
});

test('a stream is compressed while it is sent', async () => {
  const { app } = start(async () => ({
    status: 200,
    body: (async function* () {
      for (let i = 0; i < 500; i++) yield `{"name":"ü${i}"}\n`;
    })(),
  }));
  const answer = await app.inject({ url, headers: gzip });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(answer.rawPayload).toString()).toMatch(/^\{"name":"ü0"\}\n[\s\S]*\{"name":"ü499"\}\n$/);
});

test('events arrive one by one, whatever encoding the client accepts', async () => {
  let next = () => {};
  const address = await start(async () => ({
    status: 200,
    mediaType: 'text/event-stream',
    body: (async function* () {
      yield 'data: 1\n\n';
      await new Promise<void>((resolve) => {
        next = resolve;
      });
      yield 'data: 2\n\n';
    })(),
  })).listen();
  const answer = await fetch(address + url, { headers: gzip });
  expect(answer.headers.get('content-encoding')).toBeNull();
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await reader?.read()).toEqual({ done: false, value: 'data: 1\n\n' });
  next();
  expect(await reader?.read()).toEqual({ done: false, value: 'data: 2\n\n' });
  expect((await reader?.read())?.done).toBe(true);
});

const upload: Partial<Route> = {
  method: 'POST',
  docs: { operationId: 'x', summary: 'x', tag: 'x', answers: {}, body: { schema: 'x', media: 'multipart/form-data' } },
};

test('a route that declares a multipart body receives its fields and files', async () => {
  const handle = async ({ form }: Request): Promise<Reply> => {
    const files = form?.files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes).toString('hex') }));
    return { status: 200, body: JSON.stringify({ ...form, files }) };
  };
  const address = await start(handle, upload, { bodyLimit: '10KiB' }).listen();
  const post = async (size: number) => {
    const body = new FormData();
    body.set('title', 'ü');
    body.set('picture', new Blob([new Uint8Array(size).fill(255)], { type: 'image/png' }), 'a.png');
    const answer = await fetch(address + url, { method: 'POST', body });
    return answer.json();
  };
  expect(await post(2)).toEqual({
    fields: { title: 'ü' },
    files: [{ field: 'picture', filename: 'a.png', mediaType: 'image/png', bytes: 'ffff' }],
  });
  expect(await post(20_000)).toMatchObject({ code: 413, errorType: 'BULK_LIMIT_EXCEPTION' });
  const other = await fetch(address + url, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(other.status).toBe(415);
});

test.each(['', '--x', '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--'])(
  'a broken multipart body is refused: %j',
  async (payload) => {
    const { app } = start(async () => ({ status: 200, body: '{}' }), upload);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await app.inject({ method: 'POST', url, payload, headers });
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.statusCode === 200 ? '' : answer.json().errorType).toMatch(/^(BAD_REQUEST)?$/);
  },
);

test('the documentation is served from the package, with a policy that allows only this host', async () => {
  const { app } = start(async () => ({ status: 200 }));
  const page = await app.inject({ url: '/docs' });
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';script-src 'self';style-src 'self';/);
  expect(page.headers).toMatchObject({
    server: 'Cairn',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => `/${path}`);
  expect(files).toHaveLength(4);
  for (const file of files) {
    const answer = await app.inject({ url: file });
    expect([file, answer.statusCode, answer.headers['x-content-type-options']]).toEqual([file, 200, 'nosniff']);
  }
  const absent = await app.inject({ url: '/docs/assets/..%2Fpackage.json' });
  expect(absent.statusCode).toBeGreaterThanOrEqual(400);
  expect(absent.json()).toMatchObject({ code: absent.statusCode });
  expect((await app.inject({ url: '/docs/assets/nothing.js' })).json()).toMatchObject({
    errorType: 'ENTITY_NOT_FOUND',
  });
});
