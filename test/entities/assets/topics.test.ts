import { expect, it } from 'vitest';
import { forEachAssetsApp, grade, search } from './support/assets-app.js';

const fields = [
  { name: 'customer', dataType: 'RECORD', children: [{ name: 'mail.box', dataType: 'STRING', tags: [grade('Good')] }] },
  { name: 'amount', dataType: 'DOUBLE', description: 'What was paid' },
];

forEachAssetsApp('topics and search indexes', (use) => {
  const service = (name: string) =>
    use().expect(201, 'POST', '/v1/services/messagingServices', { name, serviceType: 'Kafka' });
  const add = async (name: string) => {
    await service(`bus-${name}`);
    return use().expect(201, 'POST', '/v1/topics', {
      name,
      service: `bus-${name}`,
      partitions: 2,
      cleanupPolicies: ['delete', 'compact'],
      topicConfig: { 'retention.ms': '1000' },
      messageSchema: { schemaType: 'Avro', schemaText: 'record Order', schemaFields: fields },
    });
  };

  it('have fields with FQNs, tags and versions', async () => {
    const topic = await add('orders');
    expect(topic).toMatchObject({ serviceType: 'Kafka', retentionSize: -1, topicConfig: { 'retention.ms': '1000' } });
    const path = `/v1/topics/${topic.id}`;
    const plain = await use().expect(200, 'GET', path);
    const [customer] = plain.messageSchema.schemaFields;
    expect(customer.children[0].fullyQualifiedName).toBe('bus-orders.orders.customer."mail.box"');
    expect(customer.children[0]).not.toHaveProperty('tags');
    const tagged = await use().expect(200, 'GET', `${path}?fields=tags`);
    expect(tagged.messageSchema.schemaFields[0].children[0].tags).toMatchObject([grade('Good')]);
    const both = [
      { op: 'add', path: '/messageSchema/schemaFields/0/children/0/tags/1', value: grade('Bad') },
      { op: 'add', path: '/messageSchema/schemaFields/1/tags', value: [grade('Bad')] },
    ];
    const refused = await use().expect(400, 'PATCH', path, both);
    expect(refused.message).toMatch(/Grade\.(Good|Bad).*Grade\.(Good|Bad)/);
    const changed = await use().expect(200, 'PATCH', path, [
      ...both.slice(1),
      { op: 'replace', path: '/messageSchema/schemaText', value: 'record Order2' },
    ]);
    expect(changed.version).toBe(0.2);
    const { fieldsAdded, fieldsUpdated } = changed.changeDescription;
    expect(fieldsAdded.map(({ name }: { name: string }) => name)).toEqual(['messageSchema.schemaFields.amount.tags']);
    expect(fieldsUpdated).toEqual([
      { name: 'messageSchema.schemaText', oldValue: 'record Order', newValue: 'record Order2' },
    ]);
    const retyped = [{ op: 'replace', path: '/messageSchema/schemaFields/1/dataType', value: 'LONG' }];
    expect((await use().expect(200, 'PATCH', path, retyped)).version).toBe(1.1);
    const tag = await use().expect(200, 'GET', '/v1/tags/name/Grade.Bad?fields=usageCount');
    expect(tag.usageCount).toBe(1);
  });

  it('are found by their fields, and counted', async () => {
    const topic = await add('payments');
    await use().expect(200, 'PUT', '/v1/topics', {
      name: 'payments',
      service: 'bus-payments',
      partitions: 2,
      messageSchema: { schemaFields: [...fields, { name: 'paymentReference', dataType: 'STRING' }] },
    });
    for (const q of [
      'messageSchema.schemaFields.name:paymentReference',
      'fieldNames:paymentReference',
      'paymentReference',
    ]) {
      const { hits } = await search(use(), q, 'topic_search_index');
      expect(
        hits.hits.map(({ _id }) => _id),
        q,
      ).toEqual([topic.id]);
    }
    const { hits, aggregations } = await search(use(), 'paymentReference', 'dataAsset');
    expect(hits.hits[0]._source).toMatchObject({
      entityType: 'topic',
      fieldNames: ['customer', 'mail.box', 'amount', 'paymentReference'],
    });
    expect(JSON.stringify(hits.hits[0].highlight)).toContain('messageSchema.schemaFields.name');
    expect(JSON.stringify(aggregations)).toContain('kafka');
    const counts = await use().expect(200, 'GET', '/v1/system/entities/count');
    expect(counts.topicCount).toBeGreaterThanOrEqual(1);
  });

  it('have sample messages, behind a right of their own', async () => {
    const topic = await add('samples');
    const path = `/v1/topics/${topic.id}/sampleData`;
    const messages = ['{"amount":1}', '{"amount":2}'];
    expect((await use().expect(200, 'PUT', path, { messages })).sampleData).toEqual({ messages });
    await use().expect(400, 'PUT', path, { messages: 'all' });
    await use().expect(400, 'PUT', path, { rows: [] });
    const basic = await use().withoutRight('basic', ['ViewSampleData']);
    const samples = await use().withoutRight('samples', ['EditSampleData']);
    await use().expect(403, 'GET', path, undefined, { token: basic });
    expect((await use().expect(200, 'GET', path, undefined, { token: samples })).sampleData).toEqual({ messages });
    await use().expect(403, 'DELETE', path, undefined, { token: samples });
    await use().expect(200, 'DELETE', path);
    expect(await use().expect(200, 'GET', path)).not.toHaveProperty('sampleData');
  });

  it('indexes have fields and sample documents, which stay', async () => {
    await use().expect(201, 'POST', '/v1/services/searchServices', { name: 'engine', serviceType: 'ElasticSearch' });
    const index = await use().expect(201, 'POST', '/v1/searchIndexes', {
      name: 'products',
      service: 'engine',
      searchIndexSettings: { shards: 1 },
      fields: [{ name: 'title', dataType: 'TEXT', children: [{ name: 'rawTitleWord', dataType: 'KEYWORD' }] }],
    });
    expect(index).toMatchObject({ indexType: 'Index', fields: [{ fullyQualifiedName: 'engine.products.title' }] });
    const path = `/v1/searchIndexes/${index.id}/sampleData`;
    await use().expect(200, 'PUT', path, { messages: ['{}'] });
    expect((await use().expect(200, 'GET', path)).sampleData).toEqual({ messages: ['{}'] });
    await use().expect(405, 'DELETE', path);
    for (const q of ['fields.children.name:rawTitleWord', 'fields.name:rawTitleWord', 'rawTitleWord']) {
      const { hits } = await search(use(), q, 'search_entity_search_index');
      expect(
        hits.hits.map(({ _id }) => _id),
        q,
      ).toEqual([index.id]);
    }
  });
});
