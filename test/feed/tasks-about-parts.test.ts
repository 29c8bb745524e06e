// Tasks about parts of assets: fields of schemas, and columns, over HTTP.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import { forEachStore } from '../support/stores.js';

forEachStore('tasks about parts', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  it('describe fields of topics, requests and responses', async () => {
    const post = async (path: string, body: object) => {
      const made = await people.send('POST', path, body);
      expect(made.status, made.text).toBe(201);
      return made.body;
    };
    const id = { name: 'id', dataType: 'INT' };
    const schema = { schemaType: 'JSON', schemaFields: [{ name: 'user', dataType: 'RECORD', children: [id] }, id] };
    const kafka = await post('/v1/services/messagingServices', { name: 'schemas-kafka', serviceType: 'Kafka' });
    const topic = await post('/v1/topics', {
      ...{ name: 'visits', service: kafka.fullyQualifiedName, partitions: 1 },
      messageSchema: { ...schema, schemaText: '{}' },
    });
    const rest = await post('/v1/services/apiServices', { name: 'schemas-rest', serviceType: 'Rest' });
    const apis = await post('/v1/apiCollections', {
      ...{ name: 'visits', service: rest.fullyQualifiedName, endpointURL: 'https://example.com' },
    });
    const endpoint = await post('/v1/apiEndpoints', {
      ...{ name: 'visit', apiCollection: apis.fullyQualifiedName, endpointURL: 'https://example.com/visit' },
      requestSchema: schema,
      responseSchema: schema,
    });
    for (const [type, collection, entity, list] of [
      ['topic', 'topics', topic, 'messageSchema'],
      ['apiEndpoint', 'apiEndpoints', endpoint, 'requestSchema'],
      ['apiEndpoint', 'apiEndpoints', endpoint, 'responseSchema'],
    ] as const) {
      for (const part of ['id', 'user.id']) {
        const task = await post('/v1/tasks', {
          ...{ category: 'MetadataUpdate', type: 'DescriptionUpdate' },
          about: `<#E::${type}::${entity.fullyQualifiedName}>`,
          payload: { newDescription: `What ${part} is`, fieldPath: `${list}::${part}::description` },
        });
        const done = await people.send('POST', `/v1/tasks/${task.id}/resolve`, { resolutionType: 'Approved' });
        expect(done.status, done.text).toBe(200);
      }
      const [user, plain] = (await people.send('GET', `/v1/${collection}/${entity.id}`)).body[list].schemaFields;
      expect([user.children[0].description, plain.description]).toEqual(['What user.id is', 'What id is']);
    }
  });

  it('name columns with dots as well', async () => {
    const table = await people.table({
      columns: [
        { name: 'id', dataType: 'INT' },
        { name: 'item', dataType: 'STRUCT', children: [{ name: 'description', dataType: 'STRING' }] },
      ],
    });
    const accept = async (type: string, payload: object) => {
      const about = `<#E::table::${table.fullyQualifiedName}>`;
      const task = await people.send('POST', '/v1/tasks', { category: 'MetadataUpdate', type, about, payload });
      const done = await people.send('POST', `/v1/tasks/${task.body.id}/resolve`, { resolutionType: 'Approved' });
      expect(done.status, done.text).toBe(200);
    };
    const label = { tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    await accept('DescriptionUpdate', { newDescription: 'The key', fieldPath: 'columns.id.description' });
    await accept('DescriptionUpdate', { newDescription: 'What is sold', fieldPath: 'columns.item.description' });
    await accept('TagUpdate', { tagsToAdd: [label], fieldPath: 'columns.id.tags' });
    await accept('TagUpdate', { tagsToAdd: [label], fieldPath: 'columns.item.description' });
    const { columns } = (await people.send('GET', `/v1/tables/${table.id}?fields=columns,tags`)).body;
    expect(columns).toMatchObject([
      { description: 'The key', tags: [{ tagFQN: 'PII.Sensitive' }] },
      { description: 'What is sold', children: [{ tags: [{ tagFQN: 'PII.Sensitive' }] }] },
    ]);
  });
});
