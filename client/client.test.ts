import { describe, expect, it } from 'vitest';
import { type ClientOptions, createClient } from './client.js';
import { createTable, downloadAttachment, getTableByName, listTables, patchTable } from './operations.js';

interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

/** A client whose server answers these, one after another. */
function scripted(answers: (Response | Error)[], options: ClientOptions = {}) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const client = createClient({
    url: 'http://cairn.test',
    token: 'secret',
    random: () => 0.5,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    fetch: async (url, init) => {
      sent.push({
        url: String(url),
        method: init?.method ?? '',
        headers: new Headers(init?.headers),
        body: init?.body,
      });
      const answer = answers.shift() ?? new Error('no answer left');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...options,
  });
  return { client, sent, waits };
}

const json = (value: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(value), { ...init, headers: { 'content-type': 'application/json', ...init.headers } });
const refusal = (status: number, headers: Record<string, string> = {}) =>
  json({ code: status, errorType: 'TOLD', message: `told ${status}` }, { status, headers });
const body = { name: 't', databaseSchema: 's', columns: [] };

describe('client', () => {
  it('encodes names, sends token and query, and returns the value with its ETag', async () => {
    const { client, sent } = scripted([json({ name: 'a/b' }, { headers: { etag: '"1"' } })]);
    const answer = await client.send(getTableByName, {
      params: { fqn: 'x."a/b%c"' },
      query: { fields: 'owners,tags' },
    });
    expect(answer).toMatchObject({ value: { name: 'a/b' }, etag: '"1"', changed: true });
    expect(sent[0]?.url).toBe('http://cairn.test/api/v1/tables/name/x.%22a%2Fb%25c%22?fields=owners%2Ctags');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret');
    expect(sent[0]?.headers.get('accept')).toMatch(/^application\/json,/);
  });

  it('sends If-Match and the media type of a patch', async () => {
    const { client, sent } = scripted([json({})]);
    await client.call(patchTable, {
      params: { id: '1' },
      body: [{ op: 'remove', path: '/description' }],
      ifMatch: '"7"',
    });
    expect(sent[0]).toMatchObject({ method: 'PATCH', body: '[{"op":"remove","path":"/description"}]' });
    expect(sent[0]?.headers.get('if-match')).toBe('"7"');
    expect(sent[0]?.headers.get('content-type')).toBe('application/json-patch+json');
  });

  it('tells of 304 without a value', async () => {
    const { client } = scripted([new Response(null, { status: 304, headers: { etag: '"1"' } })]);
    const answer = await client.send(getTableByName, { params: { fqn: 'a' }, ifNoneMatch: '"1"' });
    expect(answer).toMatchObject({ changed: false, value: undefined, etag: '"1"' });
  });

  it('rejects with the sentence, kind and request id of the answer', async () => {
    const { client } = scripted([refusal(404, { 'x-request-id': 'r-1' })]);
    await expect(client.call(getTableByName, { params: { fqn: 'a' } })).rejects.toMatchObject({
      name: 'ClientError',
      message: 'told 404',
      status: 404,
      errorType: 'TOLD',
      requestId: 'r-1',
    });
  });

  it('has a sentence for answers that are not of this server', async () => {
    const pages: [status: number, body: string, message: string][] = [
      [502, '<html><h1>502 Bad Gateway</h1></html>', 'The server is not available at the moment'],
      [500, '{"oops":1}', 'The server could not do this'],
      [418, '', 'The server refused this'],
    ];
    for (const [status, text, message] of pages) {
      const { client } = scripted([new Response(text, { status })], { retries: 0 });
      await expect(client.call(getTableByName, { params: { fqn: 'a' } })).rejects.toMatchObject({ status, message });
    }
  });

  it('tells before it waits', async () => {
    const told: [number, number][] = [];
    const { client } = scripted([refusal(429, { 'retry-after': '2' }), refusal(404)], {
      onRetry: ({ status }, milliseconds) => told.push([status, milliseconds]),
    });
    await expect(client.call(getTableByName, { params: { fqn: 'a' } })).rejects.toMatchObject({ status: 404 });
    expect(told).toEqual([[429, 2000]]);
  });

  it('waits as long as 429 and 504 say, else 30 seconds', async () => {
    const { client, waits } = scripted([
      refusal(429, { 'retry-after': '2' }),
      refusal(504),
      refusal(429),
      json({ ok: 1 }),
    ]);
    expect(await client.call(getTableByName, { params: { fqn: 'a' } })).toEqual({ ok: 1 });
    expect(waits).toEqual([2000, 30_000, 30_000]);
  });

  it('backs off with jitter after other failures, three times', async () => {
    const { client, waits, sent } = scripted([refusal(500), refusal(502), new TypeError('reset'), refusal(500)]);
    await expect(client.call(getTableByName, { params: { fqn: 'a' } })).rejects.toMatchObject({ status: 500 });
    expect(waits).toEqual([375, 750, 1500]);
    expect(sent).toHaveLength(4);
  });

  it('repeats a POST after 429 only', async () => {
    for (const status of [500, 503, 504]) {
      const { client, sent } = scripted([refusal(status), json({})]);
      await expect(client.call(createTable, { body })).rejects.toMatchObject({ status });
      expect(sent).toHaveLength(1);
    }
    const { client, waits } = scripted([refusal(429, { 'retry-after': '1' }), json({ name: 't' })]);
    expect(await client.call(createTable, { body })).toEqual({ name: 't' });
    expect(waits).toEqual([1000]);
  });

  it('repeats no write whose connection broke', async () => {
    const { client, sent } = scripted([new TypeError('reset'), json({})]);
    const patching = client.call(patchTable, { params: { id: '1' }, body: [] });
    await expect(patching).rejects.toMatchObject({ status: 0, message: 'The server cannot be reached' });
    expect(sent).toHaveLength(1);
  });

  it('repeats nothing with retries: 0, and nothing after 4xx', async () => {
    for (const [status, retries] of [
      [500, 0],
      [409, 3],
      [412, 3],
    ] as const) {
      const { client, sent } = scripted([refusal(status), json({})], { retries });
      await expect(client.call(getTableByName, { params: { fqn: 'a' } })).rejects.toMatchObject({ status });
      expect(sent).toHaveLength(1);
    }
  });

  it('sends a call once more after a renewed session', async () => {
    let token = 'old';
    const { client, sent } = scripted([refusal(401), json({ ok: 1 })], {
      token: () => token,
      onUnauthorized: async () => {
        token = 'new';
        return true;
      },
    });
    expect(await client.call(getTableByName, { params: { fqn: 'a' } })).toEqual({ ok: 1 });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new']);
  });

  it('iterates over the pages of a list as they are needed', async () => {
    const page = (names: string[], after?: string) =>
      json({ data: names.map((name) => ({ name })), paging: { total: 3, after } });
    const { client, sent } = scripted([page(['a', 'b'], 'x='), page(['c'])]);
    const names: (string | undefined)[] = [];
    for await (const table of client.each(listTables, { query: { limit: 2 } })) names.push(table.name);
    expect(names).toEqual(['a', 'b', 'c']);
    expect(sent.map(({ url }) => url.split('?')[1])).toEqual(['limit=2', 'limit=2&after=x%3D']);
  });

  it('answers the content of a file as it is, whatever its media type', async () => {
    const bytes = new Uint8Array([0x89, 0x50, 0xff, 0x00, 0xfe]);
    for (const type of ['image/png', 'text/plain', 'application/json']) {
      const { client } = scripted([new Response(bytes, { headers: { 'content-type': type } })]);
      const file = await client.call(downloadAttachment, { params: { id: '1' } });
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    }
  });
});
