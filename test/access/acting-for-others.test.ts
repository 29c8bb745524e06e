// A bot that acts for a user: it has the rights of that user and no others, and what it writes names both.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

const ROLE = 'BotImpersonationRole';

forEachSeededStore('bots that act for users', (use) => {
  let people: People;
  let bot: Person;
  beforeAll(async () => {
    people = await openPeople(use());
    bot = await botOf(true);
  });
  afterAll(() => people.app.close());

  /** Sends with the token of the bot, for the user. */
  const sendFor =
    (user: string, as: Person = bot) =>
    (method: string, path: string, body?: unknown) => {
      const media = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
      const headers = { 'x-impersonate-user': user, 'content-type': media };
      return people.app.send(method, path, { token: as.token, body, headers });
    };
  const asked = async (allowImpersonation?: boolean) => {
    const account = await people.person([], { isBot: true });
    const body = { name: `${account.name}-bot`, botUser: account.name, allowImpersonation };
    return { account, body };
  };
  const botOf = async (allowImpersonation?: boolean): Promise<Person> => {
    const { account, body } = await asked(allowImpersonation);
    await people.make('/v1/bots', body);
    return account;
  };
  const granted = async ({ id }: Person) => {
    const { body } = await people.send('GET', `/v1/users/${id}?fields=roles`);
    return [body.allowImpersonation ?? false, (body.roles ?? []).map(({ name }: Body) => name).includes(ROLE)];
  };
  const describeWith = (text: string) => [{ op: 'add', path: '/description', value: text }];
  const me = '/v1/users/loggedInUser';

  it('are granted to do so when they are created, by administrators', async () => {
    expect(await granted(await botOf(true))).toEqual([true, true]);
    expect(await granted(await botOf(false))).toEqual([false, false]);
    expect(await granted(await botOf())).toEqual([false, false]);
    const maker = await people.person([{ operations: ['Create', 'EditAll', 'ViewAll'], resources: ['bot', 'user'] }]);
    const { account, body } = await asked(true);
    for (const method of ['POST', 'PUT']) {
      const refused = await maker.send(method, '/v1/bots', body);
      expect([refused.status, refused.body.message]).toEqual([
        403,
        `Principal: CatalogPrincipal{name='${maker.name}'} is not admin and may not set allowImpersonation`,
      ]);
    }
    expect(await granted(account)).toEqual([false, false]);
    expect((await maker.send('PUT', '/v1/bots', { ...body, allowImpersonation: false })).status).toBe(201);
    const later = await people.send('PUT', '/v1/bots', body);
    expect([later.status, later.body.message]).toEqual([
      400,
      'allowImpersonation can only be enabled when the bot is created',
    ]);
    expect(await granted(account)).toEqual([false, false]);
  });

  it('keep the grant until an administrator takes it', async () => {
    const { account, body } = await asked(true);
    expect((await people.send('PUT', '/v1/bots', body)).status).toBe(201);
    const { allowImpersonation: _, ...rest } = body;
    for (const again of [body, { ...rest, description: 'Kept' }])
      expect((await people.send('PUT', '/v1/bots', again)).status).toBe(200);
    expect(await granted(account)).toEqual([true, true]);
    const maker = await people.person([{ operations: ['All'], resources: ['bot', 'user'] }]);
    expect((await maker.send('PUT', '/v1/bots', { ...body, allowImpersonation: false })).status).toBe(403);
    expect((await sendFor('admin', account)('GET', me)).status).toBe(200);
    expect((await people.send('PUT', '/v1/bots', { ...body, allowImpersonation: false })).status).toBe(200);
    expect(await granted(account)).toEqual([false, false]);
    expect((await sendFor('admin', account)('GET', me)).status).toBe(403);
    const step = [{ op: 'add', path: '/allowImpersonation', value: true }];
    const patched = await people.send('PATCH', `/v1/users/${account.id}`, step);
    expect([patched.status, patched.body.message]).toEqual([
      400,
      "allowImpersonation can't be modified; set it when the bot is created",
    ]);
  });

  it('read what the user may see, and no more', async () => {
    const table = await people.table();
    const narrow = await people.person([{ effect: 'deny', operations: ['All'], resources: ['table'] }]);
    const path = `/v1/tables/${table.id}`;
    expect((await sendFor(narrow.name)('GET', path)).status).toBe(403);
    expect((await sendFor('admin')('GET', path)).status).toBe(200);
    expect((await sendFor(narrow.name.toUpperCase())('GET', me)).body).toMatchObject({ id: narrow.id });
    expect((await bot.send('GET', path)).status).toBe(403);
    const found = await sendFor(narrow.name)('GET', `/v1/search/query?q=${table.name}`);
    expect(found.body.hits.total.value).toBe(0);
  });

  it('write in the name of the user, and are named beside it', async () => {
    const writer = await people.person([{ operations: ['ViewAll', 'EditAll'], resources: ['table'] }]);
    const { id } = await people.table();
    const path = `/v1/tables/${id}`;
    const own = await writer.send('PATCH', path, describeWith('mine'));
    const other = await sendFor(writer.name)('PATCH', path, describeWith('for me'));
    expect([own.body.updatedBy, own.body.impersonatedBy, own.body.version]).toEqual([writer.name, undefined, 0.2]);
    expect(other.body).toMatchObject({ updatedBy: writer.name, impersonatedBy: bot.name, version: 0.3 });
    const again = await sendFor(writer.name)('PATCH', path, describeWith('for me again'));
    expect(again.body).toMatchObject({ impersonatedBy: bot.name, version: 0.3 });
    expect((await people.send('GET', `${path}/versions/0.2`)).body.impersonatedBy).toBeUndefined();
    const audited = (await people.send('GET', `/v1/audit/logs?entityType=table&userName=${writer.name}&limit=1`)).body;
    const who = { userName: writer.name, impersonatedBy: bot.name };
    expect(audited.data[0]).toMatchObject(who);
    expect(JSON.parse(audited.data[0].eventJson)).toMatchObject(who);
    const events = (await people.send('GET', `/v1/events?entityUpdated=table&timestamp=${again.body.updatedAt - 1}`))
      .body;
    expect(events.data.filter((event: Body) => event.entityId === id)[0]).toMatchObject({ impersonatedBy: bot.name });
    const silent = await people.send('PUT', `${path}/followers`, writer.id);
    expect(silent.status).toBe(200);
    expect((await people.send('GET', path)).body.impersonatedBy).toBe(bot.name);
    const last = await writer.send('PATCH', path, describeWith('mine again'));
    expect([last.body.impersonatedBy, last.body.version]).toEqual([undefined, 0.4]);
  });

  it('are refused what the user may not do, which the audit log tells', async () => {
    const reader = await people.person([]);
    const { id } = await people.table();
    const refused = await sendFor(reader.name)('DELETE', `/v1/tables/${id}`);
    expect(refused.status).toBe(403);
    const notGranted = await botOf();
    expect((await sendFor(reader.name, notGranted)('GET', me)).status).toBe(403);
    await expect
      .poll(async () => {
        const { data } = (await people.send('GET', '/v1/audit/logs?eventType=accessRefused&limit=50')).body;
        const of = (name: string) => data.find(({ userName }: Body) => userName === name);
        return [of(reader.name)?.impersonatedBy, of(notGranted.name)?.actorType];
      })
      .toEqual([bot.name, 'BOT']);
  });

  it('act only for whom their policies allow', async () => {
    const domain = await people.make('/v1/domains', {
      ...{ name: people.world.unique('Of'), domainType: 'Aggregate', description: 'x' },
    });
    const inside = await people.person([], { domains: [domain.fullyQualifiedName] });
    const outside = await people.person([]);
    const account = await people.person([], { isBot: true, domains: [domain.fullyQualifiedName] });
    await people.make('/v1/bots', { name: `${account.name}-bot`, botUser: account.name, allowImpersonation: true });
    const policy = await people.make('/v1/policies', {
      name: people.world.unique('inside'),
      rules: [
        {
          ...{ name: 'r', effect: 'allow', operations: ['Impersonate'], resources: ['user'] },
          condition: 'hasDomain() && !noDomain()',
        },
      ],
    });
    const role = await people.make('/v1/roles', { name: people.world.unique('inside'), policies: [policy.name] });
    const roles = [{ op: 'replace', path: '/roles', value: [{ id: role.id, type: 'role' }] }];
    expect((await people.send('PATCH', `/v1/users/${account.id}`, roles)).status).toBe(200);
    expect((await sendFor(inside.name, account)('GET', me)).status).toBe(200);
    for (const name of [outside.name, 'admin', 'nobody-at-all']) {
      const refused = await sendFor(name, account)('GET', me);
      expect([refused.status, refused.body.message]).toEqual([
        403,
        `Bot ${account.name} is not authorized to impersonate user ${name}`,
      ]);
    }
  });

  it('can be kept from administrators and bots by their role', async () => {
    const account = await botOf(true);
    const { body } = await people.send('GET', '/v1/roles/name/BotNonAdminImpersonationRole');
    const roles = [{ op: 'replace', path: '/roles', value: [{ id: body.id, type: 'role' }] }];
    expect((await people.send('PATCH', `/v1/users/${account.id}`, roles)).status).toBe(200);
    const plain = await people.person([]);
    const status = async (name: string) => (await sendFor(name, account)('GET', me)).status;
    expect([await status(plain.name), await status('admin'), await status(bot.name)]).toEqual([200, 403, 403]);
    const promoted = [{ op: 'add', path: '/isAdmin', value: true }];
    expect((await people.send('PATCH', `/v1/users/${plain.id}`, promoted)).status).toBe(200);
    expect(await status(plain.name)).toBe(403);
  });

  it('is nothing that people, unknown users or deleted ones can be part of', async () => {
    const person = await people.person([]);
    const byPerson = await sendFor('admin', person)('GET', me);
    expect([byPerson.status, byPerson.body.message]).toEqual([403, 'Only bot users can impersonate other users']);
    const byAdmin = await people.app.send('GET', me, { headers: { 'x-impersonate-user': person.name } });
    expect(byAdmin.status).toBe(403);
    const unknown = await sendFor('nobody-at-all')('GET', me);
    expect([unknown.status, unknown.body.message]).toEqual([
      401,
      'Cannot impersonate non-existent user: nobody-at-all',
    ]);
    expect((await sendFor(person.name)('GET', me)).status).toBe(200);
    expect((await people.send('DELETE', `/v1/users/${person.id}`)).status).toBe(200);
    expect((await sendFor(person.name)('GET', me)).status).toBe(401);
    expect((await sendFor('')('GET', me)).body.id).toBe(bot.id);
    expect((await sendFor('x'.repeat(5000))('GET', me)).status).toBe(401);
    expect((await sendFor('a"b."c')('GET', me)).status).toBe(401);
  });

  it('neither read nor make credentials of whom they act for', async () => {
    const token = await sendFor('admin')('PUT', '/v1/users/security/token', {
      ...{ tokenName: 'kept', JWTTokenExpiry: 'OneHour' },
    });
    expect([token.status, token.body.message]).toEqual([
      403,
      `Bot ${bot.name} acts for user admin and may not use credentials`,
    ]);
    const other = await botOf();
    for (const who of ['admin', other.name])
      expect((await sendFor(who)('GET', `/v1/users/token/${other.id}`)).status, who).toBe(403);
    const renewed = await sendFor('admin')('PUT', `/v1/users/generateToken/${other.id}`, { JWTTokenExpiry: 'OneHour' });
    expect(renewed.status).toBe(403);
    const set = {
      requestType: 'USER',
      username: other.name,
      newPassword: 'Long-enough-1',
      confirmPassword: 'Long-enough-1',
    };
    expect((await sendFor('admin')('PUT', '/v1/users/changePassword', set)).status).toBe(403);
    const name = people.world.unique('made').toLowerCase();
    const mechanism = { authType: 'JWT', config: { JWTTokenExpiry: 'Unlimited' } };
    const made = { name, email: `${name}@example.com`, isBot: true, authenticationMechanism: mechanism };
    expect((await sendFor('admin')('POST', '/v1/users', made)).status).toBe(403);
    expect((await people.send('GET', `/v1/users/name/${name}`)).status).toBe(404);
  });

  it('belongs to apps whose bot may do so', async () => {
    const app = async (more: object) => {
      const name = people.world.unique('Helper');
      const { body } = await people.send('GET', '/v1/apps/marketplace?limit=1');
      const { id: _1, href: _2, name: _3, fullyQualifiedName: _4, ...definition } = body.data[0];
      const marketed = await people.send('POST', '/v1/apps/marketplace', { ...pick(definition), name });
      expect([marketed.status, marketed.text]).toEqual([201, expect.any(String)]);
      const created = { name, appConfiguration: {}, ...more };
      return { name, created, answer: await people.send('POST', '/v1/apps', created) };
    };
    const pick = (definition: Body) => {
      const taken = ['description', 'className', 'appType', 'scheduleType', 'permission', 'developer', 'developerUrl'];
      return {
        ...{
          features: 'x',
          supportEmail: 'x@example.com',
          privacyPolicyUrl: 'https://example.com',
          runtime: { enabled: true },
        },
        ...Object.fromEntries(taken.filter((field) => field in definition).map((field) => [field, definition[field]])),
        ...{ appConfiguration: {}, appScreenshots: [] },
      };
    };
    const account = async (name: string) =>
      (await people.send('GET', `/v1/users/name/${name.toLowerCase()}bot?fields=roles`)).body as Person;
    const plain = await app({});
    expect([plain.answer.status, plain.answer.text]).toEqual([201, expect.any(String)]);
    expect(await granted(await account(plain.name))).toEqual([false, false]);
    const acting = await app({ allowBotImpersonation: true });
    expect([acting.answer.status, acting.answer.text]).toEqual([201, expect.any(String)]);
    expect(await granted(await account(acting.name))).toEqual([true, true]);
    expect((await people.send('PUT', '/v1/apps', acting.created)).status).toBe(200);
    const later = await people.send('PUT', '/v1/apps', { ...plain.created, allowBotImpersonation: true });
    expect([later.status, later.body.message]).toEqual([
      400,
      'allowBotImpersonation can only be enabled when the app is installed',
    ]);
    expect(await granted(await account(plain.name))).toEqual([false, false]);
  });
});
