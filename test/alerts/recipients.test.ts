// Who gets a message, for every category and channel.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecipients, type Recipient, type RecipientQuery } from '../../src/alerts/recipients/index.js';
import { readEvent } from '../../src/alerts/rules/read-event.js';
import { assemble } from '../../src/assemble.js';
import { readConfig } from '../../src/config/index.js';
import { type PlacedEventRow, readEvents } from '../../src/storage/index.js';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { placeAll } from '../support/read-events.js';
import { forEachSeededStore } from '../support/stores.js';

type Asked = Pick<RecipientQuery['destination'], 'category' | 'type'> & Pick<RecipientQuery, 'config'>;

const SECRET_KEY = Buffer.alloc(32, 7);
const hook = (name: string) => `https://hooks.example.com/${name}`;

forEachSeededStore('the recipients of an event', (use) => {
  let people: People;
  let resolve: (destination: Asked, event: PlacedEventRow) => Promise<readonly Recipient[]>;
  beforeAll(async () => {
    people = await openPeople(use());
    const { catalog, access } = assemble({
      config: readConfig({}, {}),
      publicUrl: 'http://cairn.test',
      secretKey: SECRET_KEY,
    });
    const context = { now: Date.now, id: () => '', log: console };
    const recipients = createRecipients({ catalog, context: context as never, access });
    resolve = ({ config, ...destination }, row) => {
      access.applyInvalidations([{ kind: 'access' }]); // as in the thread that writes
      return use().store.read((sql) => recipients({ destination, config, event: readEvent(row) }, sql));
    };
  });
  afterAll(() => people?.app.close());

  const ok = async (method: string, path: string, body?: unknown, as: Pick<Person, 'send'> = people): Promise<Body> => {
    const answer = await as.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.body;
  };
  const addTo = (path: string, field: string, value: unknown) =>
    ok('PATCH', path, [{ op: 'add', path: `/${field}`, value }]);
  const team = (name: string, more: object = {}) =>
    people.make('/v1/teams', {
      name: people.world.unique(name),
      teamType: 'Group',
      email: `${name}@example.com`,
      ...more,
    });
  const reached = (person: Pick<Person, 'id'>, more: object) =>
    addTo(`/v1/users/${person.id}`, 'profile', { subscription: more });

  /** The newest event about an entity. */
  async function newest(of: string): Promise<PlacedEventRow> {
    await placeAll(use().store);
    const rows = await use().store.read((sql) => readEvents(sql, { after: 0, limit: 10_000 }));
    const found = rows.filter((row) => row.entity_id === of).at(-1);
    return found!;
  }

  async function addresses(
    of: string,
    category: Asked['category'],
    type: Asked['type'] = 'Email',
    config: object = {},
  ): Promise<string[]> {
    const found = await resolve({ category, type, config: { ...config } }, await newest(of));
    return found.map(({ address }) => address).sort();
  }

  describe('are, by category,', () => {
    it('for External the addresses of the config, each once', async () => {
      const table = await people.table();
      const receivers = ['a@example.com', 'b@example.com', 'A@example.com'];
      expect(await addresses(table.id, 'External', 'Email', { receivers })).toEqual(['a@example.com', 'b@example.com']);
      const config = { endpoint: hook('x'), headers: { a: 'b' } };
      expect(await resolve({ category: 'External', type: 'Slack', config }, await newest(table.id))).toEqual([
        { address: hook('x'), config },
      ]);
      expect(await addresses(table.id, 'External', 'Slack', {})).toEqual([]);
    });

    it('all users who are administrators', async () => {
      const boss = await people.person([], { isAdmin: true });
      const other = await people.person([]);
      const { id } = await people.table();
      const found = await addresses(id, 'Admins');
      expect(found).toContain(`${boss.name}@example.com`);
      expect(found).not.toContain(`${other.name}@example.com`);
    });

    it('owners, those of its containers, and teams at their own address', async () => {
      const [owner, above] = [await people.person([]), await people.person([])];
      const owners = [
        { id: (await team('owning')).id, type: 'team' },
        { id: owner.id, type: 'user' },
      ];
      const owned = await people.table({ owners });
      expect(await addresses(owned.id, 'Owners')).toEqual(['owning@example.com', `${owner.name}@example.com`].sort());
      const schema = await people.make('/v1/databaseSchemas', {
        name: people.world.unique('schema'),
        database: (await ok('GET', `/v1/tables/${owned.id}`)).database.fullyQualifiedName,
        owners: [{ id: above.id, type: 'user' }],
      });
      const below = await people.table({ databaseSchema: schema.fullyQualifiedName });
      expect(await addresses(below.id, 'Owners')).toEqual([`${above.name}@example.com`]);
      await ok('DELETE', `/v1/tables/${below.id}?hardDelete=true`);
      expect(await addresses(below.id, 'Owners')).toEqual([`${above.name}@example.com`]);
    });

    it('owners of the suites of a test that has none, and of the table before them', async () => {
      const [ofSuite, ofTable] = [await people.person([]), await people.person([])];
      const table = await people.table();
      const test = await people.make('/v1/dataQuality/testCases', {
        name: people.world.unique('rows'),
        entityLink: `<#E::table::${table.fullyQualifiedName}>`,
        testDefinition: 'tableRowCountToEqual',
        parameterValues: [{ name: 'value', value: '5' }],
      });
      const suite = await people.make('/v1/dataQuality/testSuites', {
        name: people.world.unique('suite'),
        owners: [{ id: ofSuite.id, type: 'user' }],
      });
      await ok('PUT', '/v1/dataQuality/testCases/logicalTestCases', { testSuiteId: suite.id, testCaseIds: [test.id] });
      expect(await addresses(test.id, 'Owners')).toEqual([`${ofSuite.name}@example.com`]);
      await addTo(`/v1/tables/${table.id}`, 'owners', [{ id: ofTable.id, type: 'user' }]);
      expect(await addresses(test.id, 'Owners')).toEqual([`${ofTable.name}@example.com`]);
    });

    it('for a conversation its author, owners and followers of its subject, and whom the newest message mentions', async () => {
      const [author, owner, fan, called] = await Promise.all([1, 2, 3, 4].map(() => people.person([])));
      const crew = await team('crew');
      const table = await people.table({ owners: [{ id: owner!.id, type: 'user' }] });
      await ok('PUT', `/v1/tables/${table.id}/followers`, fan!.id);
      const about = `<#E::table::${table.fullyQualifiedName}>`;
      const thread = await ok('POST', '/v1/feed', { message: `Hi <#E::user::${called!.name}>`, about }, author);
      const mail = (...of: (Person | undefined)[]) => of.map((one) => `${one?.name}@example.com`).sort();
      expect(await addresses(thread.id, 'Owners')).toEqual(mail(author, owner));
      expect(await addresses(thread.id, 'Followers')).toEqual(mail(fan));
      expect(await addresses(thread.id, 'Mentions')).toEqual(mail(called));
      const message = `<#E::team::${crew.name}|@crew> and <#E::user::nobody>`;
      await ok('POST', `/v1/feed/${thread.id}/posts`, { message }, author);
      expect(await addresses(thread.id, 'Mentions')).toEqual(['crew@example.com']);
    });

    it('assignees of tasks only, and owners and followers of what a task is about', async () => {
      const [owner, assignee] = [await people.person([]), await people.person([])];
      const table = await people.table({ owners: [{ id: owner.id, type: 'user' }] });
      const task = await people.make('/v1/tasks', {
        category: 'MetadataUpdate',
        type: 'DescriptionUpdate',
        about: `<#E::table::${table.fullyQualifiedName}>`,
        assignees: [assignee.name],
        payload: { fieldPath: 'description', newDescription: 'New' },
      });
      expect(await addresses(task.id, 'Assignees')).toEqual([`${assignee.name}@example.com`]);
      expect(await addresses(task.id, 'Owners')).toEqual([`${owner.name}@example.com`]);
      expect(await addresses(table.id, 'Assignees')).toEqual([]);
    });

    it('users and teams that the config names; names that nobody has are left out', async () => {
      const [one, gone] = [await people.person([]), await people.person([])];
      const named = await team('named');
      await ok('DELETE', `/v1/users/${gone.id}`);
      const { id } = await people.table();
      const receivers = [one.name.toUpperCase(), gone.name, 'nobody', one.name];
      expect(await addresses(id, 'Users', 'Email', { receivers })).toEqual([`${one.name}@example.com`]);
      expect(await addresses(id, 'Teams', 'Email', { receivers: [named.name, 'nobody'] })).toEqual([
        'named@example.com',
      ]);
      for (const config of [{}, { receivers: [] }, { receivers: 5 }, { receivers: [null, {}] }])
        expect(await addresses(id, 'Users', 'Email', config)).toEqual([]);
    });
  });

  it.each([
    ['Slack', 'slack'],
    ['MsTeams', 'msTeams'],
    ['GChat', 'gChat'],
    ['Webhook', 'generic'],
  ] as const)('of %s are reached as their profile says, with its authentication', async (type, provider) => {
    const [one, silent] = [await people.person([]), await people.person([])];
    const authType = { type: 'bearer', secretKey: `hunter2-${provider}` };
    const profile = await reached(one, { [provider]: { endpoint: hook(one.name), authType } });
    expect(JSON.stringify(profile)).not.toContain('hunter2');
    expect((await people.send('GET', `/v1/users/${one.id}?fields=profile`)).text).not.toContain('hunter2');
    expect((await people.send('GET', `/v1/users/${one.id}/versions`)).text).not.toContain('hunter2');
    const group = await team('reached', { profile: { subscription: { [provider]: { endpoint: hook('team') } } } });
    const { id } = await people.table();
    const config = { receivers: [one.name, silent.name] };
    expect(await resolve({ category: 'Users', type, config }, await newest(id))).toEqual([
      { address: hook(one.name), personId: one.id, config: expect.objectContaining({ authType }) },
    ]);
    expect(await addresses(id, 'Teams', type, { receivers: [group.name] })).toEqual([hook('team')]);
  });

  it('are those who may see what it is about', async () => {
    const [one, blind] = [
      await people.person([]),
      await people.person([{ effect: 'deny', operations: ['ViewAll'], resources: ['table'] }]),
    ];
    const owners = [one, blind].map(({ id }) => ({ id, type: 'user' }));
    const table = await people.table({ owners });
    expect(await addresses(table.id, 'Owners')).toEqual([`${one.name}@example.com`]);
    const thread = await ok(
      'POST',
      '/v1/feed',
      {
        message: `<#E::user::${blind.name}> <#E::user::${one.name}>`,
        about: `<#E::table::${table.fullyQualifiedName}>`,
      },
      one,
    );
    expect(await addresses(thread.id, 'Mentions')).toEqual([`${one.name}@example.com`]);
    await ok('DELETE', `/v1/tables/${table.id}?hardDelete=true`);
    expect(await addresses(table.id, 'Owners')).toEqual([`${one.name}@example.com`]);
  });

  it('have addresses that messages may go to', async () => {
    const one = await people.person([]);
    const set = (provider: object) =>
      people.send('PATCH', `/v1/users/${one.id}`, [{ op: 'add', path: '/profile', value: { subscription: provider } }]);
    for (const bad of [
      { slack: { endpoint: 'http://127.0.0.1/' } },
      { generic: { endpoint: 'https://u:p@example.com/' } },
      { gChat: { endpoint: hook('x'), authType: { type: 'bearer', secretKey: '*********' } } },
    ]) {
      const answer = await set(bad);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain('profile');
    }
  });
});
