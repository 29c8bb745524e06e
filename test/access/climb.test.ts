// Nobody gives themselves rights: through teams, domains, policies, roles, owners or accounts of bots.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

forEachSeededStore('climbing', (use) => {
  let people: People;
  let power: Body;
  let table: Body;
  beforeAll(async () => {
    people = await openPeople(use());
    const rules = [{ name: 'all', effect: 'allow', resources: ['all'], operations: ['All'] }];
    const policy = await people.make('/v1/policies', { name: 'power', rules });
    power = await people.make('/v1/roles', { name: 'power', policies: [policy.name] });
    table = await people.table();
  });
  afterAll(() => people.app.close());

  const isPowerless = async (who: Person) =>
    expect((await who.send('DELETE', `/v1/tables/${table.id}`)).status).toBe(403);
  const ref = ({ id }: Body | Person, type: string) => ({ id, type });
  const patch = (who: Person, path: string, ...steps: object[]) => who.send('PATCH', path, steps);

  it('not by joining a team that gives rights, nor one below it', async () => {
    const strong = await people.make('/v1/teams', {
      name: 'strong',
      teamType: 'Department',
      defaultRoles: [power.id],
      isJoinable: true,
    });
    const below = await people.make('/v1/teams', { name: 'below', teamType: 'Group', parents: [strong.id] });
    const free = await people.make('/v1/teams', { name: 'free', teamType: 'Group' });
    const who = await people.person([]);
    const join = (team: Body) =>
      patch(who, `/v1/users/${who.id}`, { op: 'add', path: '/teams/-', value: ref(team, 'team') });
    expect((await join(below)).status).toBe(403);
    expect((await join(strong)).status).toBe(403);
    const put = await who.send('PUT', '/v1/users', {
      name: who.name,
      email: `${who.name}@example.com`,
      teams: [below.id],
    });
    expect(put.status).toBe(403);
    expect((await join(free)).status).toBe(200);
    expect((await who.send('PUT', `/v1/teams/${below.id}/users`, [ref(who, 'user')])).status).toBe(403);
    await isPowerless(who);
  });

  it('not by putting the own team below or above one that gives rights', async () => {
    const who = await people.person([]);
    const strong = await people.make('/v1/teams', { name: 'mighty', teamType: 'Department', defaultRoles: [power.id] });
    const own = await people.make('/v1/teams', {
      name: 'own',
      teamType: 'Department',
      owners: [ref(who, 'user')],
      users: [who.id],
    });
    const at = `/v1/teams/${own.id}`;
    expect((await patch(who, at, { op: 'add', path: '/displayName', value: 'Ours' })).status).toBe(200);
    for (const step of [
      { op: 'replace', path: '/parents', value: [ref(strong, 'team')] },
      { op: 'add', path: '/parents/-', value: ref(strong, 'team') },
      { op: 'add', path: '/children', value: [ref(strong, 'team')] },
      { op: 'add', path: '/defaultRoles', value: [ref(power, 'role')] },
      { op: 'add', path: '/owners/-', value: ref(people.service, 'user') },
    ])
      expect((await patch(who, at, step)).status, JSON.stringify(step)).toBe(403);
    const body = { name: 'own', teamType: 'Department', parents: [strong.id] };
    expect((await who.send('PUT', '/v1/teams', body)).status).toBe(403);
    await isPowerless(who);
  });

  it('not by a domain of their own choice', async () => {
    const domain = await people.make('/v1/domains', { name: 'Closed', domainType: 'Aggregate', description: 'x' });
    const inside = await people.table({ domains: ['Closed'] });
    const who = await people.person([
      { effect: 'deny', operations: ['All'], resources: ['table'], condition: '!hasDomain()' },
    ]);
    const at = `/v1/users/${who.id}`;
    expect((await who.send('GET', `/v1/tables/${inside.id}`)).status).toBe(403);
    expect((await patch(who, at, { op: 'add', path: '/domains', value: [ref(domain, 'domain')] })).status).toBe(403);
    const put = { name: who.name, email: `${who.name}@example.com`, domains: ['Closed'] };
    expect((await who.send('PUT', '/v1/users', put)).status).toBe(403);
    expect((await who.send('GET', `/v1/tables/${inside.id}`)).status).toBe(403);
    await people.send('PUT', '/v1/domains/Closed/assets/add', { assets: [ref(who, 'user')], dryRun: false });
    expect((await who.send('GET', `/v1/tables/${inside.id}`)).status).toBe(200);
    const below = await people.make('/v1/domains', {
      name: 'Deeper',
      domainType: 'Aggregate',
      description: 'x',
      parent: 'Closed',
    });
    const deeper = await people.table({ domains: [below.fullyQualifiedName] });
    expect((await who.send('GET', `/v1/tables/${deeper.id}`)).status).toBe(200);
  });

  it('not by changing what they have rights from, however much they may edit', async () => {
    const who = await people.person([
      { operations: ['ViewAll', 'EditAll', 'Create', 'Delete'] },
      { effect: 'deny', operations: ['Delete'], resources: ['table'] },
    ]);
    const roles = (await people.send('GET', `/v1/users/${who.id}?fields=roles`)).body.roles;
    const role = (await people.send('GET', `/v1/roles/${roles[0].id}?fields=policies`)).body;
    const [policy] = role.policies;
    for (const [path, step] of [
      [`/v1/policies/${policy.id}`, { op: 'remove', path: '/rules/1' }],
      [`/v1/policies/${policy.id}`, { op: 'add', path: '/enabled', value: false }],
      [
        `/v1/roles/${role.id}`,
        {
          op: 'add',
          path: '/policies/-',
          value: ref((await people.send('GET', '/v1/policies/name/power')).body, 'policy'),
        },
      ],
      [`/v1/users/${who.id}`, { op: 'add', path: '/roles/-', value: ref(power, 'role') }],
      [`/v1/users/${who.id}`, { op: 'add', path: '/isAdmin', value: true }],
      [`/v1/users/${who.id}`, { op: 'add', path: '/externalId', value: 'somebody-else' }],
      [`/v1/users/${who.id}`, { op: 'add', path: '/scimUserName', value: 'somebody-else' }],
    ] as const)
      expect((await patch(who, path, step)).status, path).toBe(403);
    const rules = [{ name: 'all', effect: 'allow', resources: ['all'], operations: ['All'] }];
    expect((await who.send('PUT', '/v1/policies', { name: policy.name, rules })).status).toBe(403);
    expect((await who.send('PUT', '/v1/roles', { name: role.name, policies: ['power'] })).status).toBe(403);
    expect((await who.send('DELETE', `/v1/policies/${policy.id}?hardDelete=true`)).status).toBe(403);
    expect((await who.send('DELETE', `/v1/roles/${role.id}`)).status).toBe(403);
    const described = { op: 'add', path: '/description', value: 'Told' };
    expect((await patch(who, `/v1/policies/${policy.id}`, described)).status).toBe(200);
    const user = { name: 'helper', email: 'helper@example.com' };
    expect((await who.send('POST', '/v1/users', { ...user, isAdmin: true })).status).toBe(403);
    expect((await who.send('POST', '/v1/users', { ...user, roles: [power.id] })).status).toBe(403);
    await isPowerless(who);
  });

  it('not by the account of a bot', async () => {
    const who = await people.person([
      { operations: ['ViewAll', 'EditAll', 'Create', 'Delete'], resources: ['user', 'bot'] },
    ]);
    const bot = { name: 'strong-bot', email: 'strong-bot@example.com', isBot: true };
    const made = await people.make('/v1/users', { ...bot, roles: [power.id] });
    const authenticationMechanism = { authType: 'JWT', config: { JWTTokenExpiry: 'Unlimited' } };
    const put = await who.send('PUT', '/v1/users', { ...bot, authenticationMechanism });
    expect(put.text).not.toContain('JWTToken"');
    expect(put.text).not.toMatch(/eyJ/);
    for (const [method, path, body] of [
      ['GET', `/v1/users/token/${made.id}`, undefined],
      ['GET', `/v1/users/auth-mechanism/${made.id}`, undefined],
      ['POST', '/v1/users/generateToken', { id: made.id, JWTTokenExpiry: 'OneHour' }],
      ['PUT', `/v1/users/generateToken/${made.id}`, { JWTTokenExpiry: 'OneHour' }],
      ['PUT', '/v1/users/revokeToken', { id: made.id }],
    ] as const)
      expect((await who.send(method, path, body)).status, path).toBe(403);
    const token = await people.app.tokenOf('strong-bot');
    const asBot = (method: string, path: string, body?: unknown) =>
      people.app.send(method, path, { token, ...(body ? { body } : {}) });
    expect((await asBot('GET', `/v1/users/token/${made.id}`)).body.JWTToken).toBe(token);
    const prolong = { id: made.id, JWTTokenExpiry: 'Unlimited' };
    expect((await asBot('POST', '/v1/users/generateToken', prolong)).status).toBe(403);
    for (const path of [
      `/v1/users/${made.id}?fields=*`,
      '/v1/users?isBot=true&fields=*&limit=100',
      '/v1/events?limit=1000',
    ])
      expect((await people.send('GET', path)).text, path).not.toContain(token);
  });

  it('a team allows its members, not others', async () => {
    const rules = [{ name: 'ours', effect: 'allow', resources: ['all'], operations: ['All'] }];
    const policy = await people.make('/v1/policies', { name: 'ours', rules });
    const team = await people.make('/v1/teams', { name: 'ours', teamType: 'Group', policies: [policy.id] });
    const owned = await people.table({ owners: [ref(team, 'team')] });
    const outsider = await people.person([]);
    const insider = await people.person([], { teams: [team.id] });
    expect((await outsider.send('DELETE', `/v1/tables/${owned.id}`)).status).toBe(403);
    expect((await insider.send('DELETE', `/v1/tables/${owned.id}`)).status).toBe(200);
  });
});
