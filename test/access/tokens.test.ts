// Tokens that must not be taken for good: ended, forged, altered, of somebody who is gone.
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSealer } from '../../src/catalog/index.js';
import { listKeys } from '../../src/storage/index.js';
import { forEachStore } from '../support/stores.js';
import { openServed, type Served } from './open-served.js';

type Claims = Record<string, unknown>;
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const read = (token: string, at: number): Claims =>
  JSON.parse(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString());
const signed = (header: Claims, claims: Claims, key: KeyObject) => {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
};

forEachStore('tokens', (use) => {
  let served: Served;
  let key: KeyObject;
  beforeAll(async () => {
    served = await openServed(use().store);
    const [row] = await use().store.read((sql) => listKeys(sql, 'token'));
    const { sealedPrivateKey } = JSON.parse(row?.doc ?? '') as { sealedPrivateKey: string };
    key = createPrivateKey(createSealer(Buffer.alloc(32, 7)).open(sealedPrivateKey));
  });
  afterAll(() => served.close());

  const status = async (token: string) => (await served.send('GET', '/v1/tables', { as: token })).status;
  const who = () => served.join(`user-${randomUUID()}`);
  const botOf = async (name: string) => {
    const authenticationMechanism = { authType: 'JWT', config: { JWTTokenExpiry: 'Unlimited' } };
    const roles = [(await served.send('GET', '/v1/roles/name/IngestionBotRole')).body.id];
    const user = await served.make('/v1/users', {
      ...{ name, email: `${name}@example.com`, isBot: true, roles, authenticationMechanism },
    });
    return { id: user.id as string, token: user.authenticationMechanism.config.JWTToken as string };
  };

  it('count while nothing is wrong with them', async () => {
    const { token } = await who();
    expect(await status(token)).toBe(200);
    expect(await status(signed(read(token, 0), read(token, 1), key))).toBe(200);
  });

  it('are refused when altered or signed by other means', async () => {
    const { token } = await who();
    const [header, claims] = [read(token, 0), read(token, 1)];
    const publicKey = createPublicKey(key);
    const pem = publicKey.export({ format: 'pem', type: 'spki' });
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const mac = (alg: string, secret: string | Buffer) => {
      const text = `${part({ ...header, alg })}.${part(claims)}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
    const [h, c, s] = token.split('.') as [string, string, string];
    const edited = (change: Claims) => `${h}.${part({ ...claims, ...change })}.${s}`;
    const jwk = stranger.publicKey.export({ format: 'jwk' });
    const forged: Record<string, string> = {
      'alg none': `${part({ ...header, alg: 'none' })}.${c}.`,
      'alg None with the signature': `${part({ ...header, alg: 'None' })}.${c}.${s}`,
      'no signature': `${h}.${c}.`,
      'two parts': `${h}.${c}`,
      'HS256 with the public key': mac('HS256', String(pem)),
      'HS256 with the public key in DER': mac('HS256', publicKey.export({ format: 'der', type: 'spki' })),
      'another kid': signed({ ...header, kid: randomUUID() }, claims, key),
      'no kid': signed({ alg: 'RS256', typ: 'JWT' }, claims, key),
      'a kid that is a path': signed({ ...header, kid: '../../etc/passwd' }, claims, key),
      'a kid of objects': signed({ ...header, kid: '__proto__' }, claims, key),
      'a key of their own': signed(header, claims, stranger.privateKey),
      'a key of their own in the header': signed({ ...header, jwk }, claims, stranger.privateKey),
      'a key of their own by address': signed({ ...header, jku: 'http://127.0.0.1/jwks' }, claims, stranger.privateKey),
      'a critical header': signed({ ...header, crit: ['exp'], b64: false }, claims, key),
      'isBot edited': edited({ isBot: true }),
      'roles edited': edited({ roles: ['Admin'] }),
      'sub edited': edited({ sub: 'admin' }),
      'exp edited': edited({ exp: null }),
    };
    for (const [what, forgery] of Object.entries(forged)) expect(await status(forgery), what).toBe(401);
  });

  it('are refused when they say what their record does not, also with a good signature', async () => {
    const { token } = await who();
    const bot = await botOf('claims-bot');
    const [header, claims] = [read(token, 0), read(token, 1)];
    const wrong: Record<string, Claims> = {
      'another issuer': { iss: 'https://elsewhere.example' },
      'no issuer': { iss: undefined },
      'exp null for a person': { exp: null },
      'no exp': { exp: undefined },
      'exp as text': { exp: '9999999999' },
      'a bot by name only': { tokenType: 'BOT', exp: null },
      'a personal token': { tokenType: 'PERSONAL_ACCESS' },
      'another user': { sub: 'admin' },
      'another record': { jti: randomUUID() },
      'the record of a bot': { jti: read(bot.token, 1).jti },
      'no record': { jti: undefined },
      over: { exp: Math.floor(served.clock.now / 1000) - 1 },
    };
    for (const [what, change] of Object.entries(wrong))
      expect(await status(signed(header, { ...claims, ...change }, key)), what).toBe(401);
    // Roles and admin come from the record, never from the token.
    const boasting = signed(header, { ...claims, roles: ['Admin'], isBot: true, isAdmin: true }, key);
    expect((await served.send('GET', '/v1/users/generateRandomPwd', { as: boasting })).status).toBe(403);
  });

  it('end by logging out, revoking and time', async () => {
    const { token, refreshToken } = await who();
    expect((await served.send('POST', '/v1/users/logout', { as: token, body: { token } })).status).toBe(200);
    expect(await status(token)).toBe(401);
    expect((await served.send('POST', '/v1/users/refresh', { as: null, body: { refreshToken } })).status).toBe(401);
    const next = await who();
    const made = await served.send('PUT', '/v1/users/security/token', {
      as: next.token,
      body: { tokenName: 'mine', JWTTokenExpiry: 'OneHour' },
    });
    const { jwtToken, token: id } = made.body;
    expect(await status(jwtToken)).toBe(200);
    const revoke = { as: next.token, body: { tokenIds: [id] } };
    expect((await served.send('PUT', '/v1/users/security/token/revoke', revoke)).status).toBe(200);
    expect(await status(jwtToken)).toBe(401);
    const bot = await botOf('revoked-bot');
    expect(await status(bot.token)).toBe(200);
    await served.send('PUT', '/v1/users/revokeToken', { body: { id: bot.id } });
    expect(await status(bot.token)).toBe(401);
    const late = await who();
    expect(await status(late.token)).toBe(200);
    served.clock.now += 3_600_001;
    expect(await status(late.token)).toBe(401);
    served.clock.now -= 3_600_001;
  });

  describe('of a bot that get a new one', () => {
    const renew = async (id: string, query = '', expiry = 'Unlimited') =>
      served.send('PUT', `/v1/users/generateToken/${id}${query}`, { body: { JWTTokenExpiry: expiry } });
    const listed = async (id: string, as?: string) =>
      (await served.send('GET', `/v1/users/token/${id}/validity`, { as })).body as {
        data: Claims[];
        paging: { total: number };
      };
    /** What follows the current one. */
    const replaced = async (id: string) => {
      const { data, paging } = await listed(id);
      return { data: data.slice(1), paging: { total: paging.total - 1 } };
    };

    let began = 0;
    beforeEach(() => {
      began = served.clock.now;
    });
    afterEach(() => {
      served.clock.now = began;
    });

    it('end at once', async () => {
      const bot = await botOf('renewed-bot');
      expect(await status(bot.token)).toBe(200);
      const { JWTToken } = (await renew(bot.id)).body;
      expect([await status(bot.token), await status(JWTToken)]).toEqual([401, 200]);
      expect(await replaced(bot.id)).toEqual({ data: [], paging: { total: 0 } });
    });

    it('go on for the overlap that was asked for, and no longer', async () => {
      const bot = await botOf('overlapped-bot');
      expect(await status(bot.token)).toBe(200); // known from here on
      const next = (await renew(bot.id, '?overlapSeconds=600', '1')).body;
      expect([await status(bot.token), await status(next.JWTToken)]).toEqual([200, 200]);
      expect((await served.send('GET', `/v1/users/token/${bot.id}`)).body).toEqual(next);
      expect(await replaced(bot.id)).toEqual({
        data: [{ JWTTokenExpiry: 'Unlimited', JWTTokenExpiresAt: began + 600_000 }],
        paging: { total: 1 },
      });
      served.clock.now += 600_001;
      expect([await status(bot.token), await status(next.JWTToken)]).toEqual([401, 200]);
      expect((await replaced(bot.id)).data).toEqual([]);
    });

    it('never outlive their own end, nor an earlier overlap', async () => {
      const bot = await botOf('thrice-renewed-bot');
      const second = (await renew(bot.id, '?overlapSeconds=60', 'OneHour')).body.JWTToken;
      await renew(bot.id, '?overlapSeconds=7200');
      expect((await replaced(bot.id)).data.map((one) => Number(one.JWTTokenExpiresAt) - began)).toEqual([
        60_000, 3_600_000,
      ]);
      served.clock.now += 61_000;
      expect([await status(bot.token), await status(second)]).toEqual([401, 200]);
    });

    it('end by revoking them alone, or all', async () => {
      const bot = await botOf('half-revoked-bot');
      const next = (await renew(bot.id, '?overlapSeconds=3600')).body.JWTToken;
      const revoke = (query: string) => served.send('PUT', `/v1/users/revokeToken${query}`, { body: { id: bot.id } });
      expect((await revoke('?replacedOnly=true')).status).toBe(200);
      expect([await status(bot.token), await status(next)]).toEqual([401, 200]);
      const third = (await renew(bot.id, '?overlapSeconds=3600')).body.JWTToken;
      expect([await status(next), await status(third)]).toEqual([200, 200]);
      expect((await revoke('')).status).toBe(200);
      expect([await status(next), await status(third)]).toEqual([401, 401]);
      expect((await replaced(bot.id)).data).toEqual([]);
      expect((await served.send('GET', `/v1/users/token/${bot.id}`)).body.JWTToken).toBe('');
      const mechanism = await served.send('GET', `/v1/users/auth-mechanism/${bot.id}`);
      expect(mechanism.body).toMatchObject({ authType: 'JWT', config: { JWTToken: '' } });
    });

    it.each(['-1', '2592001', '1.5', 'soon'])('refuse %s seconds of overlap', async (seconds) => {
      const bot = await botOf(`refused-bot-${seconds.replaceAll(/\W/g, '-')}`);
      const answer = await renew(bot.id, `?overlapSeconds=${seconds}`);
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('overlapSeconds')]);
      expect(await status(bot.token)).toBe(200);
    });

    it('are listed without their values, also where there is none', async () => {
      const bot = await botOf('listed-bot');
      const body = { tokenName: 'of a day', JWTTokenExpiry: '1' };
      const admin: string = (await served.send('PUT', '/v1/users/security/token', { body })).body.jwtToken;
      await renew(bot.id, '', 'OneHour');
      const [current, ...others] = (await listed(bot.id)).data;
      expect([current, others]).toEqual([
        { JWTTokenExpiry: 'OneHour', JWTTokenExpiresAt: served.clock.now + 3_600_000 },
        [],
      ]);
      served.clock.now += 3_600_001;
      expect((await listed(bot.id, admin)).data).toEqual([current]); // expired, and still the token that it has
      await served.send('PUT', '/v1/users/revokeToken', { body: { id: bot.id }, as: admin });
      expect(await listed(bot.id, admin)).toEqual({ data: [], paging: { total: 0 } });
    });

    it('are listed and revoked only by those who may', async () => {
      const bot = await botOf('guarded-bot');
      await renew(bot.id, '?overlapSeconds=3600');
      const { token } = await who();
      const path = `/v1/users/token/${bot.id}/validity`;
      expect((await served.send('GET', path, { as: token })).status).toBe(403);
      expect((await served.send('GET', path, { as: bot.token })).status).toBe(200);
      const revoke = { as: bot.token, body: { id: bot.id } };
      expect((await served.send('PUT', '/v1/users/revokeToken?replacedOnly=true', revoke)).status).toBe(403);
      expect(
        (await served.send('PUT', '/v1/users/revokeToken?replacedOnly=maybe', { body: { id: bot.id } })).status,
      ).toBe(400);
    });
  });

  it.each(['', '?hardDelete=true'])('end with their user (%s)', async (how) => {
    const { id, token } = await who();
    expect(await status(token)).toBe(200);
    expect((await served.send('DELETE', `/v1/users/${id}${how}`)).status).toBe(200);
    expect(await status(token)).toBe(401);
  });

  it('last as long as they say, also when the second changes while they are made', async () => {
    const { clock } = served;
    const start = clock.now;
    let reads = 0;
    Object.defineProperty(clock, 'now', { configurable: true, get: () => start + 300 * reads++ });
    try {
      for (let time = 0; time < 8; time++) {
        const { iat, exp } = read((await who()).token, 1);
        expect(Number(exp) - Number(iat)).toBe(3600);
      }
    } finally {
      Object.defineProperty(clock, 'now', { configurable: true, writable: true, value: start });
    }
  });

  it('of a bot user are those of one bot, whoever makes others at once', async () => {
    await botOf('wanted-bot');
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        served.send('POST', '/v1/bots', { body: { name: `wants-it-${i}`, botUser: 'wanted-bot' } }),
      ),
    );
    expect(made.map(({ status: code }) => code).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 400)]);
  });

  it.each(['', '?hardDelete=true'])('end with their bot (%s)', async (how) => {
    const name = `gone-bot-${how.length}`;
    const { token } = await botOf(name);
    const bot = await served.make('/v1/bots', { name, botUser: name });
    expect(await status(token)).toBe(200);
    expect((await served.send('DELETE', `/v1/bots/${bot.id}${how}`)).status).toBe(200);
    expect(await status(token)).toBe(401);
  });
});
