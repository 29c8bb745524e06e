import { expect, it } from 'vitest';
import { person } from '../support/engine.js';
import { forEachStore } from '../support/stores.js';
import { addSchema, addTable, addUser, createTestCatalog } from './support/catalog.js';

/** Clients refuse a property that is not in the shape of the type, so an answer with everything must fit its schema. */
forEachStore('answers with all fields fit their schemas', (use) => {
  it('also when everything is set', async () => {
    const catalog = createTestCatalog(use());
    const { schema, database, service, fqn } = await addSchema(catalog);
    const user = await addUser(catalog, 'shapely');
    const owners = [{ id: user.id, type: 'user' }];
    const create = (path: string, body: object) => catalog.expect(201, 'POST', path, body);
    const domain = await create('/v1/domains', {
      name: 'sd',
      domainType: 'Aggregate',
      description: 'd',
      owners,
      experts: [user.name],
    });
    await create('/v1/domains', { name: 'sub', parent: 'sd', domainType: 'Aggregate', description: 'd' });
    const product = await create('/v1/dataProducts', {
      name: 'sp',
      description: 'p',
      domains: ['sd'],
      owners,
      experts: [user.name],
      reviewers: owners,
    });
    const classification = await create('/v1/classifications', {
      name: 'sc',
      description: 'c',
      owners,
      reviewers: owners,
      domains: ['sd'],
    });
    const tag = await create('/v1/tags', { name: 'st', classification: 'sc', description: 't', owners });
    const nested = await create('/v1/tags', { name: 'sn', parent: 'sc.st', description: 't' });
    const tags = [{ tagFQN: 'sc.st', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }];
    const all = { owners, tags, domains: ['sd'], dataProducts: ['sp'] };
    const table = await addTable(catalog, fqn, { ...all, columns: [{ name: 'id', dataType: 'INT', tags }] });
    await create('/v1/classifications', { name: 'Certification', description: 'c' });
    await create('/v1/tags', { name: 'Gold', classification: 'Certification', description: 't' });
    const certification = { tagLabel: { ...tags[0], tagFQN: 'Certification.Gold' }, appliedDate: 1, expiryDate: 2 };
    await catalog.expect(200, 'PATCH', `/v1/tables/${table.id}`, [
      { op: 'add', path: '/certification', value: certification },
    ]);
    await catalog.expect(200, 'PUT', `/v1/tables/${table.id}/followers`, user.id);
    const voter = { actor: { ...person, id: user.id, name: user.name } };
    await catalog.expect(200, 'PUT', `/v1/tables/${table.id}/vote`, { updatedVoteType: 'votedUp' }, voter);
    const procedure = await create('/v1/storedProcedures', {
      name: 'sproc',
      databaseSchema: fqn,
      storedProcedureCode: { code: 'select 1' },
      ...all,
    });
    const query = await create('/v1/queries', {
      query: 'select 1',
      service: service.name,
      owners,
      queryUsedIn: [{ id: table.id, type: 'table' }],
      users: [user.name],
    });
    const pipeline = await create('/v1/services/ingestionPipelines', {
      name: 'sip',
      pipelineType: 'metadata',
      sourceConfig: { config: { type: 'DatabaseMetadata' } },
      airflowConfig: {},
      service: { id: service.id, type: 'databaseService' },
      owners,
      domains: ['sd'],
    });
    await catalog.expect(201, 'PUT', `/v1/services/ingestionPipelines/${pipeline.fullyQualifiedName}/pipelineStatus`, {
      runId: 'r',
      pipelineState: 'success',
      timestamp: 1,
    });
    const made = {
      databaseService: service,
      database,
      databaseSchema: schema,
      table,
      storedProcedure: procedure,
      query,
      domain,
      dataProduct: product,
      classification,
      tag,
      ingestionPipeline: pipeline,
    };
    for (const [name, { id }] of [...Object.entries(made), ['tag', nested] as const]) {
      const type = catalog.catalog.registry.get(name);
      for (const fields of ['*', '']) {
        const answer = await catalog.expect(200, 'GET', `${type.path}/${id}`, undefined, { query: { fields } });
        const result = catalog.catalog.contract.validator(type.schema)(answer);
        expect([name, fields, result.ok ? [] : result.errors]).toEqual([name, fields, []]);
      }
      const written = await catalog.expect(200, 'PATCH', `${type.path}/${id}`, [
        { op: 'add', path: '/displayName', value: 'Shown' },
      ]);
      expect([name, catalog.catalog.contract.validator(type.schema)(written).ok]).toEqual([name, true]);
    }
  });
});
