// Webhooks as a receiver gets them, and receivers that misbehave.
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { DESTINATION_KINDS, type Destination } from '../../src/destinations/index.js';
import { bodySignature } from '../../src/destinations/sign.js';
import { checkDestination } from '../../src/entities/index.js';
import { type Answer, message, openDestinations, startReceiver, target } from './receiver.js';

const destinations = openDestinations();
const webhook = destinations.get('Webhook')!;
const closers: (() => unknown)[] = [() => destinations.close()];
const perTest: (() => unknown)[] = [];
afterEach(() => {
  for (const close of perTest.splice(0)) close();
});
afterAll(() => Promise.all(closers.map((close) => close())));

const start = async (answer?: Answer) => {
  const receiver = await startReceiver(answer);
  perTest.push(receiver.close);
  return receiver;
};
const never = new AbortController().signal;
const send = (config: Record<string, unknown>, more = {}, by: Destination = webhook, event = {}) =>
  by.send(message(event), target(config, more), never);
const ownHmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64');

describe('a webhook', () => {
  it('is one change event, posted as JSON, with the parameters and headers of the config', async () => {
    const receiver = await start((_, response) => response.writeHead(202).end('thanks'));
    const attempt = await send({
      endpoint: `${receiver.url}/hook?a=1`,
      httpMethod: 'PUT',
      headers: {
        'X-Team': 'data',
        Authorization: 'Basic abc',
        Connection: 'close',
        'Content-Length': '3',
        Host: 'evil',
      },
      queryParams: { b: 'x&y=ü', a: '2' },
    });
    expect(attempt).toMatchObject({ outcome: 'delivered', statusCode: 202, answer: 'thanks' });
    expect(attempt.durationMs).toBeGreaterThanOrEqual(0);
    const [got] = receiver.heard;
    expect(got).toMatchObject({ method: 'POST', url: '/hook?a=1&b=x%26y%3D%C3%BC&a=2' });
    expect(JSON.parse(got!.body)).toEqual(message().event);
    expect(got!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-team': 'data',
      authorization: 'Basic abc',
      host: `127.0.0.1:${receiver.port}`,
      'webhook-id': message().id,
    });
    expect(Math.abs(Number(got!.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(5);
    for (const header of ['webhook-signature', 'x-svc-signature']) expect(got!.headers[header]).toBeUndefined();
  });

  it('has the signatures of the specification', () => {
    expect(bodySignature('s3cret', '{"a":1}')).toBe('sha256=WRDmIBbvUDQnLJJsJwcZkqRlwjNc7PQYUb2gcVd/T20=');
    expect(bodySignature('schlüssel', '{"name":"tëst"}')).toBe('sha256=7ZstnhiZcRiRPTS3bUf4rfP/OUMJxvUSOuyDm0Eh3hk=');
  });

  it.each(['s3cret', 'schlüssel', `whsec_${Buffer.from('32 bytes of a key for webhooks!!').toString('base64')}`])(
    'is verified by a library and by hand: %s',
    async (secretKey) => {
      const receiver = await start();
      const event = { userName: 'tëst' };
      await send({ endpoint: receiver.url, authType: { type: 'bearer', secretKey } }, {}, webhook, event);
      const { body, headers } = receiver.heard[0]!;
      const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      const libraryKey = secretKey.startsWith('whsec_')
        ? secretKey
        : `whsec_${Buffer.from(secretKey).toString('base64')}`;
      expect(new Webhook(libraryKey).verify(body, given)).toMatchObject(event);
      expect(() => new Webhook(libraryKey).verify(`${body} `, given)).toThrow();
      const key = Buffer.from(libraryKey.slice('whsec_'.length), 'base64');
      const signed = `${given['webhook-id']}.${given['webhook-timestamp']}.${body}`;
      expect(given['webhook-signature']).toBe(`v1,${ownHmac(key, signed)}`);
      expect(given['x-svc-signature']).toBe(`sha256=${ownHmac(secretKey, body)}`);
      expect(JSON.stringify(given)).not.toContain(secretKey);
      expect(given.authorization).toBeUndefined();
    },
  );

  it('has its signature in the header that the operator names, which no config overrides', async () => {
    const own = openDestinations({ signatureHeader: 'X-Other-Signature' });
    perTest.push(() => own.close());
    const receiver = await start();
    const authType = { type: 'bearer', secretKey: 'k' };
    const headers = { 'x-other-signature': 'forged', 'Webhook-Signature': 'forged', 'webhook-id': 'forged' };
    await send({ endpoint: receiver.url, authType, headers }, {}, own.get('Webhook'));
    const got = receiver.heard[0]!;
    expect(got.headers['x-other-signature']).toBe(bodySignature('k', got.body));
    expect(got.headers['webhook-id']).toBe(message().id);
    expect(JSON.stringify(got.headers)).not.toContain('forged');
  });

  it('keeps its id when it is sent again, with a new time', async () => {
    let now = 1_700_000_000_000;
    const own = openDestinations({ now: () => now });
    perTest.push(() => own.close());
    const receiver = await start();
    for (const time of [1_700_000_000_000, 1_700_000_100_000]) {
      now = time;
      await send({ endpoint: receiver.url }, {}, own.get('Webhook'));
    }
    expect(receiver.heard.map(({ headers }) => [headers['webhook-id'], headers['webhook-timestamp']])).toEqual([
      [message().id, '1700000000'],
      [message().id, '1700000100'],
    ]);
  });

  it('goes to each receiver once', async () => {
    const [one, two] = [await start(), await start((_, response) => response.writeHead(500).end())];
    const receivers = [one.url, two.url, one.url];
    expect(await send({ endpoint: 'http://unused.invalid' }, { receivers })).toMatchObject({
      outcome: 'failed',
      statusCode: 500,
    });
    expect([one.heard.length, two.heard.length]).toEqual([1, 1]);
  });
});

describe('a receiver', () => {
  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [302, 'rejected'],
    [400, 'rejected'],
    [401, 'failed'],
    [404, 'failed'],
    [410, 'rejected'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
  ])('that answers %i: %s', async (status, outcome) => {
    const receiver = await start((_, response) => response.writeHead(status).end());
    const attempt = await send({ endpoint: receiver.url });
    expect(attempt).toMatchObject({ outcome, statusCode: status });
    if (outcome !== 'delivered') expect(attempt.reason).toContain(String(status));
  });

  it('that redirects is not followed', async () => {
    const inside = await start();
    const outside = await start((_, response) => response.writeHead(307, { location: inside.url }).end());
    expect(await send({ endpoint: outside.url })).toMatchObject({ outcome: 'rejected', statusCode: 307 });
    expect(inside.heard).toEqual([]);
  });

  it('says how long to wait', async () => {
    const waits = ['120', new Date(Date.now() + 60_000).toUTCString(), 'soon', '-5', '99999999'];
    const receiver = await start((_, response, count) =>
      response.writeHead(429, { 'retry-after': waits[count - 1] }).end(),
    );
    const found = [];
    for (const _ of waits) found.push((await send({ endpoint: receiver.url })).retryAfterMs);
    expect(found[0]).toBe(120_000);
    expect(found[1]).toBeGreaterThan(55_000);
    expect(found[1]).toBeLessThanOrEqual(60_000);
    expect(found.slice(2)).toEqual([undefined, undefined, 86_400_000]);
  });

  it('that hangs or answers byte by byte is given up in time', async () => {
    const silent = await start(() => {});
    const began = performance.now();
    expect(await send({ endpoint: silent.url }, { readTimeout: 200 })).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('in time'),
    });
    const slow = await start((_, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const { outcome, durationMs } = await send({ endpoint: slow.url }, { readTimeout: 200 });
    expect(outcome).toBe('failed');
    expect(durationMs).toBeLessThan(2000);
    expect(performance.now() - began).toBeLessThan(4000);
    await expect.poll(() => silent.open() + slow.open()).toBe(0);
  });

  it('that answers 10 MB is read no further than needed', async () => {
    let sent = 0;
    const large = await start((_, response) => {
      const piece = Buffer.alloc(64 * 1024, 'ü');
      const more = () => {
        while (!response.destroyed && sent < 10 * 1024 * 1024) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const { outcome, answer = '' } = await send({ endpoint: large.url });
    expect(outcome).toBe('delivered');
    expect(answer).toMatch(/^ü{512}$/);
    await expect.poll(() => large.open()).toBe(0);
    expect(sent).toBeLessThan(9 * 1024 * 1024);
  });

  it('that resets or is not there makes an attempt with a reason', async () => {
    const rude = await start((_, response) => response.destroy());
    expect(await send({ endpoint: rude.url })).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/127.0.0.1/),
    });
    const gone = await start();
    gone.close();
    expect(await send({ endpoint: gone.url })).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await send({ endpoint: 'http://no-such-host.invalid/' })).toMatchObject({ outcome: 'failed' });
  });

  it('at a private address is refused when it is connected to', async () => {
    const strict = openDestinations({ webhookAllow: [] });
    perTest.push(() => strict.close());
    const receiver = await start();
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::ffff:127.0.0.1]',
      '0x7f.1',
      '10.0.0.1',
      '169.254.169.254',
      '[::1]',
    ]) {
      const attempt = await send({ endpoint: `http://${host}:${receiver.port}/` }, {}, strict.get('Webhook'));
      expect(attempt, host).toMatchObject({
        outcome: 'rejected',
        reason: expect.stringContaining('CAIRN_WEBHOOK_ALLOW'),
      });
    }
    expect(receiver.heard).toEqual([]);
  });

  it('that repeats secrets does not get them into the record', async () => {
    const echo = await start((heard, response) => response.writeHead(500).end(JSON.stringify(heard.headers)));
    const headers = { Authorization: 'Bearer top-secret', 'X-Api-Key': 'hush-hush' };
    const { answer } = await send({ endpoint: echo.url, headers, authType: { type: 'bearer', secretKey: 'sign-key' } });
    expect(answer).toContain('*********');
    for (const secret of ['top-secret', 'hush-hush', 'sign-key']) expect(answer).not.toContain(secret);
  });

  it('that repeats a secret until its answer is cut does not get a part of it into the record', async () => {
    for (const secretKey of ['Kx7'.repeat(233), 'aü'.repeat(233)]) {
      const echo = await start((_, response) => response.end(`x${secretKey.repeat(10)}`));
      const { answer } = await send({ endpoint: echo.url, authType: { type: 'bearer', secretKey } });
      expect(answer).toMatch(/^x(\*{9})+$/);
    }
  });

  it('that repeats a secret in another form does not get it into the record', async () => {
    const secretKey = 'hush "ü" hush';
    const forms = [
      JSON.stringify({ secretKey }),
      encodeURIComponent(secretKey),
      String(new URLSearchParams({ secretKey })),
    ];
    const echo = await start((_, response) => response.end([...forms, 'top-secret'].join(' ')));
    const headers = { Authorization: 'Bearer top-secret' };
    const { answer } = await send({ endpoint: echo.url, headers, authType: { type: 'bearer', secretKey } });
    const mask = '*********';
    expect(answer).toBe(`{"secretKey":"${mask}"} ${mask} secretKey=${mask} ${mask}`);
  });

  it('is left when the delivery is interrupted', async () => {
    const silent = await start(() => {});
    const stop = new AbortController();
    const sending = webhook.send(message(), target({ endpoint: silent.url }, { readTimeout: 10_000 }), stop.signal);
    await expect.poll(() => silent.heard.length).toBe(1);
    stop.abort();
    expect(await sending).toMatchObject({ outcome: 'failed', reason: 'The delivery was interrupted' });
    await expect.poll(() => silent.open()).toBe(0);
  });
});

