// Three servers on one database: what one changes, the others follow. Needs a database for several.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROTATE_KEYS } from '../../src/access/index.js';
import { forPostgres } from '../support/stores.js';
import { openServed, PASSWORD, type Served } from './open-served.js';

forPostgres('several servers', (use) => {
  let one: Served;
  let two: Served;
  let three: Served;
  beforeAll(async () => {
    const all = await Promise.all([openServed(use().store), openServed(use().store), openServed(use().store)]);
    [one, two, three] = all.sort((a, b) => Number(a.news.admin === null) - Number(b.news.admin === null)) as typeof all;
  });
  afterAll(async () => {
    await one.close();
    await two.close();
    await three.close();
  });

  const status = async (served: Served, path: string, as: string) => (await served.send('GET', path, { as })).status;
  const me = '/v1/users/loggedInUser';
  const onOthers = async (path: string, as: string) => Promise.all([two, three].map((each) => status(each, path, as)));

  it('starts three at one moment, seeds once, and tells the password once', async () => {
    expect(one.news.admin).not.toBeNull();
    expect([two.news.admin, three.news.admin]).toEqual([null, null]);
    const count = async (path: string) => (await one.send('GET', `${path}?limit=0`)).body.paging.total;
    expect([await count('/v1/classifications'), await count('/v1/tags')]).toEqual([4, 13]);
  });

  it('refuses a token that was logged out elsewhere', async () => {
    const { token } = await one.join('roamer');
    expect(await onOthers(me, token)).toEqual([200, 200]);
    await one.send('POST', '/v1/users/logout', { body: { token }, as: token });
    expect(await onOthers(me, token)).toEqual([401, 401]);
  });

  it('renews and ends the session of a web page elsewhere', async () => {
    await one.join('surfer');
    const ask = async (served: Served, method: 'POST' | 'DELETE', url: string, cookie = '') => {
      const headers = { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie: `cairn-session=${cookie}` } : {}) };
      const payload = cookie ? undefined : { email: 'surfer', password: PASSWORD };
      const response = await served.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
      return { status: response.statusCode, text: response.body, cookie: response.cookies[0]?.value ?? '' };
    };
    const opened = await ask(one, 'POST', '/session');
    const renewed = await ask(two, 'POST', '/session/refresh', opened.cookie);
    expect([opened.status, renewed.status]).toEqual([200, 200]);
    const { accessToken } = JSON.parse(renewed.text);
    expect(await onOthers(me, accessToken)).toEqual([200, 200]);
    expect((await ask(three, 'DELETE', '/session', renewed.cookie)).status).toBe(204);
    expect(await onOthers(me, accessToken)).toEqual([401, 401]);
    expect((await ask(one, 'POST', '/session/refresh', renewed.cookie)).status).toBe(204);
  });

  it('refuses the token of a bot that was replaced elsewhere, and takes one of a new key', async () => {
    const bot = await one.make('/v1/users', { name: 'replaced', email: 'replaced@example.com', isBot: true });
    const body = { JWTTokenExpiry: '1' };
    const issue = async () =>
      (await one.send('PUT', `/v1/users/generateToken/${bot.id}`, { body })).body.JWTToken as string;
    const first = await issue();
    expect(await onOthers(me, first)).toEqual([200, 200]);
    const second = await issue();
    expect(await onOthers(me, first)).toEqual([401, 401]);
    expect(await onOthers(me, second)).toEqual([200, 200]);
    const overlapping = `/v1/users/generateToken/${bot.id}?overlapSeconds=60`;
    const third = (await one.send('PUT', overlapping, { body })).body.JWTToken as string;
    expect([await onOthers(me, second), await onOthers(me, third)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    two.clock.now += 61_000;
    expect(await onOthers(me, second)).toEqual([401, 200]); // each by its own clock
    two.clock.now -= 61_000;
    await one.send('PUT', '/v1/users/revokeToken?replacedOnly=true', { body: { id: bot.id } });
    expect([await onOthers(me, second), await onOthers(me, third)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
    await one.command(ROTATE_KEYS, null);
    const { token } = await one.join('of-a-new-key');
    expect(await onOthers(me, token)).toEqual([200, 200]);
  });

  it('leaves a bot with one token that is renewed on all at once', async () => {
    const bot = await one.make('/v1/users', { name: 'renewed', email: 'renewed@example.com', isBot: true });
    const body = { JWTTokenExpiry: '1' };
    const renew = async (served: Served): Promise<string> =>
      (await served.send('PUT', `/v1/users/generateToken/${bot.id}`, { body, as: one.admin })).body.JWTToken;
    const tokens = await Promise.all([one, two, three, one, two, three].map(renew));
    const statuses = await Promise.all(tokens.map((token) => status(one, me, token)));
    expect(statuses.sort()).toEqual([200, 401, 401, 401, 401, 401]);
    const current = (await two.send('GET', `/v1/users/token/${bot.id}`, { as: one.admin })).body.JWTToken;
    expect(await status(three, me, current)).toBe(200);
  });

  it('stops a bot that acts for a user when the grant or the user ended elsewhere', async () => {
    const name = 'acting';
    const account = await one.make('/v1/users', { name, email: `${name}@example.com`, isBot: true });
    await one.make('/v1/bots', { name, botUser: name, allowImpersonation: true });
    const body = { JWTTokenExpiry: '1' };
    const as = (await one.send('PUT', `/v1/users/generateToken/${account.id}`, { body })).body.JWTToken;
    const [leaving, staying] = await Promise.all([one.join('acted-for'), one.join('left-alone')]);
    const onAll = async (actsFor: string) =>
      Promise.all([one, two, three].map(async (each) => (await each.send('GET', me, { as, actsFor })).status));
    const write = async (on: Served, description: string) => {
      const given = { body: [{ op: 'add', path: '/description', value: description }], as, actsFor: 'left-alone' };
      return on.send('PATCH', `/v1/users/${staying.id}`, given);
    };
    expect(await onAll('acted-for')).toEqual([200, 200, 200]);
    await one.send('DELETE', `/v1/users/${leaving.id}`);
    expect(await onAll('acted-for')).toEqual([401, 401, 401]);
    expect(await onAll('left-alone')).toEqual([200, 200, 200]);
    expect((await write(two, 'for them')).body).toMatchObject({ updatedBy: 'left-alone', impersonatedBy: name });
    const revoked = { body: { name, botUser: name, allowImpersonation: false } };
    expect((await three.send('PUT', '/v1/bots', { ...revoked, as: one.admin })).status).toBe(200);
    expect((await write(two, 'too late')).status).toBe(403);
    expect(await onAll('left-alone')).toEqual([403, 403, 403]);
  });

  it('ends sessions elsewhere when a password changes, whatever the clocks say', async () => {
    const { token } = await one.join('hasty');
    expect(await onOthers(me, token)).toEqual([200, 200]);
    one.clock.now -= 600_000;
    const password = { newPassword: 'Another-horse-8', confirmPassword: 'Another-horse-8' };
    const body = { ...password, username: 'hasty', requestType: 'USER' };
    expect((await one.send('PUT', '/v1/users/changePassword', { body })).status).toBe(200);
    expect(await onOthers(me, token)).toEqual([401, 401]);
    one.clock.now += 600_000;
  });

  it('leaves no personal token that is made while a password change ends them', async () => {
    const { token } = await one.join('robbed');
    const made: string[] = [];
    let ended = false;
    const make = async (served: Served) => {
      const body = { tokenName: 'mine', JWTTokenExpiry: '1' };
      while (!ended) {
        const answer = await served.send('PUT', '/v1/users/security/token', { body, as: token });
        if (answer.status === 200) made.push(answer.body.jwtToken);
        else expect(answer.status).toBe(401);
      }
    };
    const makers = [one, two, three, one, two, three].map(make);
    await expect.poll(() => made.length).toBeGreaterThan(6);
    const password = { newPassword: 'Another-horse-8', confirmPassword: 'Another-horse-8' };
    const body = { ...password, username: 'robbed', requestType: 'USER', revokeTokens: true };
    const changed = await one.send('PUT', '/v1/users/changePassword', { body });
    ended = true;
    await Promise.all(makers);
    expect(changed.status).toBe(200);
    const statuses = await Promise.all(made.map((personal) => status(two, me, personal)));
    expect(statuses).toEqual(made.map(() => 401));
  });

  it('shares the tries of log-ins', async () => {
    const wrong = { body: { email: 'guessed', password: 'x' }, as: null, from: '10.1.1.1' };
    const tries = Array.from({ length: 40 }, (_, n) => (n % 2 ? one : two).send('POST', '/v1/users/login', wrong));
    const compared = (await Promise.all(tries)).filter((answer) => answer.status === 401);
    expect(compared).toHaveLength(5);
  });

  /** A user who loses the right to read roles; checks that the others follow. */
  const denyRoles = async (name: string, others: () => Promise<number[]>) => {
    const rules = [{ name: 'no', effect: 'deny', operations: ['All'], resources: ['role'] }];
    const policy = await one.make('/v1/policies', { name, rules });
    const role = await one.make('/v1/roles', { name, policies: [policy.name] });
    const { id } = (await one.send('GET', `/v1/users/name/${name}`)).body;
    const body = [{ op: 'add', path: '/roles/-', value: { id: role.id, type: 'role' } }];
    await one.send('PATCH', `/v1/users/${id}`, { body });
    expect(await others()).toSatisfy((all: number[]) => all.every((each) => each === 403));
  };

  it('follows rights that were changed elsewhere', async () => {
    const { token } = await one.join('follower');
    const path = '/v1/roles?limit=1';
    expect(await onOthers(path, token)).toEqual([200, 200]);
    await denyRoles('follower', () => onOthers(path, token));
  });

  it('lets one of two admins end the rights of the other', async () => {
    const isAdmin = async (id: string) => (await one.send('GET', `/v1/users/${id}`)).body.isAdmin ?? false;
    const admin = async (name: string) => {
      const { id, token } = await one.join(name);
      await one.send('PATCH', `/v1/users/${id}`, { body: [{ op: 'add', path: '/isAdmin', value: true }] });
      return { id, token };
    };
    for (let round = 0; round < 8; round++) {
      const [queen, king] = [await admin(`queen${round}`), await admin(`king${round}`)];
      for (const { token } of [queen, king]) expect(await onOthers('/v1/roles?limit=1', token)).toEqual([200, 200]);
      const body = [{ op: 'replace', path: '/isAdmin', value: false }];
      const answers = await Promise.all([
        two.send('PATCH', `/v1/users/${king.id}`, { body, as: queen.token }),
        three.send('PATCH', `/v1/users/${queen.id}`, { body, as: king.token }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect([await isAdmin(queen.id), await isAdmin(king.id)].sort()).toEqual([false, true]);
    }
  });

  it('follows them where notifications do not arrive', async () => {
    const listen = () => ({ connected: () => false, close: async () => {} });
    const deaf = await openServed({ ...use().store, listen });
    const { token } = await one.join('polled');
    const path = '/v1/roles?limit=1';
    expect(await status(deaf, path, token)).toBe(200);
    await denyRoles('polled', async () => [await status(deaf, path, token)]);
    await deaf.close();
  });

  it('follows what changed while the listening connections were cut', async () => {
    const { token } = await one.join('cut-off');
    const path = '/v1/roles?limit=1';
    expect(await onOthers(path, token)).toEqual([200, 200]);
    await use().store.write((tx) =>
      tx.all("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen cairn%'"),
    );
    await denyRoles('cut-off', () => onOthers(path, token));
  });
});
