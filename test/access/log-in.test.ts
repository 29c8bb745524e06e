// Tokens of every kind, from the first start to the end of each.
import { createPublicKey, verify } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOTSTRAP, ROTATE_KEYS } from '../../src/access/index.js';
import { forEachStore } from '../support/stores.js';
import { openServed, PASSWORD, type Served } from './open-served.js';

const me = '/v1/users/loggedInUser';

forEachStore('log-in and tokens', (use) => {
  let served: Served;
  beforeAll(async () => {
    served = await openServed(use().store);
  });
  afterAll(() => served.close());
  const status = async (as: string | null, path = me) => (await served.send('GET', path, { as })).status;
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

  it('tells the password of the first admin once', async () => {
    expect(served.news.admin).toMatchObject({ name: 'admin', email: 'admin@cairn.example' });
    expect(await served.command(BOOTSTRAP, null)).toEqual({ admin: null });
    const { body } = await served.send('GET', me);
    expect(body).toMatchObject({ name: 'admin', isAdmin: true });
  });

  it('signs tokens with a key that anybody can look up', async () => {
    const { keys } = (await served.send('GET', '/v1/system/config/jwks', { as: null })).body;
    expect(keys).toEqual([expect.objectContaining({ kty: 'RSA', alg: 'RS256', use: 'sig' })]);
    const [head = '', payload = '', signature = ''] = served.admin.split('.');
    const key = createPublicKey({ key: keys[0], format: 'jwk' });
    const signed = verify('sha256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'));
    expect(signed).toBe(true);
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toMatchObject({ alg: 'RS256', kid: keys[0].kid });
    expect(claimsOf(served.admin)).toMatchObject({
      sub: 'admin',
      iss: 'cairn',
      roles: ['Admin'],
      email: 'admin@cairn.example',
      isBot: false,
      tokenType: 'OM_USER',
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
  });

  it('refuses missing, foreign and expired tokens with the error body', async () => {
    for (const as of [null, 'a.b.c', 'x', `${served.admin}x`]) {
      const { status, body } = await served.send('GET', me, { as });
      expect({ status, ...body }).toMatchObject({ status: 401, code: 401, errorType: 'UNAUTHORIZED' });
    }
    const { token } = await served.join('late');
    expect(await status(token)).toBe(200);
    served.clock.now += 3_600_001;
    expect(await status(token)).toBe(401);
    served.clock.now -= 3_600_001;
    expect(await status(token)).toBe(200);
  });

  it('refuses a token after logout at once, and its refresh token', async () => {
    const { token, refreshToken } = await served.join('leaver');
    expect(await status(token)).toBe(200);
    const body = { username: 'leaver', token };
    expect((await served.send('POST', '/v1/users/logout', { body, as: token })).status).toBe(200);
    expect(await status(token)).toBe(401);
    const again = await served.send('POST', '/v1/users/refresh', { body: { refreshToken }, as: null });
    expect(again.status).toBe(401);
  });

  it('does not end the sessions of others', async () => {
    const victim = await served.join('victim');
    const { token } = await served.join('mallory');
    await served.send('POST', '/v1/users/logout', { body: { username: 'victim', token: victim.token }, as: token });
    expect(await status(victim.token)).toBe(200);
    expect(await status(token)).toBe(401);
  });

  it('refreshes a session, each refresh token once', async () => {
    const { refreshToken } = await served.join('longer');
    const refresh = (given: string) =>
      served.send('POST', '/v1/users/refresh', { body: { refreshToken: given }, as: null });
    const first = await refresh(refreshToken);
    expect(first.body).toMatchObject({ tokenType: 'Bearer', expiryDuration: expect.any(Number) });
    expect(await status(first.body.accessToken)).toBe(200);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(first.body.refreshToken)).status).toBe(200);
    expect((await refresh('nonsense')).status).toBe(401);
  });

  it('takes name or e-mail, and the password plain or in base64', async () => {
    await served.join('Nadia.B');
    const login = (email: string, password: string) =>
      served.send('POST', '/v1/users/login', { body: { email, password }, as: null });
    expect((await login('nadia.b', PASSWORD)).status).toBe(200);
    expect((await login('Nadia.B@Example.com', Buffer.from(PASSWORD).toString('base64'))).status).toBe(200);
    expect((await login('nadia.b', 'wrong')).status).toBe(401);
    expect((await login('nobody', PASSWORD)).status).toBe(401);
    expect((await login('ingestion-bot', PASSWORD)).status).toBe(401);
  });

  it('slows down who guesses', async () => {
    await served.join('guessed');
    const guess = () =>
      served.send('POST', '/v1/users/login', { body: { email: 'guessed', password: 'x' }, as: null, from: '10.1.1.1' });
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect(refused).toMatchObject({ status: 429, body: { errorType: 'LIMITS_EXCEPTION' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body.message).toContain('seconds');
  });

  it('changes a password and ends the other sessions', async () => {
    const { token } = await served.join('changer');
    const login = (password: string) =>
      served.send('POST', '/v1/users/login', { body: { email: 'changer', password }, as: null });
    const other = (await login(PASSWORD)).body.accessToken;
    const change = (body: object) => served.send('PUT', '/v1/users/changePassword', { body, as: token });
    const next = { newPassword: 'Another-horse-8', confirmPassword: 'Another-horse-8' };
    expect((await change({ ...next, oldPassword: 'wrong' })).status).toBe(400);
    expect((await change({ ...next, confirmPassword: 'x', oldPassword: PASSWORD })).status).toBe(400);
    expect((await change({ newPassword: 'short', confirmPassword: 'short', oldPassword: PASSWORD })).status).toBe(400);
    expect((await change({ ...next, oldPassword: PASSWORD })).status).toBe(200);
    expect(await status(token)).toBe(200);
    expect(await status(other)).toBe(401);
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login('Another-horse-8')).status).toBe(200);
    const asAdmin = { ...next, username: 'changer', requestType: 'USER' };
    expect((await served.send('PUT', '/v1/users/changePassword', { body: asAdmin })).status).toBe(200);
    expect(await status(token)).toBe(401);
  });

  it('opens no session with a password that changes while it is compared', async () => {
    await served.join('overtaken');
    const body = { newPassword: 'Another-horse-8', confirmPassword: 'Another-horse-8', username: 'overtaken' };
    const login = (password: string) =>
      served.send('POST', '/v1/users/login', { body: { email: 'overtaken', password }, as: null });
    const changing = served.send('PUT', '/v1/users/changePassword', { body: { ...body, requestType: 'USER' } });
    await setTimeout(5); // the new password is being hashed
    // More than are compared at once, so the last ones are compared when the password has changed.
    const [changed, ...old] = await Promise.all([changing, ...[1, 2, 3, 4].map(() => login(PASSWORD))]);
    expect(changed.status).toBe(200);
    expect(await Promise.all(old.map(({ body: { accessToken } }) => status(accessToken ?? null)))).toEqual(
      old.map(() => 401),
    );
    expect((await login('Another-horse-8')).status).toBe(200);
  });

  it('changes a password once for each time that the old one is given', async () => {
    const { token } = await served.join('twice');
    const change = (password: string) =>
      served.send('PUT', '/v1/users/changePassword', {
        body: { oldPassword: PASSWORD, newPassword: password, confirmPassword: password },
        as: token,
      });
    const answers = await Promise.all([change('Another-horse-8'), change('Third-horse-9')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  it.each(['SELF', 'USER'])('ends personal tokens with a password only where that is asked for (%s)', async (who) => {
    const name = `rotator-${who.toLowerCase()}`;
    const { token } = await served.join(name);
    const made = { tokenName: 'laptop', JWTTokenExpiry: '7' };
    const personal = (await served.send('PUT', '/v1/users/security/token', { body: made, as: token })).body.jwtToken;
    const change = (oldPassword: string, password: string, more: object = {}) =>
      served.send('PUT', '/v1/users/changePassword', {
        body: {
          ...{ newPassword: password, confirmPassword: password, requestType: who, ...more },
          ...(who === 'SELF' ? { oldPassword } : { username: name }),
        },
        ...(who === 'SELF' ? { as: token } : {}),
      });
    expect((await change(PASSWORD, 'Another-horse-8')).status).toBe(200);
    expect([await status(token), await status(personal)]).toEqual([who === 'SELF' ? 200 : 401, 200]);
    expect((await change('Another-horse-8', 'Third-horse-9', { revokeTokens: 'yes' })).status).toBe(400);
    expect((await change('Another-horse-8', 'Third-horse-9', { revokeTokens: true })).status).toBe(200);
    expect([await status(token), await status(personal)]).toEqual([who === 'SELF' ? 200 : 401, 401]);
  });

  describe('personal tokens', () => {
    const path = '/v1/users/security/token';
    it('are shown once, work, and end when revoked', async () => {
      const { id, token } = await served.join('maker');
      const body = { tokenName: 'laptop', JWTTokenExpiry: '7' };
      const made = (await served.send('PUT', path, { body, as: token })).body;
      expect(made).toMatchObject({ tokenName: 'laptop', userId: id, jwtToken: expect.any(String) });
      expect(claimsOf(made.jwtToken)).toMatchObject({ sub: 'maker', tokenType: 'PERSONAL_ACCESS', isBot: false });
      expect(await status(made.jwtToken)).toBe(200);
      const list = (await served.send('GET', path, { as: token })).body;
      expect(list).toMatchObject({ data: [{ token: made.token, tokenName: 'laptop' }], paging: { total: 1 } });
      expect(JSON.stringify(list)).not.toContain('eyJ');
      const left = await served.send('PUT', `${path}/revoke`, { body: { tokenIds: [made.token] }, as: token });
      expect(left.body.data).toEqual([]);
      expect(await status(made.jwtToken)).toBe(401);
      expect(await status(token)).toBe(200);
    });

    it('expire, belong to people, and are not for other people to see', async () => {
      const { token } = await served.join('nosy');
      const unlimited = { tokenName: 'x', JWTTokenExpiry: 'Unlimited' };
      expect((await served.send('PUT', path, { body: unlimited, as: token })).status).toBe(400);
      expect(await status(token, `${path}?username=maker`)).toBe(403);
      expect((await served.send('GET', `${path}?username=maker`)).status).toBe(200);
    });

    it('end with their user', async () => {
      const { id, token } = await served.join('doomed');
      expect((await served.send('DELETE', `/v1/users/${id}`)).status).toBe(200);
      expect(await status(token)).toBe(401);
      await served.send('PUT', '/v1/users/restore', { body: { id } });
      expect(await status(token)).toBe(200);
      expect((await served.send('DELETE', `/v1/users/${id}?hardDelete=true`)).status).toBe(200);
      expect(await status(token)).toBe(401);
    });
  });

  describe('tokens of bots', () => {
    it('come with the user of the bot and can be read again by admins', async () => {
      const create = {
        name: 'robot',
        email: 'robot@example.com',
        isBot: true,
        authenticationMechanism: { authType: 'JWT', config: { JWTTokenExpiry: 'Unlimited' } },
      };
      const { id, authenticationMechanism } = await served.make('/v1/users', create);
      const jwt = authenticationMechanism.config.JWTToken;
      expect(claimsOf(jwt)).toMatchObject({ sub: 'robot', isBot: true, tokenType: 'BOT', exp: null });
      expect(await status(jwt)).toBe(200);
      expect((await served.send('GET', `/v1/users/token/${id}`)).body).toEqual({
        JWTToken: jwt,
        JWTTokenExpiry: 'Unlimited',
      });
      expect((await served.send('GET', `/v1/users/auth-mechanism/${id}`)).body).toMatchObject({ authType: 'JWT' });
      expect(JSON.stringify((await served.send('GET', `/v1/users/${id}?fields=*`)).body)).not.toContain('eyJ');
      const { token } = await served.join('curious');
      expect(await status(token, `/v1/users/token/${id}`)).toBe(403);
    });

    it('end when a new one is made, and when revoked', async () => {
      const { id } = await served.make('/v1/users', { name: 'robot2', email: 'robot2@example.com', isBot: true });
      expect((await served.send('GET', `/v1/users/token/${id}`)).body.JWTToken).toBe('');
      const body = { JWTTokenExpiry: '1' };
      const first = (await served.send('PUT', `/v1/users/generateToken/${id}`, { body })).body;
      expect(first).toMatchObject({ JWTTokenExpiry: '1', JWTTokenExpiresAt: expect.any(Number) });
      const second = (await served.send('POST', '/v1/users/generateToken', { body: { ...body, id } })).body.JWTToken;
      expect(await status(first.JWTToken)).toBe(401);
      expect(await status(second)).toBe(200);
      expect((await served.send('PUT', '/v1/users/revokeToken', { body: { id } })).body.name).toBe('robot2');
      expect(await status(second)).toBe(401);
      const human = await served.join('human');
      const refused = await served.send('PUT', `/v1/users/generateToken/${human.id}`, { body });
      expect(refused.status).toBe(400);
    });
  });

  it('keeps tokens of the old key good when keys are rotated', async () => {
    const { token } = await served.join('patient');
    await served.command(ROTATE_KEYS, null);
    expect(await status(token)).toBe(200);
    const { keys } = (await served.send('GET', '/v1/system/config/jwks', { as: null })).body;
    expect(keys).toHaveLength(2);
    const { token: younger } = await served.join('fresh');
    expect(younger.split('.')[0]).not.toBe(token.split('.')[0]);
    expect(await status(younger)).toBe(200);
  });
});