describe('a config', () => {
  const types = Object.keys(DESTINATION_KINDS).filter((type) => DESTINATION_KINDS[type]?.over === 'http');
  const endpoint = 'https://hooks.example.com/x';
  const oauth2 = { type: 'oauth2', tokenUrl: 'https://id.example.com/token', clientId: 'a', clientSecret: 'b' };

  it.each(types)('of %s is accepted', (type) => {
    const validate = (config: object) =>
      checkDestination({ category: 'External', type, config }, 'config', { webhookAllow: [] });
    for (const more of [
      {},
      { httpMethod: 'PUT', headers: { 'X-A': 'b' }, queryParams: { a: 1 } },
      { authType: { type: 'none' } },
      { authType: { type: 'bearer', secretKey: 'k' } },
      { authType: oauth2 },
    ])
      expect(() => validate({ endpoint, ...more })).not.toThrow();
  });

  it.each(types)('of %s is refused with the rule', (type) => {
    const refuse = (config: Record<string, unknown> | undefined, text: string) => {
      let error: unknown;
      try {
        checkDestination({ category: 'External', type, config }, 'config', { webhookAllow: [] });
      } catch (thrown) {
        error = thrown;
      }
      expect(error, JSON.stringify(config)).toMatchObject({
        errorType: 'BAD_REQUEST',
        message: expect.stringContaining(text),
      });
    };
    refuse(undefined, 'config is required');
    refuse({}, 'config is required');
    refuse({ headers: {} }, 'config.endpoint is required');
    for (const bad of ['nonsense', 'ftp://example.com', 'file:///etc/passwd', 'http://', 'http://user:pw@example.com'])
      refuse({ endpoint: bad }, 'config.endpoint');
    for (const host of [
      '127.0.0.1',
      'localhost',
      'a.localhost',
      '[::1]',
      '10.1.2.3',
      '0x7f.1',
      '169.254.169.254',
      '[fd00::1]',
    ])
      refuse({ endpoint: `http://${host}/` }, 'not a public address');
    refuse({ endpoint, headers: { 'X-A': 'b\r\nX-B: c' } }, 'cannot be sent as a header');
    refuse({ endpoint, headers: { 'X A': 'b' } }, 'cannot be sent as a header');
    refuse({ endpoint, headers: ['a'] }, 'config.headers');
    refuse({ endpoint, queryParams: { a: {} } }, 'config.queryParams: "a"');
    refuse({ endpoint, authType: { type: 'basic' } }, 'authType.type');
    refuse({ endpoint, authType: { type: 'bearer' } }, 'secretKey is required');
    for (const name of ['tokenUrl', 'clientId', 'clientSecret'])
      refuse({ endpoint, authType: { ...oauth2, [name]: undefined } }, `${name} is required`);
    refuse({ endpoint, authType: { ...oauth2, tokenUrl: 'http://10.0.0.1/' } }, 'tokenUrl');
  });
});
