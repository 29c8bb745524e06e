import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { forEachStore } from '../support/stores.js';
import { addSchema, addTable, addUser, createTestCatalog } from './support/catalog.js';

forEachStore('queries', (use) => {
  const prepare = async () => {
    const catalog = createTestCatalog(use());
    const { service, fqn } = await addSchema(catalog);
    const table = await addTable(catalog, fqn);
    return { catalog, service, table };
  };

  it('are named by their text', async () => {
    const { catalog, service } = await prepare();
    const text = 'select 1';
    const md5 = createHash('md5').update(text).digest('hex');
    const put = { query: text, service: service.name };
    await catalog.expect(201, 'PUT', '/v1/queries', put);
    const found = await catalog.expect(200, 'GET', `/v1/queries/name/${service.name}.${md5}`);
    expect(found).toMatchObject({ name: md5, checksum: md5, service: { id: service.id } });
    expect(found).not.toHaveProperty('serviceType');
    expect((await catalog.expect(200, 'PUT', '/v1/queries', put)).version).toBe(0.1);
  });

  it('know where they are used and who ran them', async () => {
    const { catalog, service, table } = await prepare();
    const user = await addUser(catalog);
    const used = [{ id: table.id, type: 'table' }];
    const query = await catalog.expect(201, 'POST', '/v1/queries', {
      query: 'select 2',
      service: service.name,
      queryUsedIn: used,
      users: [user.name],
    });
    expect(query).toMatchObject({ queryUsedIn: used, users: [{ id: user.id }] });
    const path = `/v1/queries/${query.id}`;
    const list = () =>
      catalog.expect(200, 'GET', '/v1/queries', undefined, { query: { entityId: table.id, fields: 'queryUsedIn' } });
    expect((await list()).data).toMatchObject([{ id: query.id }]);
    await catalog.expect(200, 'DELETE', `${path}/usage`, used);
    expect((await list()).data).toEqual([]);
    expect((await catalog.expect(200, 'PUT', `${path}/usage`, used)).queryUsedIn).toMatchObject(used);
    expect((await catalog.expect(200, 'PUT', `${path}/usedBy`, ['dbt'])).usedBy).toEqual(['dbt']);
    const other = await addUser(catalog);
    expect((await catalog.expect(200, 'PUT', `${path}/users`, [other.name])).users).toHaveLength(2);
    await catalog.expect(404, 'PUT', `${path}/users`, ['nobody-here']);
    await catalog.expect(400, 'PUT', `${path}/usedBy`, { no: 'list' });
  });
});
