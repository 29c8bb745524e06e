// Input nobody means well with, on every operation that the OpenAPI document names: no answer is 5xx, none has a status
// that the document does not name, and every refusal has the body of an error.
import { connect } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, forEachApp } from './support/contract-app.js';
import {
  type Known,
  knownEntities,
  type Operation,
  oneOfEachKind,
  operationsOf,
  realPath,
} from './support/operations.js';
import { expectError } from './support/subject.js';
import { createWorld } from './support/world.js';

const deep = (levels: number, open: string, close: string) => `${open.repeat(levels)}1${close.repeat(levels)}`;

const bodies: readonly string[] = [
  'null',
  '[]',
  '{}',
  '"text"',
  '7',
  'true',
  '[null]',
  '[[]]',
  '[{}]',
  '{"name":null}',
  '{"name":{"name":[]},"description":[1],"columns":{},"owners":"me","tags":[[]],"id":7,"rules":[null]}',
  '{"name":1e400,"id":1e400,"limit":-1e400,"timestamp":1e400}',
  '{"name":"\\ud800","id":"\\udfff","description":"\\ud800\\ud800"}',
  '{"name":"\\u0000","description":"nul\\u0000nul","id":"\\u0000"}',
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"polluted":1}},"name":"x"}',
  '[{"op":"add","path":"/__proto__/polluted","value":1}]',
  '[{"op":{"toString":1},"path":{"toString":1}}]',
  '[{"op":"add","path":"/tags/0","value":{"tagFQN":{"toString":1},"source":{"toString":1}}}]',
  '{"name":{"toString":1},"tags":[{"tagFQN":{"toString":1}}],"extension":{"toString":1,"valueOf":1,"constructor":1}}',
  '[{"op":"replace","path":"","value":null}]',
  '[{"op":"add","path":"/a/b/c/~0~1~2","value":{"__proto__":1}}]',
  '{"assets":[{"id":"x","type":"__proto__"}],"password":"","username":{},"email":"@","token":[]}',
  '{"name":"x","name":"y"}',
  '{"data":"\ud800"}',
  '\u0000',
  '{',
  '',
  ' ',
  deep(5000, '[', ']'),
  deep(5000, '{"name":', '}'),
  `{"extension":${deep(5000, '{"a":', '}')}}`,
  `{"name":"${'x'.repeat(100_000)}"}`,
  `[${'{},'.repeat(500)}{}]`,
];

