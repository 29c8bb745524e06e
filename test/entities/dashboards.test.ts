// Dashboards, charts and data models: what they say of each other, and to whom.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('dashboards', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/services/dashboardServices', { name: 'bi', serviceType: 'Looker' });
  });
  afterAll(() => people.app.close());

  const chart = (name: string, more: object = {}) => people.make('/v1/charts', { name, service: 'bi', ...more });
  const dashboard = (name: string, more: object = {}) =>
    people.make('/v1/dashboards', { name, service: 'bi', ...more });
  const model = (name: string) =>
    people.make('/v1/dashboard/datamodels', {
      name,
      service: 'bi',
      dataModelType: 'LookMlView',
      sql: 'select amount from orders',
      columns: [
        { name: 'amount', dataType: 'VARCHAR' },
        { name: 'place', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'STRING', description: 'Where' }] },
      ],
    });
  const get = async (path: string, send: People['send'] = people.send): Promise<Body> => {
    const { status, body, text } = await send('GET', path);
    expect(status, text).toBe(200);
    return body;
  };
  const names = (references: Body[] = []) => references.map(({ name }) => name).sort();

  it('list their charts and models, and charts their dashboards', async () => {
    const pie = await chart('pie');
    const made = await dashboard('sales', {
      charts: ['bi.pie'],
      dataModels: [(await model('orders')).fullyQualifiedName],
    });
    expect(made).toMatchObject({
      dashboardType: 'Dashboard',
      serviceType: 'Looker',
      charts: [{ id: pie.id, type: 'chart' }],
    });
    expect((await get(`/v1/dashboards/${made.id}`)).charts).toBeUndefined();
    const shown = await get(`/v1/dashboards/${made.id}?fields=charts,dataModels,usageSummary`);
    expect(shown).toMatchObject({
      dataModels: [{ fullyQualifiedName: 'bi.model.orders', type: 'dashboardDataModel' }],
      usageSummary: { dailyStats: { count: 0 } },
    });
    expect(names((await get(`/v1/charts/${pie.id}?fields=dashboards`)).dashboards)).toEqual(['sales']);
    const bar = await chart('bar', { dashboards: ['bi.sales'] });
    expect(names((await get('/v1/dashboards/name/bi.sales?fields=charts')).charts)).toEqual(['bar', 'pie']);
    const context = await get(`/v1/dashboards/${made.id}/context?format=json`);
    expect(context.assetContext.dashboard).toMatchObject({ dataModels: ['bi.model.orders'] });
    const patch = [{ op: 'remove', path: '/charts/0' }];
    const changed = (await people.send('PATCH', `/v1/dashboards/${made.id}`, patch)).body;
    expect(changed.version).toBe(0.2);
    expect(changed.changeDescription.fieldsDeleted).toMatchObject([{ name: 'charts' }]);
    expect(changed.charts).toHaveLength(1);
    for (const { id } of [bar, pie]) {
      const left = changed.charts.some((one: Body) => one.id === id);
      expect(names((await get(`/v1/charts/${id}?fields=dashboards`)).dashboards)).toEqual(left ? ['sales'] : []);
    }
  });

  it('outlive their charts, which outlive them', async () => {
    const [one, two] = [await chart('kept'), await chart('dropped')];
    const board = await dashboard('mixed', { charts: ['bi.kept', 'bi.dropped'] });
    const charts = async () => names((await get(`/v1/dashboards/${board.id}?fields=charts&include=all`)).charts);
    expect((await people.send('DELETE', `/v1/charts/${two.id}`)).status).toBe(200);
    expect(await charts()).toEqual(['kept']);
    expect((await people.send('PUT', '/v1/charts/restore', { id: two.id })).status).toBe(200);
    expect(await charts()).toEqual(['dropped', 'kept']);
    expect((await people.send('DELETE', `/v1/charts/${two.id}?hardDelete=true`)).status).toBe(200);
    expect(await charts()).toEqual(['kept']);
    expect((await people.send('DELETE', `/v1/dashboards/${board.id}?hardDelete=true`)).status).toBe(200);
    expect((await get(`/v1/charts/${one.id}?fields=dashboards`)).dashboards).toEqual([]);
  });

  it('name no chart or dashboard that the reader may not see', async () => {
    const secret = await chart('secret');
    const open = await chart('open');
    const board = await dashboard('guarded', { charts: ['bi.secret', 'bi.open'] });
    const reader = await people.person([
      { effect: 'deny', resources: ['chart'], operations: ['All'], condition: `isOwner()` },
    ]);
    const patch = [{ op: 'add', path: '/owners', value: [{ id: reader.id, type: 'user' }] }];
    expect((await people.send('PATCH', `/v1/charts/${secret.id}`, patch)).status).toBe(200);
    expect((await reader.send('GET', `/v1/charts/${secret.id}`)).status).toBe(403);
    expect(names((await get(`/v1/dashboards/${board.id}?fields=charts`, reader.send)).charts)).toEqual(['open']);
    expect(names((await get(`/v1/dashboards/${board.id}?fields=*`)).charts)).toEqual(['open', 'secret']);
    expect(names((await get(`/v1/charts/${open.id}?fields=dashboards`, reader.send)).dashboards)).toEqual(['guarded']);
    const found = await get('/v1/search/query?q=guarded&index=dashboard_search_index', reader.send);
    expect(names(found.hits.hits[0]._source.charts)).toEqual(['open']);
    const { entityUpdated } = await get(`/v1/events?timestamp=0&entityUpdated=chart`, reader.send);
    expect(JSON.stringify(entityUpdated ?? null)).not.toContain('secret');
  });

  it('have data models with the columns that tables have', async () => {
    const one = await model('wide');
    expect(one.columns).toMatchObject([
      { dataTypeDisplay: 'varchar', fullyQualifiedName: 'bi.model.wide.amount' },
      { children: [{ fullyQualifiedName: 'bi.model.wide.place.city' }] },
    ]);
    const page = await get(`/v1/dashboard/datamodels/name/bi.model.wide/columns?limit=1&sortBy=name&sortOrder=desc`);
    expect(page).toMatchObject({ data: [{ name: 'place' }], paging: { total: 2 } });
    const found = await get(`/v1/dashboard/datamodels/${one.id}/columns/search?q=where`);
    expect(names(found.data)).toEqual(['place']);
    const label = { tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    const tagged = await people.send('PUT', '/v1/columns/name/bi.model.wide.place.city?entityType=dashboardDataModel', {
      tags: [label],
      description: 'The town',
    });
    expect(tagged.status, tagged.text).toBe(200);
    const columns = await get(`/v1/dashboard/datamodels/${one.id}/columns?fields=tags`);
    expect(columns.data[1].children).toMatchObject([{ description: 'The town', tags: [{ tagFQN: 'PII.Sensitive' }] }]);
    const hits = await get('/v1/search/query?q=columnNames:city&index=dashboard_data_model_search_index');
    expect(hits.hits.hits.map(({ _source }: Body) => _source.name)).toContain('wide');
    const context = await get(`/v1/dashboard/datamodels/${one.id}/context?format=json`);
    expect(context.assetContext.generic).toMatchObject({ definition: 'select amount from orders' });
  });

  it('are listed by service, counted, and have usage', async () => {
    await people.make('/v1/services/dashboardServices', { name: 'other', serviceType: 'Superset' });
    const one = await dashboard('alone', { service: 'other' });
    expect(names((await get('/v1/dashboards?service=other')).data)).toEqual(['alone']);
    const count = async () => (await get('/v1/system/entities/count')).dashboardCount;
    const before = await count();
    const day = new Date().toISOString().slice(0, 10);
    const used = await people.send('POST', `/v1/usage/dashboard/${one.id}`, { date: day, count: 3 });
    expect(used.status, used.text).toBe(201);
    expect(await get(`/v1/dashboards/${one.id}?fields=usageSummary`)).toMatchObject({
      usageSummary: { dailyStats: { count: 3 } },
    });
    const service = await get('/v1/services/dashboardServices/name/other');
    const gone = await people.send(
      'DELETE',
      `/v1/services/dashboardServices/${service.id}?recursive=true&hardDelete=true`,
    );
    expect(gone.status, gone.text).toBe(200);
    expect((await people.send('GET', `/v1/dashboards/${one.id}`)).status).toBe(404);
    expect(await count()).toBe(before - 1);
  });
});
