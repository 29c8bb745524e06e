// What search knows of parts, groups and words for a type comes from its declaration: types that `src` knows nothing of.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { streamFeature } from './sample/streams.js';

const field = (name: string, more: object = {}) => ({ name, dataType: 'STRING', ...more });
const column = (name: string, more: object = {}) => ({ name, dataType: 'INT', ...more });

forEachSeededStore('parts by declaration', (use) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ store: use(), features: [streamFeature] });
    await create('services/databaseServices', { name: 'hub', serviceType: 'Mysql' });
    await create('databases', { name: 'store', service: 'hub' });
    await create('databaseSchemas', { name: 'core', database: 'hub.store' });
    await create('tables', {
      name: 'shipments',
      databaseSchema: 'hub.store.core',
      columns: [column('parcel_id'), column('weight_grams', { description: 'Measured at the harbour' })],
    });
    await create('tables', {
      name: 'letters',
      databaseSchema: 'hub.store.core',
      columns: [column('stamp', { dataType: 'STRUCT', children: [column('postage')] })],
    });
    await create('streams', {
      name: 'tracking',
      service: 'hub',
      partitions: 1,
      messageSchema: {
        schemaType: 'JSON',
        schemaFields: [
          field('parcel_id'),
          field('position', {
            dataType: 'RECORD',
            description: 'Where the courier is',
            tags: [{ tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }],
            children: [field('latitude_degrees', { displayName: 'Northing' })],
          }),
        ],
      },
    });
    await create('streamOperations', {
      name: 'quote',
      apiCollection: 'hub.store',
      endpointURL: 'http://quote.test/',
      requestSchema: { schemaType: 'JSON', schemaFields: [field('parcel_id'), field('insured_value')] },
      responseSchema: { schemaType: 'JSON', schemaFields: [field('price_total')] },
    });
  });
  afterAll(() => app.close());

  async function create(path: string, body: object) {
    const made = await app.request('POST', `/v1/${path}`, { body });
    expect(made.status, made.text).toBe(201);
  }

  const search = async (q: string, more: Record<string, string> = {}) => {
    const answer = await app.request('GET', '/v1/search/query', { query: { q, index: 'all', ...more } });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  const names = async (q: string, more?: Record<string, string>) =>
    ((await search(q, more)).hits.hits as { _source: { name: string } }[]).map(({ _source }) => _source.name).sort();
  const keys = (aggregations: Record<string, { buckets: { key: string; doc_count: number }[] }>, name: string) =>
    Object.fromEntries((aggregations[`sterms#${name}`]?.buckets ?? []).map(({ key, doc_count }) => [key, doc_count]));

  it('finds words of parts', async () => {
    expect(await names('latitude')).toEqual(['tracking']);
    expect(await names('northing')).toEqual(['tracking']);
    expect(await names('courier')).toEqual(['tracking']);
    expect(await names('insured')).toEqual(['quote']);
    expect(await names('parcel')).toEqual(['quote', 'shipments', 'tracking']);
  });

  it.each([
    ['messageSchema.schemaFields.name:parcel_id', ['tracking']],
    ['messageSchema.schemaFields.name:latitude', ['tracking']],
    ['messageSchema.schemaFields.children.name.keyword:latitude_degrees', ['tracking']],
    ['messageSchema.schemaFields.name:parc*', ['tracking']],
    ['messageSchema.schemaFields.displayName:northing', ['tracking']],
    ['messageSchema.schemaFields.description:courier', ['tracking']],
    ['messageSchema.schemaFields.description:harbour', []],
    ['messageSchema.schemaFields.tags.tagFQN:PII.Sensitive', ['tracking']],
    ['columns.tags.tagFQN:PII.Sensitive', []],
    ['fieldNames:parcel_id', ['quote', 'tracking']],
    ['fieldNames:parc*', ['quote', 'tracking']],
    ['fieldNames:price_total', ['quote']],
    ['requestSchema.schemaFields.name.keyword:price_total', []],
    ['responseSchema.schemaFields.name.keyword:price_total', ['quote']],
    ['columns.name:parcel_id', ['shipments']],
    ['columns.name:parcel', ['shipments']],
    ['columns.children.name:postage', ['letters']],
    ['columnNames:parcel_id', ['shipments']],
    ['columnNames:parc*', ['shipments']],
    ['columns.description:harbour', ['shipments']],
    ['_exists_:columns.name', ['letters', 'shipments']],
    ['_exists_:fieldNames', ['quote', 'tracking']],
    ['_exists_:responseSchema.schemaFields.name', ['quote']],
  ])('answers %s', async (q, expected) => {
    expect(await names(q)).toEqual(expected);
  });

  it('counts names of parts in the types that list them', async () => {
    const { aggregations } = await search('*');
    expect(keys(aggregations, 'columnNames')).toEqual({ parcel_id: 1, weight_grams: 1, stamp: 1, postage: 1 });
    expect(keys(aggregations, 'fieldNames')).toEqual({
      parcel_id: 2,
      position: 1,
      latitude_degrees: 1,
      insured_value: 1,
      price_total: 1,
    });
    expect(keys(aggregations, 'responseSchema.schemaFields.name.keyword')).toEqual({ price_total: 1 });
    const table = await search('*', { index: 'table' });
    expect(table.aggregations).not.toHaveProperty('sterms#fieldNames');
  });

  it('shows the lists of names and marks the words in them', async () => {
    const { hits } = await search('latitude');
    expect(hits.hits[0]._source).toMatchObject({
      entityType: 'stream',
      fieldNames: ['parcel_id', 'position', 'latitude_degrees'],
    });
    expect(hits.hits[0]._source).not.toHaveProperty('columnNames');
    expect(hits.hits[0].highlight).toEqual({
      'messageSchema.schemaFields.name': ['<span class="text-highlighter">latitude_degrees</span>'],
    });
    const other = await search('price', { include_source_fields: 'id' });
    expect(other.hits.hits[0].highlight).toEqual({
      'responseSchema.schemaFields.name': ['<span class="text-highlighter">price_total</span>'],
    });
  });

  it('has the parts in the default settings of search', async () => {
    const { json } = await app.request('GET', '/v1/system/settings/searchSettings');
    const { globalSettings, assetTypeConfigurations } = json.config_value;
    expect(globalSettings.highlightFields).toEqual(
      expect.arrayContaining(['columns.name', 'messageSchema.schemaFields.name']),
    );
    const stream = assetTypeConfigurations.find(({ assetType }: { assetType: string }) => assetType === 'stream');
    expect(stream.searchFields).toContainEqual(expect.objectContaining({ field: 'messageSchema.schemaFields.name' }));
    expect(stream.aggregations.map(({ name }: { name: string }) => name)).toEqual([
      'fieldNames',
      'messageSchema.schemaFields.name.keyword',
    ]);
  });

  it('takes index, alias, words and counts from the declaration', async () => {
    for (const index of ['stream_index', 'stream', 'dataAsset'])
      expect(await names('courier', { index })).toEqual(['tracking']);
    expect(await names('insured', { index: 'dataAsset' })).toEqual([]);
    const { hits, aggregations } = await search('courier');
    expect(hits.hits[0]._index).toBe('stream_index');
    expect(keys(aggregations, 'index_count')).toEqual({ stream_index: 1 });
    const asked = await search('which feeds have a parcel');
    expect(asked.hits.hits[0]._source.name).toBe('tracking');
    const counted = (await app.request('GET', '/v1/system/entities/count')).json;
    expect(counted).toMatchObject({ topicCount: 1, tableCount: 2, servicesCount: 1, dashboardCount: 0 });
    const services = (await app.request('GET', '/v1/system/services/count')).json;
    expect(services).toMatchObject({ databaseServiceCount: 1, messagingServiceCount: 0 });
  });

  it('keeps to columns where columns are asked for', async () => {
    const { status, json } = await app.request('GET', '/v1/columns/search', { query: { columnName: 'parcel_id' } });
    expect(status).toBe(200);
    expect(json).toMatchObject([{ columnName: 'parcel_id', totalCount: 1 }]);
  });
});