/** Those with something that a database may be asked for or given; others are refused by the same code whatever the database. */
const bodiesWithText = bodies.filter((text) => /^\[?\{"/.test(text));

const segments: readonly string[] = [
  'x',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '%00',
  '%22',
  '%22%22',
  '%22.%22',
  '%2E%2E%2F%2E%2E%2Fetc%2Fpasswd',
  '__proto__',
  'constructor',
  '%F0%9F%92%A9',
  "'%20or%201=1--",
  '-1',
  '1e400',
  'a'.repeat(4000),
];

const values: readonly string[] = [
  '',
  '-1',
  '1e9',
  '1e400',
  'NaN',
  '99999999999999999999',
  '9007199254740993',
  '%00',
  '%22',
  '__proto__',
  '%F0%9F%92%A9',
  'true',
  '*',
  ',,,',
  "'%20or%201=1--",
  '2024-13-45',
  'a'.repeat(3000),
];

/** Operations of a kind that together try everything. */
const SHARES = 4;

/** All of them side by side: one after the other they would take minutes. */
async function atOnce<T>(given: readonly T[], attempt: (one: T) => Promise<string[]>): Promise<string[]> {
  return (await Promise.all(given.map(attempt))).flat();
}

forEachApp('hostile input', (use, store) => {
  let operations: readonly Operation[] = [];
  let left: readonly Operation[] = [];
  /** One of each kind. */
  let kinds: ReadonlySet<Operation> = new Set();
  let known: Known;
  /** All for one operation of each kind; the others share them out, since they are refused by the same code. */
  const shareOf = <T>(given: readonly T[], operation: Operation): readonly T[] => {
    if (kinds.has(operation)) return given;
    const first = operations.indexOf(operation);
    return given.filter((_, n) => (n + first) % SHARES === 0);
  };

  beforeAll(async () => {
    const all = operationsOf((await use().send('GET', '/openapi.json')).body);
    kinds = new Set(oneOfEachKind(all));
    operations = store === 'postgres' ? [...kinds] : all;
    left = all.filter((operation) => !operations.includes(operation));
    known = await knownEntities(createWorld(use()));
  });

  const told = new Set<string>();
  beforeEach(() => told.clear()); // else a second try of a test would not see what the first found
  let token: string | undefined;
  /** What is wrong with the answer, once for each operation and status. */
  const tried = async (operation: Operation, path: string, text?: string): Promise<string[]> => {
    const { method, media } = operation;
    token ??= await use().tokenOf('admin');
    const sent = text === undefined ? { token } : { token, text, headers: { 'content-type': media } };
    const answer = await use().send(method, path, sent);
    if (answer.status === 401) token = undefined; // some operations log out
    const { status } = answer;
    if (status < 500 && operation.statuses.has(String(status)) && isWell(answer)) return [];
    const kind = `${method} ${operation.path} ${status}`;
    if (told.has(kind)) return [];
    told.add(kind);
    return [`${kind}: ${path.slice(0, 200)} ${(text ?? '').slice(0, 100)} → ${answer.text.slice(0, 300)}`];
  };

  it('is refused in paths', { timeout: 300_000 }, async () => {
    const wrong: string[] = [];
    for (const operation of operations.filter(({ path }) => path.includes('{')))
      wrong.push(
        ...(await atOnce(shareOf(segments, operation), (segment) =>
          tried(operation, filled(operation.path, segment), operation.hasBody ? '{}' : undefined),
        )),
      );
    expect(wrong).toEqual([]);
  });

  it('is refused in queries', { timeout: 300_000 }, async () => {
    const wrong: string[] = [];
    // What an endless answer takes is tested with it (test/events/event-stream.test.ts).
    for (const operation of operations.filter(({ streams }) => !streams))
      for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
        const path = operation.method === 'DELETE' ? filled(operation.path, 'x') : realPath(operation.path, known);
        // Repeated values are refused or joined before a database is asked, by the same code whatever the type.
        const repeats = store === 'sqlite' && kinds.has(operation);
        const queries = shareOf(values, operation).flatMap((value) => [
          `${name}=${value}`,
          ...(repeats ? [`${name}=${value}&${name}=1&${name}`] : []),
        ]);
        wrong.push(
          ...(await atOnce(queries, (query) =>
            tried(operation, `${path}?${query}`, operation.hasBody ? '{}' : undefined),
          )),
        );
      }
    expect(wrong).toEqual([]);
  });

  it('is refused in bodies', { timeout: 300_000 }, async () => {
    const wrong: string[] = [];
    const given = store === 'sqlite' ? bodies : bodiesWithText;
    for (const operation of operations.filter(({ hasBody }) => hasBody))
      wrong.push(
        ...(await atOnce(shareOf(given, operation), (text) => tried(operation, realPath(operation.path, known), text))),
      );
    expect(wrong).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('is refused in headers', async () => {
    token = await use().tokenOf('admin');
    for (const name of ['if-match', 'if-none-match', 'x-request-id', 'accept', 'x-forwarded-for', 'range', 'cookie'])
      for (const value of ['', '"', '"" , ""', 'W/', '\u00ff', 'x'.repeat(8000), 'bytes=0-,0-,0-'])
        for (const path of ['/v1/classifications', '/v1/classifications/name/x', '/readyz', '/no/such/path'])
          expect((await use().send('GET', path, { token, headers: { [name]: value } })).status).toBeLessThan(500);
    for (const value of [
      'Bearer',
      'Bearer ',
      'Basic YTpi',
      'Bearer a b',
      `Bearer ${'x'.repeat(9000)}`,
      'Bearer ..',
      'Bearer e30.e30.',
    ])
      expectError(await use().send('GET', '/v1/tables', { token: null, headers: { authorization: value } }), 401);
  });

  it('is kept or refused where it is text, and lists go on', { timeout: 300_000 }, async () => {
    const wrong: string[] = [];
    const without = new Set(left.filter(({ method }) => method === 'GET').map(({ path }) => path));
    for (const [path, entity] of [...known].filter(([path]) => !without.has(path)))
      for (const value of [
        'nul \u0000 nul',
        'half \ud800',
        'half \udfff',
        '\u2028\uffff\ufeff',
        '\u001f\u007f\u0085',
      ]) {
        const headers = { 'content-type': 'application/json-patch+json' };
        const body = ['/description', '/displayName'].map((field) => ({ op: 'add', path: field, value }));
        token ??= await use().tokenOf('admin');
        const kept = await use().send('PATCH', `${path}/${entity.id}`, { body, headers, token });
        if (kept.status === 200) {
          const shown = await use().send('GET', `${path}/${entity.id}`, { token });
          if (shown.body?.description !== value.replaceAll(/\p{Cs}|\0/gu, '\ufffd'))
            wrong.push(`${path}: ${JSON.stringify(value)} → ${shown.text}`);
        } else if (kept.status !== 400 && kept.status !== 405) wrong.push(`${path}: ${kept.text}`);
        for (const query of ['fields=*&limit=1000', 'include=all']) {
          const listed = await use().send('GET', `${path}?${query}`, { token });
          if (listed.status >= 500) wrong.push(`${path}?${query} after ${JSON.stringify(value)}: ${listed.text}`);
        }
      }
    expect(wrong).toEqual([]);
  });

  it('is refused when it is too large', async () => {
    const text = `{"name":"${'x'.repeat(33 * 1024 * 1024)}"}`;
    token = await use().tokenOf('admin');
    expectError(await use().send('POST', '/v1/classifications', { text, token }), 413, 'BULK_LIMIT_EXCEPTION');
  });

  describe('on the wire', () => {
    const head = 'host: cairn\r\nauthorization: Bearer x\r\n';
    it.each([
      ['no HTTP', 'hello there\r\n\r\n', 400],
      ['a header that goes on in a value', `GET /api/v1/tables HTTP/1.1\r\n${head}x: a\rb: c\r\n\r\n`, 400],
      ['a header without a name', `GET /api/v1/tables HTTP/1.1\r\n${head}: c\r\n\r\n`, 400],
      ['headers without end', `GET /api/v1/tables HTTP/1.1\r\n${head}x: ${'y'.repeat(70_000)}\r\n\r\n`, 431],
      ['two lengths', `POST /api/v1/tables HTTP/1.1\r\n${head}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`, 400],
      ['a length that is none', `POST /api/v1/tables HTTP/1.1\r\n${head}content-length: -1\r\n\r\n{}`, 400],
      ['a malformed encoding', `GET /api/v1/tables/name/%E0%A4%A HTTP/1.1\r\n${head}\r\n`, 400],
      ['half a percent sign', `GET /api/v1/tables/name/% HTTP/1.1\r\n${head}\r\n`, 400],
      ['a malformed encoding in a query', `GET /api/v1/tables?limit=%E0%A4%A HTTP/1.1\r\n${head}\r\n`, 401],
      ['no path', `GET  HTTP/1.1\r\n${head}\r\n`, 400],
      ['another method', `BREW /api/v1/tables HTTP/1.1\r\n${head}\r\n`, 400],
      ['a method that is not served', `TRACE /api/v1/tables HTTP/1.1\r\n${head}\r\n`, 405],
      ['a whole address', `GET http://elsewhere/api/v1/tables HTTP/1.1\r\n${head}\r\n`, 404],
    ])('%s is answered as it should', async (_, request, status) => {
      const answer = await exchangeRaw(await use().listen(), request);
      expect(answer.split('\r\n')[0]).toContain(` ${status} `);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({ code: status });
    });

    it('leaves the server able to answer', async () => {
      expect((await fetch(`${await use().listen()}/readyz`)).status).toBe(200);
    });
  });
});

const filled = (path: string, segment: string) => path.replaceAll(/\{\w+\}/g, segment);

/** An error has its body; other answers may be anything. */
function isWell({ status, body }: Answer): boolean {
  return status < 400 || (body?.code === status && typeof body.message === 'string' && body.message !== '');
}

/** What a server sends back to bytes; the end of the answer is the end of the connection. */
function exchangeRaw(address: string, text: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((done, fail) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(text.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')),
    );
    socket.setEncoding('latin1');
    socket.setTimeout(15_000, () => socket.destroy(new Error(`no answer, only ${JSON.stringify(answer)}`)));
    socket.on('data', (piece) => {
      answer += piece;
    });
    socket.on('close', () => done(answer));
    socket.on('error', fail);
  });
}
