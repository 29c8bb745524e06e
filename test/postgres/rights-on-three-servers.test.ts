// Rights and tokens on three servers behind a round robin: the request after the answer to a change is decided by it, on
// whichever server it comes in. Each round has its own user, whose rights all servers have cached before.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerProcess } from '../crash/server-process.js';
import { type Body, forSeveral, startThree, type ThreeServers } from './three-servers.js';

const ROUNDS = [1, 2, 3];
const PASSWORD = 'Correct-horse-7';
const add = (path: string, value: unknown) => [{ op: 'add', path, value }];

describe.skipIf(!forSeveral)('rights on three servers', () => {
  let three: ThreeServers;
  let role: Body;
  let team: Body;
  let policy: Body;
  beforeAll(async () => {
    three = await startThree();
    const rules = [{ name: 'no', effect: 'deny', operations: ['All'], resources: ['domain'] }];
    policy = await three.ok('POST', '/v1/policies', { name: 'no-domains', rules });
    role = await three.ok('POST', '/v1/roles', { name: 'no-domains', policies: ['no-domains'] });
    team = await three.ok('POST', '/v1/teams', { name: 'outsiders', teamType: 'Group', defaultRoles: [role.id] });
  }, 180_000);
  afterAll(() => three?.close());

  const domains = '/v1/domains?limit=1';
  const me = '/v1/users/loggedInUser';
  let count = 0;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  /** What each server answers to this token. */
  const statuses = async (path: string, token: string) =>
    (await three.everywhere(path, bearer(token))).map(({ status }) => status);
  const all = (status: number) => [status, status, status];
  const login = async (name: string, password = PASSWORD) =>
    (await three.ok('POST', '/v1/users/login', { email: `${name}@example.com`, password })).accessToken as string;
  const join = async (more: object = {}) => {
    const name = `user${++count}`;
    const password = { password: PASSWORD, confirmPassword: PASSWORD, createPasswordType: 'ADMIN_CREATE' };
    const { id } = await three.ok('POST', '/v1/users', { name, email: `${name}@example.com`, ...password, ...more });
    const token = await login(name);
    expect(await statuses(me, token)).toEqual(all(200));
    return { id, name, token, change: (steps: Body[]) => three.ok('PATCH', `/v1/users/${id}`, steps) };
  };

  it.each(ROUNDS)('follow roles, teams and admins (%i)', { timeout: 120_000 }, async () => {
    const { token, change } = await join();
    expect(await statuses(domains, token)).toEqual(all(200));
    await change(add('/roles/-', { id: role.id, type: 'role' }));
    expect(await statuses(domains, token)).toEqual(all(403));
    await change([{ op: 'replace', path: '/roles', value: [] }]);
    expect(await statuses(domains, token)).toEqual(all(200));
    await change(add('/teams', [{ id: team.id, type: 'team' }]));
    expect(await statuses(domains, token)).toEqual(all(403));
    await change(add('/isAdmin', true));
    expect(await statuses(domains, token)).toEqual(all(200));
    await change(add('/isAdmin', false));
    expect(await statuses(domains, token)).toEqual(all(403));
    await change(add('/teams', []));
    expect(await statuses(domains, token)).toEqual(all(200));
  });

  it.each(ROUNDS)('follow policies, roles and teams themselves (%i)', { timeout: 120_000 }, async () => {
    const { token } = await join({ teams: [team.id] });
    expect(await statuses(domains, token)).toEqual(all(403));
    await three.ok('PATCH', `/v1/policies/${policy.id}`, add('/enabled', false));
    expect(await statuses(domains, token)).toEqual(all(200));
    await three.ok('PATCH', `/v1/policies/${policy.id}`, add('/enabled', true));
    expect(await statuses(domains, token)).toEqual(all(403));
    await three.ok('PATCH', `/v1/teams/${team.id}`, [{ op: 'replace', path: '/defaultRoles', value: [] }]);
    expect(await statuses(domains, token)).toEqual(all(200));
    await three.ok('PATCH', `/v1/teams/${team.id}`, add('/defaultRoles', [{ id: role.id, type: 'role' }]));
    expect(await statuses(domains, token)).toEqual(all(403));
  });

  it.each(ROUNDS)('decide writes, searches and bulk requests by them (%i)', { timeout: 120_000 }, async () => {
    const { token, change } = await join({ isAdmin: true });
    const name = `domain${count}`;
    const body = { name, domainType: 'Aggregate', description: 'x' };
    const { id } = await three.ok('POST', '/v1/domains', body, bearer(token));
    const search = `/v1/search/query?index=domain&q=${name}`;
    const write = (value: string) =>
      three.send('PATCH', `/v1/domains/${id}`, add('/description', value), bearer(token));
    const tables = () => three.send('PUT', '/v1/tables/bulk', [{}], bearer(token));
    for (const value of ['a', 'b', 'c']) expect((await write(value)).status).toBe(200);
    for (const _ of three.servers) expect((await tables()).status).not.toBe(401);
    await change([...add('/isAdmin', false), ...add('/roles/-', { id: role.id, type: 'role' })]);
    for (const value of ['d', 'e', 'f']) expect((await write(value)).status).toBe(403);
    for (const { json } of await three.everywhere(search, bearer(token))) expect(json.hits.hits).toEqual([]);
    await change(add('/isAdmin', true));
    for (const value of ['g', 'h', 'i']) expect((await write(value)).status).toBe(200);
    for (const { json } of await three.everywhere(search, bearer(token))) expect(json.hits.hits).toHaveLength(1);
    await three.ok('DELETE', `/v1/domains/${id}?hardDelete=true`);
    await three.ok('DELETE', `/v1/users/name/user${count}?hardDelete=true`);
    for (const _ of three.servers) expect((await tables()).status).toBe(401);
  });

  it.each(ROUNDS)('refuse tokens that ended, and take new ones (%i)', { timeout: 120_000 }, async () => {
    const { id, name, token } = await join();
    const second = await login(name);
    expect(await statuses(me, second)).toEqual(all(200));
    await three.ok('POST', '/v1/users/logout', { token: second }, bearer(second));
    expect(await statuses(me, second)).toEqual(all(401));
    const password = { newPassword: 'Another-horse-8', confirmPassword: 'Another-horse-8' };
    await three.ok('PUT', '/v1/users/changePassword', { ...password, username: name, requestType: 'USER' });
    expect(await statuses(me, token)).toEqual(all(401));
    const third = await login(name, 'Another-horse-8');
    expect(await statuses(me, third)).toEqual(all(200));
    await three.ok('DELETE', `/v1/users/${id}`);
    expect(await statuses(me, third)).toEqual(all(401));
    const bot = await three.ok('POST', '/v1/users', { name: `bot${name}`, email: `${name}@bots.org`, isBot: true });
    const issue = async (): Promise<string> =>
      (await three.ok('PUT', `/v1/users/generateToken/${bot.id}`, { JWTTokenExpiry: '1' })).JWTToken;
    const first = await issue();
    expect(await statuses(me, first)).toEqual(all(200));
    const replaced = await issue();
    expect(await statuses(me, first)).toEqual(all(401));
    expect(await statuses(me, replaced)).toEqual(all(200));
  });

  it('hold for a server that was paused while they changed', { timeout: 120_000 }, async () => {
    const { token, change } = await join();
    const { token: ended } = await join();
    expect(await statuses(domains, token)).toEqual(all(200));
    const [first, second, paused] = three.servers as [ServerProcess, ServerProcess, ServerProcess];
    process.kill(paused.pid, 'SIGSTOP');
    try {
      const { json: user } = await first.send('GET', me, undefined, bearer(token));
      const steps = add('/roles/-', { id: role.id, type: 'role' });
      expect((await first.send('PATCH', `/v1/users/${user.id}`, steps)).status).toBe(200);
      expect((await second.send('POST', '/v1/users/logout', { token: ended }, bearer(ended))).status).toBe(200);
    } finally {
      process.kill(paused.pid, 'SIGCONT');
    }
    const asked = [
      paused.send('GET', domains, undefined, bearer(token)),
      paused.send('GET', me, undefined, bearer(ended)),
    ];
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 401]);
    await change([{ op: 'replace', path: '/roles', value: [] }]);
    expect(await statuses(domains, token)).toEqual(all(200));
  });

  it('lose no right while rights change on all servers', { timeout: 120_000 }, async () => {
    const { token } = await join();
    const make = async (i: number) => {
      const name = `crowd${i}`;
      await three.ok('POST', '/v1/users', { name, email: `${name}@example.com`, teams: [team.id] });
      return three.everywhere(domains, bearer(token));
    };
    const answers = (await Promise.all(Array.from({ length: 30 }, (_, i) => make(i)))).flat();
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
