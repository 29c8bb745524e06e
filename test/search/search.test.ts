import { expect, it } from 'vitest';
import { createRegistry } from '../../src/catalog/index.js';
import * as entities from '../../src/entities/index.js';
import { createSearchIndex, searchRoutes } from '../../src/search/index.js';
import { createEngine, type Engine } from '../support/engine.js';
import { forEachStore } from '../support/stores.js';

function searching(store: Parameters<typeof createEngine>[0]): Engine {
  const index = createSearchIndex({ registry: createRegistry(entities.entityTypes) });
  return createEngine(store, entities.entityTypes, { more: searchRoutes(), search: () => index });
}

async function found(engine: Engine, query: Record<string, string>): Promise<string[]> {
  const answer = await engine.send('GET', '/v1/search/query', undefined, { query });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return answer.json.hits.hits.map((hit: { _source: { name: string } }) => hit._source.name);
}

forEachStore('search', (use) => {
  it('answers questions as any other search, also where clients ask them apart', async () => {
    const engine = searching(use().store);
    const ask = async (path: string) => {
      const { status, json } = await engine.send('GET', path, undefined, { query: { q: 'which services are there?' } });
      return [status, json.hits, Object.keys(json.aggregations)];
    };
    expect(await ask('/v1/search/nlq/query')).toEqual(await ask('/v1/search/query'));
  });

  it('finds what was just written', async () => {
    const engine = searching(use().store);
    const send = async (method: string, path: string, body?: unknown) => {
      const answer = await engine.send(method, path, body);
      expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
      return answer.json;
    };
    const service = await send('POST', '/v1/services/databaseServices', {
      name: 'shop',
      serviceType: 'Mysql',
      connection: { config: { type: 'Mysql', username: 'u', authType: { password: 'p' }, hostPort: 'h:1' } },
    });
    await send('POST', '/v1/databases', { name: 'sales', service: 'shop' });
    await send('POST', '/v1/databaseSchemas', { name: 'public', database: 'shop.sales' });
    const table = await send('POST', '/v1/tables', {
      name: 'customer_orders',
      databaseSchema: 'shop.sales.public',
      description: 'a needle',
      columns: [
        { name: 'id', dataType: 'BIGINT' },
        { name: 'email_address', dataType: 'VARCHAR', dataLength: 10 },
      ],
    });
    for (const q of [
      'customer_orders',
      'customer',
      'orders',
      'order',
      'customerOrders',
      'custom',
      'needle',
      'email',
      'custmer',
      'sales orders',
      '"customer orders"',
      'name:customer',
      'cust*',
      'description:needle',
      'shop.sales.public.customer_orders',
      '*',
      '',
      'customer -banana',
      'customer AND (needle OR pin)',
    ])
      expect(await found(engine, { q, index: 'table_search_index' }), q).toEqual(['customer_orders']);
    for (const q of ['banana', 'customer -needle', 'NOT customer', 'name:needle'])
      expect(await found(engine, { q, index: 'table_search_index' }), q).toEqual([]);
    const filters = [
      { term: { 'service.name.keyword': 'shop' } },
      { term: { 'database.displayName.keyword': 'Sales' } },
      { terms: { serviceType: ['mysql', 'x'] } },
      { term: { 'columns.name.keyword': 'EMAIL_ADDRESS' } },
      { bool: { must_not: [{ exists: { field: 'owners' } }] } },
      { bool: { must_not: { term: { fullyQualifiedName: 'x' } } } },
      { wildcard: { fullyQualifiedName: 'shop.*.customer_orders' } },
      { range: { updatedAt: { gte: 1 } } },
      { match: { 'columns.name': 'email' } },
      { prefix: { 'name.keyword': 'cust' } },
      { exists: { field: 'description' } },
      { ids: { values: [table.id] } },
      { bool: { should: [{ term: { deleted: false } }, { term: { 'owners.name': 'nobody' } }] } },
    ];
    for (const query of filters)
      expect(
        await found(engine, { q: '*', index: 'table', query_filter: JSON.stringify({ query }) }),
        JSON.stringify(query),
      ).toEqual(['customer_orders']);
    const answer = await engine.send('GET', '/v1/search/query', undefined, { query: { q: 'customer', index: 'all' } });
    expect(answer.json.aggregations['sterms#service.displayName.keyword'].buckets).toEqual([
      { key: 'shop', doc_count: 1 },
    ]);
    expect(answer.json.aggregations['sterms#columns.name.keyword'].buckets.length).toBe(2);
    console.log(JSON.stringify(answer.json).slice(0, 3000));
    const suggested = await engine.send('GET', '/v1/search/suggest', undefined, {
      query: { q: 'cust', index: 'table' },
    });
    expect(suggested.json.suggest['metadata-suggest'][0].options[0].text).toBe('customer_orders');
    await engine.send('DELETE', `/v1/services/databaseServices/${service.id}`, undefined, {
      query: { recursive: 'true', hardDelete: 'true' },
    });
    expect(await found(engine, { q: '*', index: 'all' })).toEqual([]);
  });

  it('finds by the type of a container', async () => {
    const engine = searching(use().store);
    const make = async (path: string, body: object) => {
      const answer = await engine.send('POST', path, body);
      expect(answer.status, JSON.stringify(answer.json)).toBe(201);
      return answer.json;
    };
    const service = await make('/v1/services/databaseServices', { name: 'typed', serviceType: 'Mysql' });
    await make('/v1/databases', { name: 'typed_db', service: 'typed' });
    await make('/v1/databaseSchemas', { name: 'typed_schema', database: 'typed.typed_db' });
    const columns = [{ name: 'id', dataType: 'INT' }];
    await make('/v1/tables', { name: 'typed_table', databaseSchema: 'typed.typed_db.typed_schema', columns });
    await make('/v1/services/messagingServices', { name: 'typed_queue', serviceType: 'Kafka' });
    await make('/v1/topics', { name: 'typed_topic', service: 'typed_queue', partitions: 1 });
    await make('/v1/services/ingestionPipelines', {
      name: 'typed_agent',
      pipelineType: 'metadata',
      service: { id: service.id, type: 'databaseService' },
      sourceConfig: { config: { type: 'DatabaseMetadata' } },
      airflowConfig: {},
    });
    const aggregate = { domainType: 'Aggregate', description: 'With another one in it.' };
    await make('/v1/domains', { name: 'typed_outer', ...aggregate });
    await make('/v1/domains', { name: 'typed_inner', parent: 'typed_outer', ...aggregate });
    const inDatabases = ['typed_agent', 'typed_db', 'typed_schema', 'typed_table'];
    const expected: Record<string, string[]> = {
      'service.type:databaseService AND version:0.1': inDatabases,
      'service.type.keyword:messagingService': ['typed_topic'],
      'service.type:(databaseService OR messagingService)': [...inDatabases, 'typed_topic'],
      'database.type:database': ['typed_schema', 'typed_table'],
      'database.type:databaseSchema': [],
      'service.type:DatabaseService': [],
      'parent.type:domain': ['typed_inner'],
      'service.type:* AND name:agent': ['typed_agent'],
    };
    for (const [q, names] of Object.entries(expected))
      expect((await found(engine, { q, index: 'all' })).sort(), q).toEqual(names);
    const query = { bool: { must_not: [{ term: { 'service.type': 'databaseService' } }] } };
    const others = await found(engine, { q: 'typed*', index: 'all', query_filter: JSON.stringify({ query }) });
    expect(others.sort()).toEqual(['typed', 'typed_inner', 'typed_outer', 'typed_queue', 'typed_topic']);
  });

  it('finds words in the text fields that a type declares', async () => {
    const engine = searching(use().store);
    const make = async (path: string, body: object) => {
      const answer = await engine.send('POST', path, body);
      expect(answer.status, JSON.stringify(answer.json)).toBe(201);
    };
    await make('/v1/services/databaseServices', { name: 'worded', serviceType: 'Mysql' });
    await make('/v1/queries', { name: 'worded_query', service: 'worded', query: 'SELECT margin FROM parcels' });
    await make('/v1/queries', { name: 'margin_other', service: 'worded', query: 'SELECT 1', description: 'parcels' });
    await make('/v1/glossaries', { name: 'worded_terms', description: 'Words.' });
    const term = { glossary: 'worded_terms', description: 'Of a margin.' };
    await make('/v1/glossaryTerms', { ...term, name: 'Gain', synonyms: ['net margin', 'spread'] });
    await make('/v1/users', { name: 'worded_user', email: 'margin@parcels.example' });
    const expected: Record<string, string[]> = {
      'query:margin': ['worded_query'],
      'query:"from parcels"': ['worded_query'],
      'query:marg*': ['worded_query'],
      'query:(margin AND parcels)': ['worded_query'],
      'query:banana': [],
      'synonyms:margin': ['Gain'],
      'synonyms:"net margin"': ['Gain'],
      'synonyms.keyword:"net margin"': ['Gain'],
      'synonyms.keyword:margin': [],
      'email:margin*': ['worded_user'],
      'email:"margin@parcels.example"': ['worded_user'],
      'email:* AND worded_user': ['worded_user'],
      '__proto__:margin': [],
    };
    for (const [q, names] of Object.entries(expected))
      expect((await found(engine, { q, index: 'all' })).sort(), q).toEqual(names);
    const whole = { term: { email: 'margin@parcels.example' } };
    const filters: [object, string[]][] = [
      [whole, ['worded_user']],
      [{ term: { email: 'margin' } }, []],
      [{ match: { query: 'margin' } }, ['worded_query']],
      [{ multi_match: { query: 'margin', fields: ['query', 'synonyms'] } }, ['Gain', 'worded_query']],
    ];
    for (const [query, names] of filters) {
      const hits = await found(engine, { q: '*', index: 'all', query_filter: JSON.stringify({ query }) });
      expect(hits.sort(), JSON.stringify(query)).toEqual(names);
    }
  });

  it('finds tables by the kinds of their constraints', async () => {
    const engine = searching(use().store);
    const make = async (path: string, body: object) => {
      const answer = await engine.send('POST', path, body);
      expect(answer.status, JSON.stringify(answer.json)).toBe(201);
    };
    await make('/v1/services/databaseServices', { name: 'keyed', serviceType: 'Mysql' });
    await make('/v1/databases', { name: 'd', service: 'keyed' });
    await make('/v1/databaseSchemas', { name: 's', database: 'keyed.d' });
    const table = { databaseSchema: 'keyed.d.s', columns: [{ name: 'id', dataType: 'INT' }] };
    const keyed = (...types: string[]) => types.map((constraintType) => ({ constraintType, columns: ['id'] }));
    const trap = 'not "constraintType":"PRIMARY_KEY"';
    await make('/v1/tables', { ...table, name: 'plain', description: trap, schemaDefinition: trap });
    await make('/v1/tables', { ...table, name: 'primary', tableConstraints: keyed('PRIMARY_KEY') });
    await make('/v1/tables', { ...table, name: 'both', tableConstraints: keyed('UNIQUE', 'PRIMARY_KEY') });
    const field = 'tableConstraints.constraintType';
    const expected: Record<string, string[]> = {
      [`${field}.keyword:PRIMARY_KEY`]: ['both', 'primary'],
      [`${field}:UNIQUE`]: ['both'],
      [`${field}:(UNIQUE OR PRIMARY_KEY)`]: ['both', 'primary'],
      [`${field}.keyword:PRIMARY_KEY AND NOT tier.tagFQN:Tier.Tier1`]: ['both', 'primary'],
      [`${field}:primary_key`]: [],
      [`${field}:FOREIGN_KEY`]: [],
      [`${field}:*`]: ['both', 'primary'],
    };
    for (const [q, names] of Object.entries(expected))
      expect((await found(engine, { q, index: 'table' })).sort(), q).toEqual(names);
    const query = {
      bool: { must_not: [{ term: { [field]: 'UNIQUE' } }], must: [{ term: { 'service.name': 'keyed' } }] },
    };
    const others = await found(engine, { q: '*', index: 'table', query_filter: JSON.stringify({ query }) });
    expect(others.sort()).toEqual(['plain', 'primary']);
  });

  it('shows many hits at once as it does page by page', { timeout: 120_000 }, async () => {
    const engine = searching(use().store);
    for (let i = 0; i < 130; i++) {
      const domain = { name: `many_${(i * 37) % 130}`, description: 'one of many', domainType: 'Aggregate' };
      expect((await engine.send('POST', '/v1/domains', domain)).status).toBe(201);
    }
    const query = { q: 'many', index: 'domain' };
    const all = await found(engine, { ...query, size: '1000' });
    const pages: string[] = [];
    for (const from of ['0', '50', '100']) pages.push(...(await found(engine, { ...query, from, size: '50' })));
    expect(all).toHaveLength(130);
    expect(all).toEqual(pages);
    expect(await found(engine, { ...query, size: '1000', from: '10' })).toEqual(all.slice(10));
  });
});
