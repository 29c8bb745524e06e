// Users, teams, roles, policies and bots as clients see them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forEachStore } from '../support/stores.js';
import { openServed, type Served } from './open-served.js';

forEachStore('users, teams, roles, policies, bots', (use) => {
  let served: Served;
  beforeAll(async () => {
    served = await openServed(use().store);
  });
  afterAll(() => served.close());
  const get = async (path: string, as?: string) => (await served.send('GET', path, as ? { as } : {})).body;
  const names = (list: { name: string }[]) => list.map((item) => item.name).sort();
  const patch = (path: string, ...steps: object[]) => served.send('PATCH', path, { body: steps });

  describe('seeds', () => {
    it('hold what users of the interface expect', async () => {
      expect(names((await get('/v1/roles?limit=100')).data)).toEqual(
        expect.arrayContaining(['DataConsumer', 'DataSteward', 'IngestionBotRole']),
      );
      const organization = await get('/v1/teams/name/Organization?fields=defaultRoles,policies,users');
      expect(organization).toMatchObject({
        teamType: 'Organization',
        displayName: 'Organization',
        defaultRoles: [{ name: 'DataConsumer' }],
        policies: [{ name: 'OrganizationPolicy' }],
      });
      expect(names(organization.users)).toEqual(['admin', 'ingestion-bot']);
      expect(await get('/v1/bots/name/ingestion-bot')).toMatchObject({
        provider: 'system',
        botUser: { name: 'ingestion-bot', type: 'user' },
      });
    });

    it.each([
      '/v1/roles/name/DataSteward',
      '/v1/policies/name/DataConsumerPolicy',
      '/v1/teams/name/Organization',
      '/v1/bots/name/ingestion-bot',
    ])('keep %s from being deleted', async (path) => {
      const { status, body } = await served.send('DELETE', `${path}?hardDelete=true&recursive=true`);
      expect({ status, ...body }).toMatchObject({ status: 400, errorType: 'BAD_REQUEST' });
    });

    it('do not come back when people deleted them', async () => {
      const { id } = await get('/v1/roles/name/DomainOnlyAccessRole');
      expect((await served.send('DELETE', `/v1/roles/${id}?hardDelete=true`)).status).toBe(200);
      await served.command('access.bootstrap', null);
      expect((await served.send('GET', '/v1/roles/name/DomainOnlyAccessRole')).status).toBe(404);
    });
  });

  describe('users', () => {
    it('have lower-case names, unique and valid e-mails, and the organisation', async () => {
      const created = await served.send('POST', '/v1/users', { body: { name: 'Zoë.K', email: 'Zoe@Example.com' } });
      expect(created.status).toBe(201);
      expect(created.headers.location).toBe(`http://cairn.test/api/v1/users/${created.body.id}`);
      expect(created.body).toMatchObject({
        name: 'zoë.k',
        fullyQualifiedName: '"zoë.k"',
        email: 'zoe@example.com',
        isBot: false,
        isAdmin: false,
        teams: [{ name: 'Organization', type: 'team' }],
        inheritedRoles: [{ name: 'DataConsumer', displayName: 'Data Consumer' }],
        domains: [],
      });
      expect(created.body).not.toHaveProperty('roles');
      for (const name of ['Zoë.K', 'zoë.k', '"Zoë.K"'])
        expect(await get(`/v1/users/name/${encodeURIComponent(name)}`)).toMatchObject({ id: created.body.id });
      const same = await served.send('POST', '/v1/users', { body: { name: 'other', email: 'zoe@example.com' } });
      expect(same).toMatchObject({ status: 409, body: { errorType: 'ENTITY_ALREADY_EXISTS' } });
      for (const email of ['nope', '', 'a@b', 'x y@example.com '])
        expect((await served.send('POST', '/v1/users', { body: { name: 'bad', email } })).status).toBe(400);
    });

    it('move between teams, and are never without one', async () => {
      const team = await served.make('/v1/teams', { name: 'movers', teamType: 'Group' });
      const user = await served.make('/v1/users', { name: 'mover', email: 'mover@example.com', teams: [team.id] });
      expect(names(user.teams)).toEqual(['movers']);
      const left = await patch(`/v1/users/${user.id}`, { op: 'remove', path: '/teams/0' });
      expect(names(left.body.teams)).toEqual(['Organization']);
      const back = await patch(`/v1/users/${user.id}`, {
        op: 'add',
        path: '/teams/-',
        value: { id: team.id, type: 'team' },
      });
      expect(names(back.body.teams)).toEqual(['movers']);
      expect((await get(`/v1/teams/${team.id}?fields=users,userCount`)).userCount).toBe(1);
      await served.send('DELETE', `/v1/teams/${team.id}?hardDelete=true`);
      expect(names((await get(`/v1/users/${user.id}?fields=teams`)).teams)).toEqual(['Organization']);
    });

    it('answer who they are', async () => {
      const group = await served.make('/v1/teams', { name: 'choir', teamType: 'Group' });
      const unit = await served.make('/v1/teams', { name: 'unit', teamType: 'BusinessUnit' });
      const { id, token } = await served.join('singer', { teams: [group.id, unit.id] });
      expect(await get('/v1/users/loggedInUser?fields=teams', token)).toMatchObject({ id, name: 'singer' });
      expect(names(await get('/v1/users/loggedInUser/groupTeams', token))).toEqual(['choir']);
    });

    it('show when they were active last, however often they are read', async () => {
      const { id } = await get('/v1/users/name/admin');
      const shown = async () => [
        (await get(`/v1/users/${id}?fields=lastActivityTime`)).lastActivityTime,
        (await get('/v1/users?limit=100&fields=lastActivityTime')).data.find((user: { id: string }) => user.id === id)
          .lastActivityTime,
      ];
      const times = [1, 2, 3].map((minute) => served.clock.now + minute * 60_000);
      for (const at of times) {
        served.clock.now = at;
        await served.command('access.recordActivity', [{ userId: id, at }]);
        expect([await shown(), await shown()]).toEqual([
          [at, at],
          [at, at],
        ]);
      }
    });

    it('are listed by team, kind and activity', async () => {
      const team = await served.make('/v1/teams', { name: 'listed', teamType: 'Group' });
      const { id } = await served.join('lister', { teams: [team.id] });
      expect(names((await get('/v1/users?team=listed')).data)).toEqual(['lister']);
      expect(names((await get('/v1/users?isBot=true&limit=100')).data)).toEqual(['ingestion-bot']);
      expect(names((await get('/v1/users?isAdmin=true&limit=100')).data)).toEqual(['admin']);
      const online = await get('/v1/users/online?timeWindow=5&limit=1000&fields=lastLoginTime');
      expect(online.data.find((user: { id: string }) => user.id === id)).toHaveProperty('lastLoginTime');
    });

    it('give themselves no rights', async () => {
      const { id, token } = await served.join('climber');
      const steward = await get('/v1/roles/name/DataSteward');
      const self = (...body: object[]) => served.send('PATCH', `/v1/users/${id}`, { body, as: token });
      expect((await self({ op: 'add', path: '/displayName', value: 'Climber' })).status).toBe(200);
      expect((await self({ op: 'replace', path: '/isAdmin', value: true })).status).toBe(403);
      const role = { id: steward.id, type: 'role' };
      expect((await self({ op: 'add', path: '/roles/-', value: role })).status).toBe(403);
      const body = { name: 'climber', email: 'climber@example.com', isAdmin: true };
      expect((await served.send('PUT', '/v1/users', { body, as: token })).status).toBe(403);
      const closed = await served.make('/v1/teams', { name: 'closed', teamType: 'Group', isJoinable: false });
      const open = await served.make('/v1/teams', { name: 'open', teamType: 'Group' });
      const join = (team: { id: string }) =>
        self({ op: 'add', path: '/teams/-', value: { id: team.id, type: 'team' } });
      expect((await join(closed)).status).toBe(403);
      expect((await join(open)).status).toBe(200);
      const other = await served.make('/v1/users', { name: 'someone', email: 'someone@example.com' });
      const touch = { body: [{ op: 'add', path: '/displayName', value: 'x' }], as: token };
      expect((await served.send('PATCH', `/v1/users/${other.id}`, touch)).status).toBe(403);
    });

    it('keep preferences for themselves', async () => {
      const { id, token } = await served.join('chooser');
      const path = `/v1/users/${id}/preferences`;
      expect((await served.send('GET', path, { as: token })).body).toEqual({ userId: id, preferences: [] });
      const body = { type: 'appMode', config: { value: 'classic' } };
      const put = await served.send('PUT', `${path}/appMode`, { body, as: token });
      expect(put.body).toMatchObject({ preferences: [body], updatedAt: expect.any(Number) });
      const { token: other } = await served.join('peeper');
      expect((await served.send('GET', path, { as: other })).status).toBe(403);
      expect((await served.send('DELETE', `${path}/appMode`, { as: token })).body.preferences).toEqual([]);
    });
  });

  describe('preferences of personas', () => {
    const path = '/personaPreferences';
    const prefer = ({ id, name }: { id: string; name: string }, landingPageSettings: object) => ({
      personaId: id,
      personaName: name,
      landingPageSettings,
    });
    const set = (id: string, as: string | null, ...value: object[]) =>
      served.send('PATCH', `/v1/users/${id}`, { ...(as ? { as } : {}), body: [{ op: 'add', path, value }] });

    it('are set by the user alone', async () => {
      const persona = await served.make('/v1/personas', { name: 'painter' });
      const { id, token } = await served.join('paints');
      const red = prefer(persona, { headerColor: '#FF5733', headerImage: 'https://images.example.com/a.png' });
      expect(await set(id, token, red)).toMatchObject({ status: 200, body: { personaPreferences: [red] } });
      const refused = { status: 403, body: { message: 'Users can only update their own persona preferences' } };
      expect(await set(id, null, prefer(persona, { headerColor: '#000000' }))).toMatchObject(refused);
      expect(await set(id, null)).toMatchObject(refused);
      // Sending back what is there changes nothing.
      expect((await set(id, null, red)).status).toBe(200);
      expect((await get(`/v1/users/${id}?fields=personaPreferences`)).personaPreferences).toEqual([red]);
      expect((await set(id, token)).body.personaPreferences).toEqual([]);
    });

    it.each(['not-a-valid-url', 'file://path/to/image.png', 'javascript:alert(1)', 'https://'])(
      'take no %s as an image',
      async (headerImage) => {
        const persona = await served.make('/v1/personas', { name: `drawer-${headerImage.length}` });
        const { id, token } = await served.join(`draws-${headerImage.length}`);
        expect(await set(id, token, prefer(persona, { headerImage }))).toMatchObject({
          status: 400,
          body: { message: 'Header image must be a valid HTTP or HTTPS URL' },
        });
      },
    );
  });

  describe('teams', () => {
    it('stand below each other as their types allow', async () => {
      const unit = await served.make('/v1/teams', { name: 'sales', teamType: 'BusinessUnit' });
      const group = await served.make('/v1/teams', { name: 'sellers', teamType: 'Group', parents: [unit.id] });
      const make = (body: object) => served.send('POST', '/v1/teams', { body });
      expect((await make({ name: 'below', teamType: 'Group', parents: [group.id] })).status).toBe(400);
      expect((await make({ name: 'Top', teamType: 'Organization' })).status).toBe(400);
      expect((await make({ name: 'two', teamType: 'Division', parents: [unit.id, group.id] })).status).toBe(400);
      expect((await get(`/v1/teams/${unit.id}?fields=children,childrenCount`)).childrenCount).toBe(1);
      expect(names((await get('/v1/teams?parentTeam=sales')).data)).toEqual(['sellers']);
      const circle = await patch(`/v1/teams/${unit.id}`, {
        op: 'replace',
        path: '/parents',
        value: [{ id: unit.id, type: 'team' }],
      });
      expect(circle.status).toBe(400);
      const tree = (await get('/v1/teams/hierarchy')).data.find((node: { name: string }) => node.name === 'sales');
      expect(tree.children).toMatchObject([{ name: 'sellers', teamType: 'Group' }]);
      const refused = await served.send('DELETE', `/v1/teams/${unit.id}?hardDelete=true`);
      expect(refused.status).toBe(400);
      const shared = await served.make('/v1/teams', { name: 'both', teamType: 'Department' });
      await patch(`/v1/teams/${shared.id}`, { op: 'add', path: '/parents/0', value: { id: unit.id, type: 'team' } });
      await patch(`/v1/teams/${shared.id}`, { op: 'add', path: '/children/-', value: { id: group.id, type: 'team' } });
      const { body } = await served.send('DELETE', `/v1/teams/${unit.id}?hardDelete=true&recursive=true`);
      expect(body.name).toBe('sales');
      expect((await served.send('GET', `/v1/teams/${shared.id}`)).status).toBe(404);
      expect((await served.send('GET', `/v1/teams/${group.id}`)).status).toBe(200);
    });

    it('gain and lose members', async () => {
      const team = await served.make('/v1/teams', { name: 'crew', teamType: 'Group' });
      const ann = await served.make('/v1/users', { name: 'ann', email: 'ann@example.com' });
      const bob = await served.make('/v1/users', { name: 'bob', email: 'bob@example.com' });
      const users = [ann, bob].map(({ id }) => ({ id, type: 'user' }));
      const put = await served.send('PUT', `/v1/teams/${team.id}/users`, { body: users });
      expect(put.body).toMatchObject({ eventType: 'entityUpdated', entityType: 'team' });
      expect(names((await get(`/v1/teams/${team.id}?fields=users`)).users)).toEqual(['ann', 'bob']);
      expect(names((await get(`/v1/users/${ann.id}?fields=teams`)).teams)).toEqual(['crew']);
      expect((await served.send('DELETE', `/v1/teams/${team.id}/users/${ann.id}`)).status).toBe(200);
      expect(names((await get(`/v1/users/${ann.id}?fields=teams`)).teams)).toEqual(['Organization']);
      expect((await served.send('DELETE', `/v1/teams/${team.id}/users/${ann.id}`)).status).toBe(404);
    });

    it('take users among their assets as members', async () => {
      const team = await served.make('/v1/teams', { name: 'joined', teamType: 'Group' });
      const cleo = await served.make('/v1/users', { name: 'cleo', email: 'cleo@example.com' });
      const assets = [{ id: cleo.id, type: 'user' }];
      const change = async (action: string, body: object) =>
        (await served.send('PUT', `/v1/teams/joined/assets/${action}`, { body })).body;
      const teams = async () => names((await get(`/v1/users/${cleo.id}?fields=teams`)).teams);
      expect(await change('add', { assets, dryRun: true })).toMatchObject({ dryRun: true, numberOfRowsPassed: 1 });
      expect(await teams()).toEqual(['Organization']);
      for (const times of [1, 2])
        expect([times, await change('add', { assets })]).toMatchObject([times, { numberOfRowsPassed: 1 }]);
      expect([await teams(), names((await get(`/v1/teams/${team.id}?fields=users`)).users)]).toEqual([
        ['joined'],
        ['cleo'],
      ]);
      expect(await change('remove', { assets, dryRun: true })).toMatchObject({ dryRun: true, numberOfRowsPassed: 1 });
      expect(await teams()).toEqual(['joined']);
      expect(await change('remove', { assets })).toMatchObject({ numberOfRowsPassed: 1 });
      expect(await teams()).toEqual(['Organization']);
      const nobody = [{ id: '00000000-0000-4000-8000-000000000000', type: 'user' }];
      expect(await change('add', { assets: nobody })).toMatchObject({
        status: 'failure',
        failedRequest: [{ status: 404 }],
      });
      const { token } = await served.join('dora');
      const asked = await served.send('PUT', '/v1/teams/joined/assets/add', { body: { assets }, as: token });
      expect(asked.body).toMatchObject({ status: 'failure', failedRequest: [{ status: 403 }] });
    });

    it('own assets', async () => {
      const team = await served.make('/v1/teams', { name: 'keepers', teamType: 'Group' });
      const held = await served.make('/v1/policies', {
        name: 'held',
        rules: [{ name: 'r', effect: 'allow', operations: ['ViewAll'], resources: ['table'] }],
      });
      const assets = [{ id: held.id, type: 'policy' }];
      const added = await served.send('PUT', '/v1/teams/keepers/assets/add', { body: { assets } });
      expect(added.body).toMatchObject({ status: 'success', numberOfRowsPassed: 1 });
      expect(names((await get(`/v1/teams/${team.id}/assets`)).data)).toEqual(['held']);
      expect(await get('/v1/teams/assets/counts')).toMatchObject({ keepers: 1, Organization: 0 });
      expect(names((await get(`/v1/policies/${held.id}?fields=owners`)).owners)).toEqual(['keepers']);
      await served.send('PUT', '/v1/teams/keepers/assets/remove', { body: { assets } });
      expect((await get('/v1/teams/name/keepers/assets')).paging.total).toBe(0);
    });
  });

  describe('roles and policies', () => {
    it('are found by name', async () => {
      expect(names((await get('/v1/roles/search?q=steward')).data)).toEqual(['DataSteward']);
    });

    it('refuse rules that cannot be decided and roles without a policy', async () => {
      const rule = { name: 'x', effect: 'deny', operations: ['ViewAll'], resources: ['table'] };
      const make = (given: object) =>
        served.send('POST', '/v1/policies', { body: { name: 'bad', rules: [{ ...rule, ...given }] } });
      expect((await make({ operations: ['FlyAway'] })).status).toBe(400);
      expect((await make({ resources: ['wardrobe'] })).status).toBe(400);
      expect((await make({ condition: 'isOwner(' })).status).toBe(400);
      expect((await served.send('POST', '/v1/roles', { body: { name: 'bare', policies: [] } })).status).toBe(400);
      expect((await served.send('POST', '/v1/roles', { body: { name: 'bare', policies: ['nosuch'] } })).status).toBe(
        404,
      );
    });

    it('help their authors', async () => {
      expect((await get('/v1/policies/functions')).data).toEqual(
        expect.arrayContaining([expect.objectContaining({ name: 'isOwner' })]),
      );
      const { data } = await get('/v1/policies/resources');
      expect(data.find((one: { name: string }) => one.name === 'table').operations).toEqual(
        expect.arrayContaining(['All', 'EditTags', 'EditGlossaryTerms', 'EditTier', 'ViewSampleData']),
      );
      const check = (text: string) =>
        served.send('GET', `/v1/policies/validation/condition/${encodeURIComponent(text)}`);
      expect((await check("isOwner() || matchAnyTag('PII.Sensitive')")).status).toBe(204);
      expect((await check('isOwner(')).status).toBe(400);
      for (const [call, missing] of [
        ["matchAnyTag('PII.Sensitive', 'PII.Sensitve')", 'no tag or glossaryTerm named PII.Sensitve'],
        ["isOwner() && !matchAnyCertification('Certification.Tin')", 'no tag named Certification.Tin'],
        ["hasAnyRole('DataSteward', 'Steward')", 'no role named Steward'],
        ["inAnyTeam('Organization', 'a.b')", 'no team named a.b'],
      ] as const)
        expect(await check(call)).toMatchObject({ status: 400, body: { message: expect.stringContaining(missing) } });
    });

    it('name what there is, or what the policy named before', async () => {
      const classification = (await served.make('/v1/classifications', { name: 'Hush', description: 'x' })).name;
      const tag = await served.make('/v1/tags', { name: 'Secret', description: 'x', classification });
      const rule = (condition: string) => ({
        ...{ name: 'r', effect: 'deny', operations: ['Delete'], resources: ['table'] },
        condition,
      });
      const policy = await served.make('/v1/policies', { name: 'hush', rules: [rule("matchAllTags('Hush.Secret')")] });
      expect((await served.send('DELETE', `/v1/tags/${tag.id}?hardDelete=true`)).status).toBe(200);
      const patch = (path: string, value: unknown) =>
        served.send('PATCH', `/v1/policies/${policy.id}`, { body: [{ op: 'add', path, value }] });
      expect((await patch('/description', 'Kept')).status).toBe(200);
      expect((await patch('/rules/0/condition', "isOwner() && matchAllTags('Hush.Secret')")).status).toBe(200);
      const refused = await patch('/rules/0/condition', "matchAllTags('Hush.Secrets')");
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('Hush.Secrets')]);
    });
  });

  describe('bots', () => {
    it('need a user of their own that is a bot', async () => {
      const person = await served.make('/v1/users', { name: 'flesh', email: 'flesh@example.com' });
      const make = (name: string, botUser: string) => served.send('POST', '/v1/bots', { body: { name, botUser } });
      expect((await make('b1', person.name)).status).toBe(400);
      expect((await make('b1', 'nobody')).status).toBe(404);
      await served.make('/v1/users', { name: 'metal', email: 'metal@example.com', isBot: true });
      expect(await make('b1', 'metal')).toMatchObject({
        status: 201,
        body: { botUser: { name: 'metal' }, provider: 'user' },
      });
      expect((await make('b2', 'metal')).status).toBe(400);
      expect((await served.send('PUT', '/v1/bots', { body: { name: 'b1', botUser: 'metal' } })).status).toBe(200);
    });

    it('have accounts that a PUT changes only for them', async () => {
      const account = { name: 'named', email: 'named@example.com', isBot: true };
      await served.make('/v1/users', account);
      await served.make('/v1/bots', { name: 'owns-it', botUser: 'named' });
      const put = (more: object) => served.send('PUT', '/v1/users', { body: { ...account, ...more } });
      expect(await put({ botName: 'wants-it', description: 'Mine' })).toMatchObject({
        status: 400,
        body: { message: 'Bot user named is already used by bot owns-it' },
      });
      expect((await put({ botName: 'owns-it', description: 'Still its own' })).body.description).toBe('Still its own');
      expect((await put({ displayName: 'Named' })).status).toBe(200);
    });

    it('keep their account as long as they are there, and take it along', async () => {
      const account = await served.make('/v1/users', { name: 'kept', email: 'kept@example.com', isBot: true });
      const bot = await served.make('/v1/bots', { name: 'keeper', botUser: 'kept' });
      const drop = (path: string) => served.send('DELETE', `${path}?hardDelete=true`);
      for (const path of [`/v1/users/${account.id}`, '/v1/users/name/kept']) {
        const { status, body } = await drop(path);
        expect([status, body.message]).toEqual([400, expect.stringContaining('is the account of bot keeper')]);
      }
      expect((await served.send('DELETE', `/v1/bots/${bot.id}`)).status).toBe(200);
      expect((await drop(`/v1/users/${account.id}`)).status).toBe(400);
      expect((await get(`/v1/users/${account.id}`)).name).toBe('kept');
      expect((await drop(`/v1/bots/${bot.id}`)).status).toBe(200);
      expect((await served.send('GET', `/v1/users/${account.id}?include=all`)).status).toBe(404);
    });
  });
});
