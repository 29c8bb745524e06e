// The products that services can be of, and what a connection to each consists of.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContractApp, openApp } from '../contract/support/contract-app.js';
import { createWorld, post } from '../contract/support/world.js';
import { forEachSeededStore } from '../support/stores.js';

const path = '/v1/services/connectionSchemas';

forEachSeededStore('schemas of connections', (use) => {
  let app: ContractApp;
  beforeAll(async () => {
    app = await openApp(use());
  });
  afterAll(() => app.close());

  it('lists the products of every family', async () => {
    const { status, body } = await app.send('GET', path);
    expect(status).toBe(200);
    expect(body.data).toContainEqual({ entityType: 'databaseService', serviceType: 'Mysql', hasConnection: true });
    expect(body.data).toContainEqual({ entityType: 'databaseService', serviceType: 'QueryLog', hasConnection: false });
    const families = new Set(body.data.map(({ entityType }: { entityType: string }) => entityType));
    expect(families.size).toBe(13);
  });

  it('returns the schema of one connection, and only once to who keeps it', async () => {
    const answer = await app.send('GET', `${path}/databaseService/Mysql`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      entityType: 'databaseService',
      serviceType: 'Mysql',
      schema: { type: 'object', properties: { hostPort: { type: 'string' } } },
    });
    expect(answer.text).not.toContain('$ref');
    const { etag } = answer.headers;
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await app.send('GET', `${path}/databaseService/Mysql`, {
      headers: { 'if-none-match': String(etag) },
    });
    expect(again.status).toBe(304);
    expect((await app.send('GET', path, { headers: { 'if-none-match': '*' } })).status).toBe(304);
  });

  it.each(['databaseService/QueryLog', 'databaseService/Kafka', 'table/Mysql', 'databaseService/__proto__', 'x/y'])(
    'knows no connection of %s',
    async (what) => {
      const answer = await app.send('GET', `${path}/${what}`);
      expect(answer.status, answer.text).toBe(404);
    },
  );

  it('shows the families of which the caller may see a service', async () => {
    const world = createWorld(app);
    const rule = (resources: string[]) => ({ name: 'r', effect: 'deny', resources, operations: ['All'] });
    const policy = await post(world, '/v1/policies', { name: 'no-databases', rules: [rule(['databaseService'])] });
    const role = await post(world, '/v1/roles', { name: 'no-databases', policies: [policy.name] });
    const some = await post(world, '/v1/users', { name: 'some', email: 'some@example.com', roles: [role.id] });
    const token = await app.tokenOf(some.name);
    const listed = await app.send('GET', path, { token });
    expect(listed.body.data.some((one: { entityType: string }) => one.entityType === 'databaseService')).toBe(false);
    expect(listed.body.data.some((one: { entityType: string }) => one.entityType === 'searchService')).toBe(true);
    expect((await app.send('GET', `${path}/databaseService/Mysql`, { token })).status).toBe(404);
    expect((await app.send('GET', `${path}/searchService/ElasticSearch`, { token })).status).toBe(200);
  });
});
