// Metrics: units, what they are related to, derived from and computed from. And machine learning models.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('metrics and models', (use) => {
  let people: People;
  let narrow: Person;
  const label = { tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
  beforeAll(async () => {
    people = await openPeople(use());
    narrow = await people.person([{ effect: 'deny', operations: ['All'], condition: "matchAnyTag('PII.Sensitive')" }]);
  });
  afterAll(() => people.app.close());

  const metric = (name: string, more: object = {}) => people.make('/v1/metrics', { name, ...more });
  const ask = async (
    status: number,
    method: string,
    path: string,
    body?: unknown,
    send = people.send,
  ): Promise<Body> => {
    const answer = await send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
    return answer.body;
  };
  const names = (references: Body[] = []) => references.map(({ name }) => name).sort();

  it('have a custom unit where the unit is another one', async () => {
    const parcels = { unitOfMeasurement: 'OTHER', customUnitOfMeasurement: ' parcels ' };
    const one = await metric('sent', parcels);
    expect(one.customUnitOfMeasurement).toBe('parcels');
    await metric('received', parcels);
    await metric('hidden-unit', { ...parcels, customUnitOfMeasurement: 'secrets', tags: [label] });
    expect(await ask(200, 'GET', '/v1/metrics/customUnits')).toEqual(['parcels', 'secrets']);
    expect(await ask(200, 'GET', '/v1/metrics/customUnits', undefined, narrow.send)).toEqual(['parcels']);
    const blind = await people.person([{ effect: 'deny', resources: ['metric'], operations: ['All'] }]);
    await ask(403, 'GET', '/v1/metrics/customUnits', undefined, blind.send);
    expect((await ask(400, 'POST', '/v1/metrics', { name: 'no-unit', unitOfMeasurement: 'OTHER' })).message).toContain(
      'customUnitOfMeasurement',
    );
    const dollars = [{ op: 'replace', path: '/unitOfMeasurement', value: 'DOLLARS' }];
    expect((await ask(200, 'PATCH', `/v1/metrics/${one.id}`, dollars)).customUnitOfMeasurement).toBeUndefined();
  });

  it('are related both ways', async () => {
    const revenue = await metric('revenue');
    const profit = await metric('profit', { relatedMetrics: ['revenue'] });
    const related = async (id: string) =>
      names((await ask(200, 'GET', `/v1/metrics/${id}?fields=relatedMetrics`)).relatedMetrics);
    expect(await related(revenue.id)).toEqual(['profit']);
    const itself = [{ op: 'add', path: '/relatedMetrics/-', value: { id: revenue.id, type: 'metric' } }];
    await ask(400, 'PATCH', `/v1/metrics/${revenue.id}`, itself);
    await ask(200, 'PATCH', `/v1/metrics/${revenue.id}`, [{ op: 'remove', path: '/relatedMetrics/0' }]);
    expect(await related(profit.id)).toEqual([]);
    await ask(404, 'POST', '/v1/metrics', { name: 'lost', relatedMetrics: ['no-such-metric'] });
  });

  it('are trees of what is derived from what', async () => {
    const [root, middle, leaf] = [await metric('root'), await metric('middle'), await metric('leaf')];
    const derive = (status: number, one: Body, from: Body) =>
      ask(status, 'PATCH', `/v1/metrics/${one.id}`, [
        { op: 'add', path: '/derivedFrom', value: { id: from.id, type: 'metric' } },
      ]);
    expect((await derive(200, middle, root)).derivedFrom).toMatchObject({ id: root.id, name: 'root' });
    await derive(200, leaf, middle);
    await derive(400, root, leaf);
    await derive(400, root, root);
    const trees = await ask(200, 'GET', '/v1/metrics/hierarchy');
    expect(trees.data.find(({ id }: Body) => id === root.id)).toMatchObject({
      name: 'root',
      description: '',
      children: [{ name: 'middle', children: [{ name: 'leaf', children: [] }] }],
    });
    const own = await ask(200, 'GET', `/v1/metrics/${middle.id}/hierarchy`);
    expect(own).toMatchObject({ name: 'middle', children: [{ name: 'leaf' }] });
    expect(people.app.contract.validator('type/entityHierarchy')(own)).toMatchObject({ ok: true });
    await ask(200, 'PATCH', `/v1/metrics/${leaf.id}`, [{ op: 'add', path: '/tags', value: [label] }]);
    const seen = await ask(200, 'GET', `/v1/metrics/${root.id}/hierarchy`, undefined, narrow.send);
    expect(seen.children).toMatchObject([{ name: 'middle', children: [] }]);
    await ask(200, 'DELETE', `/v1/metrics/${middle.id}`);
    expect((await ask(200, 'GET', `/v1/metrics/${root.id}/hierarchy`)).children).toEqual([]);
  });

  it('have assets, added and removed one by one', async () => {
    const [one, two] = [await people.table(), await people.table({ tags: [label] })];
    const made = await metric('assets', { assets: [{ id: one.id, type: 'table' }] });
    const body = {
      assets: [
        { id: two.id, type: 'table' },
        { id: made.id, type: 'table' },
      ],
    };
    const added = await ask(200, 'PUT', '/v1/metrics/assets/assets/add', body);
    expect(added).toMatchObject({ status: 'partialSuccess', numberOfRowsPassed: 1, numberOfRowsFailed: 1 });
    const list = (send = people.send) => ask(200, 'GET', `/v1/metrics/${made.id}/assets`, undefined, send);
    expect((await list()).paging.total).toBe(2);
    expect((await list(narrow.send)).data).toMatchObject([{ id: one.id }]);
    const shown = await ask(200, 'GET', `/v1/metrics/${made.id}?fields=assets`, undefined, narrow.send);
    expect(shown.assets).toMatchObject([{ id: one.id }]);
    await ask(200, 'PUT', '/v1/metrics/assets/assets/remove', { assets: [{ id: one.id, type: 'table' }] });
    expect((await list()).data).toMatchObject([{ id: two.id }]);
    await ask(403, 'PUT', '/v1/metrics/assets/assets/remove', { assets: [] }, narrow.send);
  });

  it('have reviewers and searchable code', async () => {
    const made = await metric('reviewed', {
      reviewers: [{ id: narrow.id, type: 'user' }],
      metricExpression: { language: 'SQL', code: 'select zebracount from zoo' },
      metricType: 'DERIVED',
      dimensions: [{ name: 'day', type: 'TIME' }],
    });
    const shown = await ask(200, 'GET', `/v1/metrics/${made.id}?fields=reviewers`);
    expect(shown).toMatchObject({ reviewers: [{ id: narrow.id }], dimensions: [{ name: 'day', type: 'TIME' }] });
    const found = await ask(200, 'GET', '/v1/search/query?q=zebracount&index=metric_search_index');
    expect(found.hits.hits.map(({ _source }: Body) => _source.name)).toEqual(['reviewed']);
    const { aggregations } = await ask(200, 'GET', '/v1/search/aggregate?index=metric_search_index&field=metricType');
    expect(Object.values(aggregations)).toMatchObject([{ buckets: [{ key: 'derived', doc_count: 1 }] }]);
    await ask(404, 'GET', '/v1/metricGroups');
  });

  it('name their dimensions and measures below themselves', async () => {
    const body = {
      name: 'sales.net',
      dimensions: [{ name: 'day', type: 'TIME', fullyQualifiedName: 'elsewhere' }],
      measures: [{ name: 'net.sum', aggregation: 'sum' }],
    };
    const made = await metric(body.name, body);
    const day = { name: 'day', type: 'TIME', fullyQualifiedName: '"sales.net".dimension.day' };
    expect(made).toMatchObject({
      dimensions: [day],
      measures: [{ fullyQualifiedName: '"sales.net".measure."net.sum"' }],
    });
    expect((await ask(200, 'PUT', '/v1/metrics', body)).version).toBe(0.1);
    const operations = [{ op: 'add', path: '/dimensions/-', value: { name: 'shop' } }];
    const changed = await ask(200, 'PATCH', `/v1/metrics/${made.id}`, operations);
    const shop = { name: 'shop', fullyQualifiedName: '"sales.net".dimension.shop' };
    expect(changed.dimensions).toEqual([day, shop]);
    expect(changed.changeDescription).toMatchObject({
      fieldsAdded: [{ name: 'dimensions', newValue: JSON.stringify([shop]) }],
      fieldsUpdated: [],
    });
    const shown = await ask(200, 'GET', `/v1/metrics/${made.id}`);
    expect(shown.dimensions).toEqual([day, shop]);
  });

  it('are no models, which have features with sources and a dashboard', async () => {
    await people.make('/v1/services/mlmodelServices', { name: 'ml', serviceType: 'Mlflow' });
    await people.make('/v1/services/dashboardServices', { name: 'bi', serviceType: 'Looker' });
    const board = await people.make('/v1/dashboards', { name: 'accuracy', service: 'bi' });
    const table = await people.table({ tags: [label] });
    const source = { name: 'birthday', dataType: 'date', dataSource: { id: table.id, type: 'table' } };
    const body = {
      name: 'churn',
      service: 'ml',
      algorithm: 'forest',
      dashboard: 'bi.accuracy',
      mlFeatures: [{ name: 'age', dataType: 'numerical', tags: [label], featureSources: [source] }],
      mlHyperParameters: [{ name: 'depth', value: '4' }],
    };
    const made = await people.make('/v1/mlmodels', body);
    expect(made.dashboard).toMatchObject({ id: board.id });
    expect(made.mlFeatures[0]).toMatchObject({
      fullyQualifiedName: 'ml.churn.age',
      tags: [{ tagFQN: 'PII.Sensitive' }],
      featureSources: [{ dataSource: { id: table.id, fullyQualifiedName: table.fullyQualifiedName } }],
    });
    expect((await ask(200, 'PUT', '/v1/mlmodels', body)).version).toBe(0.1);
    const seen = await people.person([{ effect: 'deny', resources: ['table', 'dashboard'], operations: ['All'] }]);
    const shown = await ask(200, 'GET', `/v1/mlmodels/${made.id}?fields=dashboard,usageSummary`, undefined, seen.send);
    expect(shown.dashboard).toBeUndefined();
    expect(shown.mlFeatures[0].featureSources[0]).not.toHaveProperty('dataSource');
    const lost = { ...source, dataSource: { id: '00000000-0000-4000-8000-000000000000', type: 'table' } };
    const features = [{ name: 'age', featureSources: [lost] }];
    await ask(404, 'PUT', '/v1/mlmodels', { ...body, mlFeatures: features });
    const nameless = { ...body, mlFeatures: [{ dataType: 'numerical' }] };
    expect((await ask(400, 'PUT', '/v1/mlmodels', nameless)).message).toContain('must have a name');
    expect((await ask(200, 'GET', '/v1/system/entities/count')).mlmodelCount).toBe(1);
  });
});
