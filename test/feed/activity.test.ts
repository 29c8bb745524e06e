// Activity over HTTP: what happened to entities, written by a reader of the change events.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const soon = { timeout: 20_000, interval: 100 };

forEachSeededStore('activity', (use) => {
  let app: TestApp;
  let table: Body;
  let reader: string;
  let stranger: string;
  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    const make = async (path: string, body: object) => (await app.request('POST', path, { body })).json;
    const user = await make('/v1/users', { name: 'reader', email: 'reader@example.com' });
    const policy = await make('/v1/policies', {
      name: 'no tables',
      rules: [{ name: 'none', effect: 'deny', resources: ['table'], operations: ['All'] }],
    });
    const role = await make('/v1/roles', { name: 'blind', policies: [policy.name] });
    await make('/v1/users', { name: 'stranger', email: 'stranger@example.com', roles: [role.id] });
    [reader, stranger] = [await app.tokenFor('reader'), await app.tokenFor('stranger')];
    await make('/v1/services/databaseServices', { name: 'shop', serviceType: 'Mysql' });
    await make('/v1/databases', { name: 'sales', service: 'shop' });
    await make('/v1/databaseSchemas', { name: 'public', database: 'shop.sales' });
    table = await make('/v1/tables', {
      ...{ name: 'orders', databaseSchema: 'shop.sales.public', owners: [{ id: user.id, type: 'user' }] },
      columns: [{ name: 'id', dataType: 'INT' }],
    });
    const patch = (token: string, body: object[]) =>
      app.request('PATCH', `/v1/tables/${table.id}`, {
        token,
        body,
        headers: { 'content-type': 'application/json-patch+json' },
      });
    await patch(reader, [{ op: 'add', path: '/description', value: 'What was bought' }]);
    await patch(app.adminToken, [{ op: 'add', path: '/columns/0/description', value: 'The key' }]);
    await app.request('PUT', `/v1/tables/${table.id}/followers`, { raw: user.id });
  });
  afterAll(() => app.close());

  const events = async (below: string, token = reader) => {
    const answer = await app.request('GET', `/v1/activity${below}`, { token });
    expect(answer.status, answer.text).toBe(200);
    return answer.json.data;
  };
  const kinds = async (below: string, token = reader) =>
    (await events(below, token)).map(({ eventType }: Body) => eventType).sort();
  const ALL = ['ColumnDescriptionUpdated', 'DescriptionUpdated', 'EntityCreated'];

  it('is listed by entity, part, person, owner and follower, to those who see the entity', async () => {
    const ofTable = `/entity/table/${table.id}`;
    await vi.waitFor(async () => expect(await kinds(ofTable)).toEqual(ALL), soon);
    const [event] = (await events(ofTable)).filter(({ eventType }: Body) => eventType === 'DescriptionUpdated');
    expect(event).toMatchObject({
      ...{ entity: { id: table.id, type: 'table' }, actor: { name: 'reader' }, newValue: 'What was bought' },
      ...{ about: `<#E::table::${table.fullyQualifiedName}::description>`, fieldName: 'description', reactions: [] },
    });
    expect(await kinds(`/entity/table/name/${table.fullyQualifiedName}`)).toEqual(ALL);
    const part = encodeURIComponent(`<#E::table::${table.fullyQualifiedName}::columns::id>`);
    expect(await kinds(`/about?entityLink=${part}`)).toEqual(['ColumnDescriptionUpdated']);
    const { id } = (await app.request('GET', '/v1/users/name/reader')).json;
    expect(await kinds(`/user/${id}`)).toEqual(['DescriptionUpdated']);
    expect(await kinds('/my-feed')).toEqual(ALL);
    await vi.waitFor(async () => expect(await kinds('/following')).toEqual(ALL), soon);
    expect(await kinds('?entityType=table')).toEqual(ALL);
    const limited = await app.request('GET', `/v1/activity${ofTable}?limit=0`, { token: reader });
    expect(limited.json).toMatchObject({ data: [], paging: { total: 3 } });
    expect((await app.request('GET', `/v1/activity${ofTable}`, { token: stranger })).status).toBe(403);
    expect(await events('?entityType=table', stranger)).toEqual([]);
    const count = async (token: string) => Number((await app.request('GET', '/v1/activity/count', { token })).text);
    expect((await count(reader)) - (await count(stranger))).toBe(3);
    const react = (method: string, type: string, token = reader) =>
      app.request(method, `/v1/activity/${event.id}/reaction/${type}`, { token });
    const both = await Promise.all([
      react('PUT', 'heart'),
      react('PUT', 'heart', app.adminToken),
      react('PUT', 'heart'),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await react('PUT', 'rocket')).json.reactions).toHaveLength(3);
    expect((await react('DELETE', 'heart')).json.reactions).toHaveLength(2);
    expect((await react('PUT', 'heart', stranger)).status).toBe(403);
    expect((await react('PUT', 'poke')).status).toBe(400);
    for (const wrong of ['?days=0', '?days=31', '?limit=201', '?actorId=x', '/entity/nosuch/x', '/about?entityLink=x'])
      expect((await app.request('GET', `/v1/activity${wrong}`)).status, wrong).toBe(400);
  });

  it('is listed for owners of what contains the entity, unless it has owners of its own', async () => {
    const made = await app.request('POST', '/v1/users', { body: { name: 'keeper', email: 'keeper@example.com' } });
    const owners = [{ id: made.json.id, type: 'user' }];
    const database = (await app.request('POST', '/v1/databases', { body: { name: 'kept', service: 'shop', owners } }))
      .json;
    const schema = { name: 'all', database: database.fullyQualifiedName };
    await app.request('POST', '/v1/databaseSchemas', { body: schema });
    for (const more of [{ name: 'inherits' }, { name: 'has_its_own', owners: table.owners }]) {
      const body = { ...more, databaseSchema: 'shop.kept.all', columns: [{ name: 'id', dataType: 'INT' }] };
      expect((await app.request('POST', '/v1/tables', { body })).status).toBe(201);
    }
    const keeper = await app.tokenFor('keeper');
    const names = async () => (await events('/my-feed', keeper)).map(({ entity }: Body) => entity.name).sort();
    await vi.waitFor(async () => expect(await names()).toEqual(['all', 'inherits', 'kept']), soon);
  });
});
