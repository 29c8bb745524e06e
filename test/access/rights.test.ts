// What policies do to requests: one decision for get, list, create, patch and permissions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import { forEachStore } from '../support/stores.js';
import { openServed, type Served } from './open-served.js';

const classifications = '/v1/classifications';

forEachStore('rights', (use) => {
  let served: Served;
  beforeAll(async () => {
    served = await openServed(use().store);
  });
  afterAll(() => served.close());

  const rule = (effect: string, operations: string[], condition?: string, resources = ['all']) => ({
    name: `${effect} ${operations.join()} ${condition ?? ''}`,
    effect,
    operations,
    resources,
    ...(condition ? { condition } : {}),
  });
  let count = 0;
  const roleWith = async (...rules: object[]) => {
    count += 1;
    const policy = await served.make('/v1/policies', { name: `p${count}`, rules });
    const role = await served.make('/v1/roles', { name: `r${count}`, policies: [policy.fullyQualifiedName] });
    return { policy, role };
  };
  const classify = (name: string, more: object = {}) =>
    served.make(classifications, { name, description: 'x', ...more });
  const get = (path: string, as: string) => served.send('GET', path, { as });

  it('lets everybody see, describe and own data assets that nobody owns, and no more', async () => {
    const { id, token } = await served.join('plain');
    await served.make('/v1/services/databaseServices', { name: 'unowned', serviceType: 'Postgres' });
    const thing = await served.make('/v1/databases', { name: 'things', service: 'unowned' });
    const path = `/v1/databases/${thing.id}`;
    const patch = (...body: object[]) => served.send('PATCH', path, { body, as: token });
    expect((await get(path, token)).status).toBe(200);
    expect((await patch({ op: 'add', path: '/description', value: 'y' })).status).toBe(200);
    expect((await patch({ op: 'add', path: '/displayName', value: 'y' })).status).toBe(403);
    const create = await served.send('POST', classifications, { body: { name: 'n', description: 'x' }, as: token });
    expect(create.body).toMatchObject({
      code: 403,
      errorType: 'FORBIDDEN',
      message: "Principal: CatalogPrincipal{name='plain'} operations [Create] not allowed",
    });
    expect((await served.send('DELETE', path, { as: token })).status).toBe(403);
    expect((await patch({ op: 'add', path: '/owners', value: [{ id, type: 'user' }] })).status).toBe(200);
    expect((await patch({ op: 'add', path: '/displayName', value: 'mine' })).status).toBe(200);
    expect((await served.send('DELETE', path, { as: token })).status).toBe(200);
  });

  it('narrows lists by conditions, totals included', async () => {
    const { role } = await roleWith(rule('deny', ['All'], '!isOwner()', ['classification']));
    const { id, token } = await served.join('narrow', { roles: [role.id] });
    await classify('NotMine');
    const mine = await classify('Mine', { owners: [{ id, type: 'user' }] });
    const { body } = await get(`${classifications}?limit=100`, token);
    expect(body.data.map((one: { name: string }) => one.name)).toEqual(['Mine']);
    expect(body.paging.total).toBe(1);
    expect((await get(`${classifications}/${mine.id}`, token)).status).toBe(200);
    expect((await get(`${classifications}/name/NotMine`, token)).status).toBe(403);
    const all = await get(`${classifications}?limit=100`, served.admin);
    expect(all.body.paging.total).toBeGreaterThan(1);
  });

  it('takes effect at once when a role, a policy, a team or a user changes', async () => {
    const thing = await classify('Watched');
    const { policy, role } = await roleWith(rule('deny', ['ViewAll'], undefined, ['classification']));
    const { id, token } = await served.join('watcher');
    const see = async () => (await get(`${classifications}/${thing.id}`, token)).status;
    const patch = (path: string, ...body: object[]) => served.send('PATCH', path, { body });
    expect(await see()).toBe(200);
    await patch(`/v1/users/${id}`, { op: 'add', path: '/roles/-', value: { id: role.id, type: 'role' } });
    expect(await see()).toBe(403);
    await patch(`/v1/policies/${policy.id}`, { op: 'replace', path: '/enabled', value: false });
    expect(await see()).toBe(200);
    await patch(`/v1/policies/${policy.id}`, { op: 'replace', path: '/enabled', value: true });
    expect(await see()).toBe(403);
    await patch(`/v1/users/${id}`, { op: 'remove', path: '/roles/0' });
    expect(await see()).toBe(200);
    const team = await served.make('/v1/teams', { name: 'barred', teamType: 'Group', policies: [policy.id] });
    await served.send('PUT', `/v1/teams/${team.id}/users`, { body: [{ id, type: 'user' }] });
    expect(await see()).toBe(403);
    await served.send('DELETE', `/v1/teams/${team.id}/users/${id}`);
    expect(await see()).toBe(200);
    await patch(`/v1/users/${id}`, { op: 'replace', path: '/isAdmin', value: true });
    await patch(`/v1/users/${id}`, { op: 'add', path: '/roles/-', value: { id: role.id, type: 'role' } });
    expect(await see()).toBe(200);
  });

  it('lets nobody climb by owning a team or a policy', async () => {
    const { id, token } = await served.join('owner');
    const own = { op: 'add', path: '/owners', value: [{ id, type: 'user' }] };
    const policy = (await served.send('GET', '/v1/policies/name/DataConsumerPolicy')).body;
    const claim = await served.send('PATCH', `/v1/policies/${policy.id}`, { body: [own], as: token });
    expect(claim.status).toBe(403);
    const team = await served.make('/v1/teams', {
      name: 'run',
      teamType: 'Group',
      owners: own.value,
      isJoinable: false,
    });
    const patch = (...body: object[]) => served.send('PATCH', `/v1/teams/${team.id}`, { body, as: token });
    const value = { id: policy.id, type: 'policy' };
    expect((await patch({ op: 'add', path: '/displayName', value: 'Run' })).status).toBe(200);
    expect((await patch({ op: 'add', path: '/policies/-', value })).status).toBe(403);
    expect((await patch({ op: 'replace', path: '/isJoinable', value: true })).status).toBe(403);
  });

  it('keeps an admin', async () => {
    const { body: admin } = await served.send('GET', '/v1/users/name/admin');
    const body = [{ op: 'replace', path: '/isAdmin', value: false }];
    await served.send('PATCH', `/v1/users/${admin.id}`, { body: [{ op: 'add', path: '/displayName', value: 'A' }] });
    const others = (await served.send('GET', '/v1/users?isAdmin=true&limit=100')).body.data as { id: string }[];
    for (const { id } of others) if (id !== admin.id) await served.send('PATCH', `/v1/users/${id}`, { body });
    expect((await served.send('PATCH', `/v1/users/${admin.id}`, { body })).status).toBe(400);
    expect((await served.send('DELETE', `/v1/users/${admin.id}?hardDelete=true`)).status).toBe(400);
  });

  it('gives bots their roles and nothing else', async () => {
    const mechanism = { authType: 'JWT', config: { JWTTokenExpiry: 'Unlimited' } };
    const make = async (name: string, roles: string[]) =>
      (
        await served.make('/v1/users', {
          ...{ name, email: `${name}@example.com`, isBot: true, roles },
          authenticationMechanism: mechanism,
        })
      ).authenticationMechanism.config.JWTToken as string;
    expect((await get(classifications, await make('bare-bot', []))).status).toBe(403);
    const ingestion = (await served.send('GET', '/v1/roles/name/IngestionBotRole')).body;
    const worker = await make('worker-bot', [ingestion.id]);
    const body = { name: 'FromBot', description: 'x' };
    expect((await served.send('POST', classifications, { body, as: worker })).status).toBe(201);
    expect(
      (await served.send('POST', '/v1/bots', { body: { name: 'n', botUser: 'bare-bot' }, as: worker })).status,
    ).toBe(403);
  });

  it('keeps what a team owns to the team', async () => {
    const only = (await served.send('GET', '/v1/policies/name/TeamOnlyPolicy')).body;
    const team = await served.make('/v1/teams', { name: 'secretive', teamType: 'Group', policies: [only.id] });
    const thing = await classify('Secret', { owners: [{ id: team.id, type: 'team' }] });
    const { token: insider } = await served.join('insider', { teams: [team.id] });
    const { token: outsider } = await served.join('outsider');
    expect((await get(`${classifications}/${thing.id}`, insider)).status).toBe(200);
    expect((await get(`${classifications}/${thing.id}`, outsider)).status).toBe(403);
    const listed = (await get(`${classifications}?limit=100`, outsider)).body.data as { name: string }[];
    expect(listed.map((one) => one.name)).not.toContain('Secret');
  });

  describe('permissions', () => {
    it('say what a user may do with a type and with one thing', async () => {
      const { id, token } = await served.join('asker');
      const thing = await classify('Asked', { owners: [{ id, type: 'user' }] });
      const accessOf = (body: { permissions: { operation: string; access: string }[] }) =>
        Object.fromEntries(body.permissions.map(({ operation, access }) => [operation, access]));
      const onType = (await get('/v1/permissions/classification', token)).body;
      expect(onType.resource).toBe('classification');
      expect(accessOf(onType)).toMatchObject({ ViewAll: 'allow', EditAll: 'conditionalAllow', Create: 'notAllow' });
      const onThing = (await get(`/v1/permissions/classification/${thing.id}`, token)).body;
      expect(accessOf(onThing)).toMatchObject({ EditAll: 'allow', Delete: 'allow', Create: 'notAllow' });
      const byName = (await get('/v1/permissions/classification/name/Asked', token)).body;
      expect(byName).toEqual(onThing);
      const every = (await get('/v1/permissions', token)).body;
      expect(every.paging.total).toBe(every.data.length);
      const admin = (await get('/v1/permissions/classification', served.admin)).body;
      expect(Object.values(accessOf(admin)).every((access) => access === 'allow')).toBe(true);
      expect((await get('/v1/permissions?user=admin', token)).status).toBe(403);
      expect((await get('/v1/permissions/classification?user=asker', served.admin)).body).toEqual(onType);
      expect((await get('/v1/permissions/nosuch', token)).status).toBe(404);
    });

    it('say what policies give by themselves', async () => {
      const steward = (await served.send('GET', '/v1/policies/name/DataStewardPolicy')).body;
      const { data } = (await get(`/v1/permissions/policies?ids=${steward.id}`, served.admin)).body;
      const table = data.find((one: { resource: string }) => one.resource === 'table');
      expect(table.permissions).toContainEqual(expect.objectContaining({ operation: 'EditOwners', access: 'allow' }));
      expect(table.permissions).toContainEqual({ operation: 'Delete', access: 'notAllow' });
      expect((await get('/v1/permissions/policies', served.admin)).status).toBe(400);
    });

    it('of every type name the operations of its fields', async () => {
      const { data } = (await get('/v1/permissions', served.admin)).body;
      const named = new Map<string, string[]>(
        data.map((one: { resource: string; permissions: { operation: string }[] }) => [
          one.resource,
          one.permissions.map(({ operation }) => operation),
        ]),
      );
      expect(entityTypes.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
      const labels = ['EditTags', 'EditGlossaryTerms', 'EditTier', 'EditOwners'];
      for (const name of ['table', 'topic', 'dashboard', 'pipeline', 'container', 'mlmodel', 'searchIndex'])
        expect(named.get(name), name).toEqual(
          expect.arrayContaining([...labels, 'EditCertification', 'EditCustomFields', 'EditLineage']),
        );
      expect(named.get('topic')).toContain('ViewSampleData');
      expect(named.get('dashboard')).toContain('ViewUsage');
      expect(named.get('dashboard')).not.toContain('ViewSampleData');
      expect(named.get('role')).not.toContain('EditTags');
    });

    it('name the rule that decided, and how it came to the user', async () => {
      const named = (name: string, ...args: Parameters<typeof rule>) => ({ ...rule(...args), name });
      const { role } = await roleWith(named('never describe', 'deny', ['EditDescription'], undefined, ['topic']));
      const rules = [named('read', 'allow', ['ViewAll', 'EditAll'], undefined, ['topic'])];
      const policy = await served.make('/v1/policies', { name: 'reading', rules });
      const above = await served.make('/v1/teams', {
        name: 'above',
        teamType: 'Department',
        policies: [policy.id],
        defaultRoles: [role.id],
      });
      const other = await served.make('/v1/teams', { name: 'other', teamType: 'Department' });
      const team = await served.make('/v1/teams', { name: 'under', teamType: 'Group', parents: [other.id, above.id] });
      const { id } = await served.join('debugged', { teams: [team.id] });
      const why = async (operation: string) => {
        const path = `/v1/permissions/debug/evaluate?user=debugged&resource=topic&operation=${operation}`;
        return (await get(path, served.admin)).body.summary.reasonsForDecision;
      };
      expect(await why('EditDescription')).toEqual([
        expect.stringMatching(
          /^Denied by rule never describe of policy p\d+, through role r\d+, a default role of team above$/,
        ),
      ]);
      expect(await why('EditDisplayName')).toEqual([
        'Allowed by rule read of policy reading, which applies to members of team above; no rule denies it',
      ]);
      expect(await why('Delete')).toEqual(['No rule allows it']);
      const own = await roleWith(named('drop', 'allow', ['Delete'], undefined, ['topic']));
      await served.send('PATCH', `/v1/users/${id}`, {
        body: [{ op: 'add', path: '/roles', value: [{ id: own.role.id, type: 'role' }] }],
      });
      expect(await why('Delete')).toEqual([
        expect.stringMatching(
          /^Allowed by rule drop of policy p\d+, through role r\d+ of the user; no rule denies it$/,
        ),
      ]);
    });

    it('name the operation that each field needs', async () => {
      const { body } = await get('/v1/permissions/view/table', served.admin);
      expect(body).toMatchObject({ sampleData: 'ViewSampleData', name: 'ViewBasic' });
    });

    it('explain themselves', async () => {
      const { token } = await served.join('why');
      expect((await get('/v1/permissions/debug/me', token)).body).toMatchObject({
        user: { name: 'why' },
        teamPermissions: [{ team: { name: 'Organization' }, hierarchyLevel: 0 }],
        summary: { inheritedRoles: 1, effectiveOperations: expect.arrayContaining(['ViewAll']) },
      });
      expect((await get('/v1/permissions/debug/user/admin', token)).status).toBe(403);
      const ask = '/v1/permissions/debug/evaluate?user=why&resource=table&operation=';
      expect((await get(`${ask}VIEW_ALL`, token)).body).toMatchObject({ allowed: true, finalDecision: 'ALLOWED' });
      expect((await get(`${ask}Delete`, token)).body).toMatchObject({ allowed: false });
      expect((await get(`${ask}Fly`, token)).status).toBe(400);
      const evaluated = async (query: string) =>
        (await get(`/v1/permissions/debug/evaluate?${query}`, served.admin)).body.message;
      expect(await evaluated('user=nobody&resource=table&operation=Delete')).toBe('no user found for user=nobody');
      expect(await evaluated('user=why&resource=table')).toBe('query param operation is required');
    });
  });
});
