// The seeded ingestion bot brings in what it finds, people and teams included; accounts, rights and administrators are not its own.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

forEachStore('the seeded ingestion bot', (use) => {
  let people: People;
  let bot: Person;
  beforeAll(async () => {
    people = await openPeople(use());
    const name = 'ingestion-bot';
    const { id } = (await people.send('GET', `/v1/users/name/${name}`)).body as Body;
    const token = await people.app.tokenOf(name);
    bot = { id, name, token, send: (method, path, body) => sendAs(token, method, path, body) };
  });
  afterAll(() => people.app.close());

  const sendAs = (token: string, method: string, path: string, body?: unknown) => {
    const media = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
    return people.app.send(method, path, { token, body, headers: { 'content-type': media } });
  };
  const person = (more: object = {}) => {
    const name = people.world.unique('found').toLowerCase();
    return { name, email: `${name}@example.com`, ...more };
  };
  const patch = (path: string, ...steps: object[]) => bot.send('PATCH', path, steps);
  const created = async (path: string, body: object): Promise<Body> => {
    const answer = await bot.send('POST', path, body);
    expect([path, answer.status, answer.text]).toEqual([path, 201, expect.any(String)]);
    return answer.body;
  };

  it('creates, changes and deletes assets, services, pipelines and tags', async () => {
    const service = await created('/v1/services/databaseServices', { name: 'crawled', serviceType: 'Postgres' });
    await created('/v1/databases', { name: 'd', service: 'crawled' });
    await created('/v1/databaseSchemas', { name: 's', database: 'crawled.d' });
    const columns = [{ name: 'id', dataType: 'INT' }];
    const table = await created('/v1/tables', { name: 't', databaseSchema: 'crawled.d.s', columns });
    const code = { code: 'select 1', language: 'SQL' };
    await created('/v1/storedProcedures', { name: 'p', databaseSchema: 'crawled.d.s', storedProcedureCode: code });
    await created('/v1/queries', { query: 'select 1', service: 'crawled' });
    await created('/v1/classifications', { name: 'Found', description: 'x' });
    await created('/v1/tags', { name: 'One', description: 'x', classification: 'Found' });
    await created('/v1/services/ingestionPipelines', {
      ...{ name: 'nightly', pipelineType: 'metadata', service: { id: service.id, type: 'databaseService' } },
      ...{ sourceConfig: { config: { type: 'DatabaseMetadata' } }, airflowConfig: {} },
    });
    const label = { tagFQN: 'Found.One', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    expect((await patch(`/v1/tables/${table.id}`, { op: 'add', path: '/tags', value: [label] })).status).toBe(200);
    const all = '?hardDelete=true&recursive=true';
    expect((await bot.send('DELETE', `/v1/services/databaseServices/${service.id}${all}`)).status).toBe(200);
    expect((await bot.send('GET', '/v1/policies')).status).toBe(200);
  });

  it('creates and describes people and teams', async () => {
    const team = await created('/v1/teams', { name: 'found-team', teamType: 'Group' });
    const user = await created('/v1/users', person({ teams: [team.id] }));
    const description = { op: 'add', path: '/description', value: 'From the directory' };
    expect((await patch(`/v1/users/${user.id}`, description)).status).toBe(200);
    expect((await patch(`/v1/teams/${team.id}`, description)).status).toBe(200);
    expect((await bot.send('PUT', '/v1/users', person())).status).toBe(201);
  });

  it('makes no account that anybody can log in with', async () => {
    const password = 'Correct-horse-7';
    const authenticationMechanism = { authType: 'JWT', config: { JWTTokenExpiry: 'Unlimited' } };
    for (const more of [
      { password, confirmPassword: password },
      { isBot: true, authenticationMechanism },
      { isBot: true },
      { isAdmin: true },
      { roles: [(await people.send('GET', '/v1/roles/name/DataSteward')).body.id] },
    ])
      for (const method of ['POST', 'PUT']) {
        const body = person(more);
        const answer = await bot.send(method, '/v1/users', body);
        expect([JSON.stringify(more), answer.status]).toEqual([JSON.stringify(more), 403]);
        expect((await people.send('GET', `/v1/users/name/${body.name}`)).status).toBe(404);
      }
    const { id } = await people.person([]);
    for (const [method, path, body] of [
      ['POST', '/v1/users/generateToken', { id: bot.id, JWTTokenExpiry: 'Unlimited' }],
      ['PUT', `/v1/users/generateToken/${bot.id}`, { JWTTokenExpiry: 'Unlimited' }],
      ['PUT', '/v1/users/revokeToken', { id: bot.id }],
      ['GET', `/v1/users/token/${id}`, undefined],
      [
        'PUT',
        '/v1/users/changePassword',
        { username: 'admin', newPassword: password, confirmPassword: password, requestType: 'USER' },
      ],
    ] as const)
      expect((await bot.send(method, path, body)).status, path).toBe(403);
  });

  it('changes no rights, and nothing of administrators', async () => {
    const admin = (await people.send('GET', '/v1/users/name/admin')).body;
    const other = await people.person([]);
    const role = (await people.send('GET', '/v1/roles/name/DataConsumer')).body;
    const policy = (await people.send('GET', '/v1/policies/name/DataConsumerPolicy')).body;
    const team = await people.make('/v1/teams', { name: 'strong-team', teamType: 'Group', defaultRoles: [role.id] });
    const robot = (await people.send('GET', '/v1/bots/name/ingestion-bot')).body;
    const rules = [{ name: 'all', effect: 'allow', resources: ['all'], operations: ['All'] }];
    const requests: [method: string, path: string, body?: unknown][] = [
      ['PATCH', `/v1/users/${admin.id}`, [{ op: 'replace', path: '/email', value: 'attacker@example.com' }]],
      ['PUT', '/v1/users', { name: 'admin', email: 'attacker@example.com' }],
      ['DELETE', `/v1/users/${admin.id}`],
      ['DELETE', `/v1/users/${admin.id}?hardDelete=true`],
      ['PATCH', `/v1/users/${other.id}`, [{ op: 'replace', path: '/email', value: 'attacker@example.com' }]],
      ['PATCH', `/v1/users/${other.id}`, [{ op: 'add', path: '/isAdmin', value: true }]],
      ['PATCH', `/v1/users/${other.id}`, [{ op: 'add', path: '/roles', value: [{ id: role.id, type: 'role' }] }]],
      ['DELETE', `/v1/users/${other.id}`],
      ['POST', '/v1/roles', { name: 'own', policies: [policy.name] }],
      ['PATCH', `/v1/roles/${role.id}`, [{ op: 'add', path: '/displayName', value: 'x' }]],
      ['DELETE', `/v1/roles/${role.id}`],
      ['POST', '/v1/policies', { name: 'own', rules }],
      ['PATCH', `/v1/policies/${policy.id}`, [{ op: 'replace', path: '/enabled', value: false }]],
      ['DELETE', `/v1/policies/${policy.id}`],
      ['POST', '/v1/bots', { name: 'own', botUser: 'ingestion-bot' }],
      ['PATCH', `/v1/bots/${robot.id}`, [{ op: 'add', path: '/displayName', value: 'x' }]],
      ['DELETE', `/v1/bots/${robot.id}`],
      ['POST', '/v1/teams', { name: 'own-team', teamType: 'Group', policies: [policy.id] }],
      ['PUT', `/v1/teams/${team.id}/users`, [{ id: other.id, type: 'user' }]],
      ['PATCH', `/v1/teams/${team.id}`, [{ op: 'add', path: '/users', value: [{ id: other.id, type: 'user' }] }]],
      ['DELETE', `/v1/teams/${team.id}`],
      ['POST', '/v1/users', person({ teams: [team.id] })],
      ['POST', '/v1/domains', { name: 'Own', domainType: 'Aggregate', description: 'x' }],
    ];
    for (const [method, path, body] of requests) {
      const { status, text } = await bot.send(method, path, body);
      expect([method, path, status], text).toEqual([method, path, 403]);
    }
    const after = (await people.send('GET', '/v1/users/name/admin')).body;
    expect([after.email, after.version]).toEqual([admin.email, admin.version]);
  });

  it('is not alone in that: whoever may edit and delete users stops at administrators and at the e-mails of others', async () => {
    const who = await people.person([{ operations: ['Create', 'EditAll', 'ViewAll', 'Delete'], resources: ['user'] }]);
    const other = await people.person([]);
    const admin = await people.make('/v1/users', person({ isAdmin: true }));
    const email = { op: 'replace', path: '/email', value: 'attacker@example.com' };
    for (const id of [admin.id, other.id])
      expect((await who.send('PATCH', `/v1/users/${id}`, [email])).status).toBe(403);
    expect((await who.send('DELETE', `/v1/users/${admin.id}`)).status).toBe(403);
    await people.send('DELETE', `/v1/users/${admin.id}`);
    expect((await who.send('PUT', '/v1/users/restore', { id: admin.id })).status).toBe(403);
    expect((await who.send('PUT', '/v1/users', { name: admin.name, email: admin.email })).status).toBe(403);
    const description = { op: 'add', path: '/description', value: 'Of the team' };
    expect((await who.send('PATCH', `/v1/users/${other.id}`, [description])).status).toBe(200);
    const own = { op: 'replace', path: '/email', value: `${who.name}@example.org` };
    expect((await who.send('PATCH', `/v1/users/${who.id}`, [own])).status).toBe(200);
    expect((await who.send('DELETE', `/v1/users/${other.id}`)).status).toBe(200);
  });
});
