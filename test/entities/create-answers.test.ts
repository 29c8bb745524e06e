// The answer to a create is what is read again, with what the request gave and the few lists that clients count on.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { database, schema } from '../contract/support/world.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('answers to creates', (use) => {
  let people: People;
  const columns = [
    { name: 'id', dataType: 'BIGINT', children: [] },
    { name: 'email', dataType: 'STRING' },
  ];

  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Privacy', description: 'Whose' });
    await people.make('/v1/tags', { name: 'Own', classification: 'Privacy', description: 'Own' });
  });
  afterAll(() => people.app.close());

  const read = async (path: string, { id }: Body): Promise<Body> => (await people.send('GET', `${path}/${id}`)).body;

  it.each([
    ['/v1/services/databaseServices', {}],
    ['/v1/databases', {}],
    ['/v1/databaseSchemas', { owners: [] }],
    ['/v1/tables', { owners: [] }],
    ['/v1/storedProcedures', {}],
    ['/v1/teams', { domains: [] }],
    ['/v1/classifications', {}],
    ['/v1/domains', { owners: [], experts: [] }],
  ])('of %s are what is read again', async (path, more) => {
    for (const method of ['POST', 'PUT']) {
      const body = await requestFor(path);
      const created = await people.send(method, path, body);
      expect(created.status, created.text).toBe(201);
      const { parents: _, ...shown } = created.body;
      expect(shown, method).toEqual({ ...(await read(path, created.body)), ...more });
    }
  });

  async function requestFor(path: string): Promise<object> {
    const name = people.world.unique('made');
    const inSchema = { name, databaseSchema: (await schema(people.world)).fullyQualifiedName };
    switch (path) {
      case '/v1/services/databaseServices':
        return { name, serviceType: 'CustomDatabase', connection: { config: { type: 'CustomDatabase' } } };
      case '/v1/databases':
        return { name, service: people.service.fullyQualifiedName };
      case '/v1/databaseSchemas':
        return { name, database: (await database(people.world)).fullyQualifiedName };
      case '/v1/tables':
        return { ...inSchema, columns };
      case '/v1/storedProcedures':
        return { ...inSchema, storedProcedureCode: { language: 'SQL', code: 'select 1' } };
      case '/v1/teams':
        return { name, teamType: 'Group' };
      case '/v1/domains':
        return { name, domainType: 'Aggregate', description: 'All of it' };
      default:
        return { name, description: 'All of it' };
    }
  }

  it('show what the request gave', async () => {
    const label = { tagFQN: 'Privacy.Own', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    const { body: owner } = await people.send('GET', '/v1/users/name/admin');
    const created = await people.table({
      columns: [
        { name: 'id', dataType: 'BIGINT' },
        { name: 'email', dataType: 'STRING', tags: [label] },
      ],
      tags: [label],
      owners: [{ type: 'user', id: owner.id }],
    });
    expect(created.tags).toMatchObject([{ tagFQN: 'Privacy.Own' }]);
    expect(created.owners).toMatchObject([{ id: owner.id }]);
    const [id, email] = created.columns;
    expect(id).not.toHaveProperty('tags');
    expect(email.tags).toMatchObject([{ tagFQN: 'Privacy.Own' }]);
    for (const field of ['followers', 'votes', 'dataProducts', 'domains']) expect(created).not.toHaveProperty(field);
  });

  it('leave the event whole', async () => {
    const created = await people.table({});
    const { body } = await people.send('GET', `/v1/tables/${created.id}/versions/0.1`);
    expect(body).toMatchObject({ tags: [], followers: [], columns: [{ tags: [] }, { tags: [] }] });
  });
});
