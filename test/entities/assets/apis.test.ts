import { beforeAll, expect, it } from 'vitest';
import { forEachAssetsApp, grade, search } from './support/assets-app.js';

forEachAssetsApp('APIs and reports', (use) => {
  beforeAll(async () => {
    await use().expect(201, 'POST', '/v1/services/apiServices', { name: 'shop', serviceType: 'Rest' });
    await use().expect(201, 'POST', '/v1/apiCollections', { name: 'orders', service: 'shop' });
    await use().expect(201, 'POST', '/v1/apiCollections', { name: 'stock', service: 'shop' });
  });
  const add = (name: string, apiCollection: string) =>
    use().expect(201, 'POST', '/v1/apiEndpoints', {
      name,
      apiCollection,
      requestMethod: 'PUT',
      requestSchema: { schemaFields: [{ name: 'id', dataType: 'INT', tags: [grade('Good')] }] },
      responseSchema: {
        schemaFields: [
          { name: 'id', dataType: 'INT', tags: [grade('Bad')] },
          { name: 'responseOnlyWord', dataType: 'STRING' },
        ],
      },
    });

  it('keep the fields of requests and responses apart, also where they share names', async () => {
    const made = await add('put.order', 'shop.orders');
    expect(made).toMatchObject({ service: { name: 'shop' }, apiCollection: { name: 'orders' }, serviceType: 'Rest' });
    const path = `/v1/apiEndpoints/${made.id}`;
    const shown = await use().expect(200, 'GET', `${path}?fields=tags`);
    expect(shown.requestSchema.schemaFields).toMatchObject([
      { fullyQualifiedName: 'shop.orders."put.order".requestSchema.id', tags: [grade('Good')] },
    ]);
    expect(shown.responseSchema.schemaFields[0]).toMatchObject({
      fullyQualifiedName: 'shop.orders."put.order".responseSchema.id',
      tags: [grade('Bad')],
    });
    const untagged = [{ op: 'replace', path: '/responseSchema/schemaFields/0/tags', value: [] }];
    const changed = await use().expect(200, 'PATCH', path, untagged);
    expect(changed.changeDescription.fieldsDeleted.map(({ name }: { name: string }) => name)).toEqual([
      'responseSchema.schemaFields.id.tags',
    ]);
    const after = await use().expect(200, 'GET', `${path}?fields=tags`);
    expect(after.requestSchema.schemaFields[0].tags).toHaveLength(1);
    expect(after.responseSchema.schemaFields[0].tags).toEqual([]);
    for (const q of ['responseSchema.schemaFields.name.keyword:responseOnlyWord', 'fieldNames:responseOnlyWord']) {
      const { hits } = await search(use(), q, 'api_endpoint_search_index');
      expect(
        hits.hits.map(({ _id }) => _id),
        q,
      ).toEqual([made.id]);
    }
    const none = await search(
      use(),
      'requestSchema.schemaFields.name.keyword:responseOnlyWord',
      'api_endpoint_search_index',
    );
    expect(none.hits.hits).toEqual([]);
    const removed = [{ op: 'remove', path: '/requestSchema/schemaFields/0' }];
    expect((await use().expect(200, 'PATCH', path, removed)).version).toBe(1.1);
  });

  it('are listed by collection and service, and shown with their collection', async () => {
    const made = await add('get stock', 'shop.stock');
    for (const query of ['apiCollection=shop.stock', 'service=shop&limit=1000']) {
      const { data } = await use().expect(200, 'GET', `/v1/apiEndpoints?${query}`);
      expect(data.map(({ id }: { id: string }) => id)).toContain(made.id);
    }
    const { paging } = await use().expect(200, 'GET', '/v1/apiEndpoints?apiCollection=shop.nothing');
    expect(paging.total).toBe(0);
    const collection = await use().expect(200, 'GET', '/v1/apiCollections/name/shop.stock?fields=apiEndpoints');
    expect(collection.apiEndpoints).toMatchObject([{ id: made.id, type: 'apiEndpoint' }]);
    const put = (apiEndpoints: string[]) => ({ name: 'stock', service: 'shop', apiEndpoints });
    await use().expect(200, 'PUT', '/v1/apiCollections', put(['shop.stock.get stock']));
    await use().expect(404, 'PUT', '/v1/apiCollections', put(['shop.stock.nothing']));
    const other = await use().expect(201, 'POST', '/v1/apiEndpoints', { name: 'other', apiCollection: 'shop.orders' });
    const refused = await use().expect(400, 'PUT', '/v1/apiCollections', put([other.fullyQualifiedName]));
    expect(refused.message).toBe('apiEndpoints: shop.orders.other is in another collection');
  });

  it('reports are created from themselves, and live with their service', async () => {
    const request = { name: 'board', serviceType: 'Superset' };
    const service = await use().expect(201, 'POST', '/v1/services/dashboardServices', request);
    const body = {
      id: '00000000-0000-4000-8000-000000000000',
      name: 'monthly',
      service: { id: service.id, type: 'dashboardService' },
      version: 7,
      deleted: true,
      votes: { upVotes: 5 },
      usageSummary: { dailyStats: { count: 5 }, date: '2024-01-01' },
    };
    const made = await use().expect(201, 'POST', '/v1/reports', body);
    expect(made).toMatchObject({ fullyQualifiedName: 'board.monthly', version: 0.1, deleted: false });
    expect(made.id).not.toBe(body.id);
    await use().expect(409, 'POST', '/v1/reports', body);
    await use().expect(404, 'POST', '/v1/reports', { ...body, service: { id: body.id, type: 'dashboardService' } });
    const again = await use().expect(200, 'PUT', '/v1/reports', { ...body, displayName: 'Each month' });
    expect(again).toMatchObject({ id: made.id, displayName: 'Each month', version: 0.2 });
    await use().expect(200, 'PUT', `/v1/reports/${made.id}/vote`, { updatedVoteType: 'votedUp' });
    const shown = await use().expect(200, 'GET', `/v1/reports/${made.id}?fields=votes,usageSummary,owners,domains`);
    expect(shown).toMatchObject({ votes: { upVotes: 1 }, usageSummary: { dailyStats: { count: 0 } }, owners: [] });
    const nobody = await use().withoutRight('no-reports', ['All']);
    await use().expect(403, 'GET', '/v1/reports', undefined, { token: nobody });
    await use().expect(403, 'POST', '/v1/reports', body, { token: nobody });
    expect((await search(use(), 'monthly', 'report_search_index')).hits.hits).toHaveLength(1);
    await use().expect(405, 'DELETE', `/v1/reports/${made.id}`);
    await use().expect(200, 'DELETE', `/v1/services/dashboardServices/${service.id}?recursive=true`);
    await use().expect(404, 'GET', `/v1/reports/${made.id}`);
  });
});
