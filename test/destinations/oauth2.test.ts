// Access tokens of a real OAuth2 server, and token servers that misbehave.
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, message, openDestinations, startReceiver, target } from './receiver.js';

const never = new AbortController().signal;
const issuer = new OAuth2Server();
let asked: URLSearchParams[] = [];
let lifetime: number | undefined;
let count = 0;
const perTest: (() => unknown)[] = [];

beforeAll(async () => {
  await issuer.issuer.keys.generate('RS256');
  await issuer.start(0, '127.0.0.1');
  issuer.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }, request: { body: object }) => {
    token.payload.jti = String(++count);
    asked.push(new URLSearchParams(request.body as Record<string, string>));
  });
  issuer.service.on('beforeResponse', (response: { body: Record<string, unknown> }) => {
    if (lifetime !== undefined) response.body.expires_in = lifetime;
  });
});
beforeEach(() => {
  asked = [];
  lifetime = undefined;
});
afterEach(() => {
  for (const close of perTest.splice(0)) close();
});
afterAll(() => issuer.stop());

const start = async (answer?: Answer) => {
  const receiver = await startReceiver(answer);
  perTest.push(receiver.close);
  return receiver;
};

async function open() {
  const clock = { now: Date.now() };
  const destinations = openDestinations({ now: () => clock.now });
  perTest.push(() => destinations.close());
  const webhook = destinations.get('Webhook')!;
  const send = (endpoint: string, auth: object = {}, headers = {}) =>
    webhook.send(
      message(),
      target({
        endpoint,
        headers,
        authType: {
          type: 'oauth2',
          tokenUrl: `http://127.0.0.1:${issuer.address().port}/token`,
          clientId: 'cairn',
          clientSecret: 'hush-hush',
          ...auth,
        },
      }),
      never,
    );
  return { clock, send };
}

describe('an access token', () => {
  it('is asked for with the credentials in the form, and used until shortly before it expires', async () => {
    lifetime = 300;
    const { clock, send } = await open();
    const receiver = await start();
    await Promise.all([
      send(receiver.url, { scope: 'a b' }, { Authorization: 'ignored' }),
      send(receiver.url, { scope: 'a b' }),
    ]);
    expect(asked).toHaveLength(1);
    expect(Object.fromEntries(asked[0]!)).toEqual({
      grant_type: 'client_credentials',
      client_id: 'cairn',
      client_secret: 'hush-hush',
      scope: 'a b',
    });
    const [one, two] = receiver.heard.map(({ headers }) => headers.authorization);
    expect(one).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    expect(two).toBe(one);
    clock.now += 269_000;
    await send(receiver.url, { scope: 'a b' });
    expect(asked).toHaveLength(1);
    clock.now += 2000;
    await send(receiver.url, { scope: 'a b' });
    expect(asked).toHaveLength(2);
    expect(receiver.heard.at(-1)?.headers.authorization).not.toBe(one);
  });

  it('is kept for an hour at most, and for each client, secret and scope alone', async () => {
    lifetime = 999_999;
    const { clock, send } = await open();
    const receiver = await start();
    await send(receiver.url);
    for (const other of [{ scope: 'x' }, { clientId: 'other' }, { clientSecret: 'another' }])
      await send(receiver.url, other);
    expect(asked).toHaveLength(4);
    await send(receiver.url);
    expect(asked).toHaveLength(4);
    clock.now += 3_600_000;
    await send(receiver.url);
    expect(asked).toHaveLength(5);
  });

  it('that the receiver refuses is replaced once', async () => {
    const { send } = await open();
    const receiver = await start(({ headers }, response) => {
      response.writeHead(receiver.heard.length === 2 ? 401 : 200).end(String(headers.authorization));
    });
    expect((await send(receiver.url)).outcome).toBe('delivered');
    const attempt = await send(receiver.url);
    expect(attempt).toMatchObject({ outcome: 'delivered', statusCode: 200, answer: 'Bearer *********' });
    const used = receiver.heard.map(({ headers }) => headers.authorization);
    expect(used[0]).toBe(used[1]);
    expect(used[2]).not.toBe(used[1]);
    expect(new Set(receiver.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await send(receiver.url);
    expect(receiver.heard.at(-1)?.headers.authorization).toBe(used[2]);
  });

  it('that the receiver never accepts makes a failed attempt, after two requests', async () => {
    const { send } = await open();
    const receiver = await start((_, response) => response.writeHead(401).end('no'));
    expect(await send(receiver.url)).toMatchObject({ outcome: 'failed', statusCode: 401, answer: 'no' });
    expect(receiver.heard).toHaveLength(2);
    expect(asked).toHaveLength(2);
  });
});

describe('a token server', () => {
  const failing = async (answer: Answer) => {
    const server = await start(answer);
    const receiver = await start();
    const { send } = await open();
    const attempt = await send(receiver.url, { tokenUrl: server.url });
    expect(receiver.heard).toEqual([]);
    expect(JSON.stringify(attempt)).not.toContain('hush');
    return { ...attempt, asked: server.heard.length, again: () => send(receiver.url, { tokenUrl: server.url }) };
  };

  it.each<[string, Answer]>([
    ['refuses', (heard, response) => response.writeHead(401).end(heard.body)],
    ['answers 201', (_, response) => response.writeHead(201).end('{"access_token":"x"}')],
    ['answers without a token', (_, response) => response.end('{"access_token":""}')],
    ['answers a token that breaks headers', (_, response) => response.end('{"access_token":"x\\r\\nX-A: b"}')],
    ['answers no JSON', (_, response) => response.end('<html>')],
    ['redirects', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['resets', (_, response) => response.destroy()],
  ])('that %s makes a failed attempt, without the secret', async (_, answer) => {
    const { outcome, reason, again } = await failing(answer);
    expect(outcome).toBe('failed');
    expect(reason).toMatch(/127\.0\.0\.1/);
    expect((await again()).outcome).toBe('failed');
  });

  it('that comes back is asked again', async () => {
    let isUp = false;
    const answer: Answer = (_, response) =>
      isUp ? response.end('{"access_token":"later","expires_in":"60"}') : response.writeHead(503).end();
    const { outcome, again } = await failing(answer);
    expect(outcome).toBe('failed');
    isUp = true;
    expect((await again()).outcome).toBe('delivered');
  });
});
