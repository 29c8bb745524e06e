import { expect, it } from 'vitest';
import { forEachStore } from '../support/stores.js';
import { addSchema, addTable, addUser, createTestCatalog, freshName, type TestCatalog } from './support/catalog.js';

forEachStore('inherited values', (use) => {
  const person = (id: string) => ({ id, type: 'user' });
  const put = (path: string, value: unknown) => [{ op: 'add', path, value }];
  const get = (catalog: TestCatalog, path: string, fields: string) =>
    catalog.expect(200, 'GET', path, undefined, { query: { fields } });
  const addDomain = (catalog: TestCatalog, more: object = {}) =>
    catalog.expect(201, 'POST', '/v1/domains', {
      name: freshName('dom'),
      domainType: 'Aggregate',
      description: 'd',
      ...more,
    });

  it('are not written back by a client that returns what it got', async () => {
    const catalog = createTestCatalog(use());
    const { database, fqn } = await addSchema(catalog);
    const table = await addTable(catalog, fqn);
    const [ann, bob, domain] = [await addUser(catalog), await addUser(catalog), await addDomain(catalog)];
    const database1 = `/v1/databases/${database.id}`;
    await catalog.expect(200, 'PATCH', database1, [
      ...put('/owners', [person(ann.id)]),
      ...put('/domains', [{ id: domain.id, type: 'domain' }]),
      ...put('/retentionPeriod', 'P30D'),
    ]);
    const got = await get(catalog, `/v1/tables/${table.id}`, 'owners,domains');
    expect(got).toMatchObject({
      version: 0.1,
      retentionPeriod: 'P30D',
      owners: [{ id: ann.id, inherited: true }],
      domains: [{ id: domain.id, inherited: true }],
    });
    const { name, columns, owners, retentionPeriod } = got;
    const body = { name, columns, owners, retentionPeriod, databaseSchema: fqn };
    expect((await catalog.expect(200, 'PUT', '/v1/tables', body)).version).toBe(0.1);
    expect((await catalog.expect(200, 'PUT', '/v1/tables', { name, columns, databaseSchema: fqn })).version).toBe(0.1);
    const patched = await catalog.expect(200, 'PATCH', `/v1/tables/${table.id}`, [
      { op: 'replace', path: '/owners', value: got.owners },
      { op: 'replace', path: '/domains', value: got.domains },
      { op: 'replace', path: '/retentionPeriod', value: 'P30D' },
      { op: 'add', path: '/description', value: 'new' },
    ]);
    expect(patched.changeDescription).toMatchObject({
      fieldsAdded: [{ name: 'description' }],
      fieldsUpdated: [],
      fieldsDeleted: [],
    });
    expect(patched).toMatchObject({ retentionPeriod: 'P30D', owners: [{ id: ann.id, inherited: true }] });
    await catalog.expect(200, 'PATCH', database1, [
      ...put('/owners', [person(bob.id)]),
      ...put('/retentionPeriod', 'P1D'),
    ]);
    expect(await get(catalog, `/v1/tables/${table.id}`, 'owners')).toMatchObject({
      version: 0.2,
      retentionPeriod: 'P1D',
      owners: [{ id: bob.id, inherited: true }],
    });
  });

  it('of retention come from the nearest container, and give way to an own value', async () => {
    const catalog = createTestCatalog(use());
    const { database, schema, fqn } = await addSchema(catalog);
    const table = await addTable(catalog, fqn);
    const shown = async () => (await get(catalog, `/v1/tables/${table.id}`, '')).retentionPeriod;
    await catalog.expect(200, 'PATCH', `/v1/databases/${database.id}`, put('/retentionPeriod', 'P30D'));
    expect((await get(catalog, `/v1/databaseSchemas/${schema.id}`, '')).retentionPeriod).toBe('P30D');
    await catalog.expect(200, 'PATCH', `/v1/databaseSchemas/${schema.id}`, put('/retentionPeriod', 'P7D'));
    expect(await shown()).toBe('P7D');
    const list = await catalog.expect(200, 'GET', '/v1/tables', undefined, { query: { databaseSchema: fqn } });
    expect(list.data).toMatchObject([{ retentionPeriod: 'P7D' }]);
    const own = await catalog.expect(200, 'PATCH', `/v1/tables/${table.id}`, put('/retentionPeriod', 'P2D'));
    expect(own).toMatchObject({ retentionPeriod: 'P2D', changeDescription: { fieldsUpdated: [{ newValue: 'P2D' }] } });
    await catalog.expect(200, 'PATCH', `/v1/databaseSchemas/${schema.id}`, [
      { op: 'remove', path: '/retentionPeriod' },
    ]);
    expect(await shown()).toBe('P2D');
    await catalog.expect(200, 'PATCH', `/v1/tables/${table.id}`, [{ op: 'remove', path: '/retentionPeriod' }]);
    expect(await shown()).toBe('P30D');
  });

  it('of experts come from the domain above, and from the domains of a data product', async () => {
    const catalog = createTestCatalog(use());
    const [ann, bob] = [await addUser(catalog), await addUser(catalog)];
    const above = await addDomain(catalog, { experts: [ann.name] });
    const below = await addDomain(catalog, { parent: above.fullyQualifiedName });
    const product = await catalog.expect(201, 'POST', '/v1/dataProducts', {
      name: freshName('product'),
      description: '-',
      domains: [below.fullyQualifiedName],
    });
    const experts = async (path: string) => (await get(catalog, path, 'experts')).experts;
    expect(await experts(`/v1/domains/${below.id}`)).toMatchObject([{ id: ann.id, inherited: true }]);
    expect(await experts(`/v1/dataProducts/${product.id}`)).toMatchObject([{ id: ann.id, inherited: true }]);
    await catalog.expect(200, 'PATCH', `/v1/domains/${below.id}`, put('/experts', [person(bob.id)]));
    expect(await experts(`/v1/dataProducts/${product.id}`)).toMatchObject([{ id: bob.id, inherited: true }]);
    const described = await catalog.expect(200, 'PATCH', `/v1/dataProducts/${product.id}`, put('/displayName', 'P'));
    expect(described.changeDescription.fieldsAdded).toEqual([{ name: 'displayName', newValue: 'P' }]);
    await catalog.expect(200, 'PATCH', `/v1/dataProducts/${product.id}`, put('/experts', [person(ann.id)]));
    expect((await experts(`/v1/dataProducts/${product.id}`))[0]).not.toHaveProperty('inherited');
  });

  it('of owners come from the domains of a data product, and are never its own', async () => {
    const catalog = createTestCatalog(use());
    const [ann, bob, eve] = [await addUser(catalog), await addUser(catalog), await addUser(catalog)];
    const above = await addDomain(catalog, { owners: [person(ann.id)] });
    const below = await addDomain(catalog, { parent: above.fullyQualifiedName });
    const beside = await addDomain(catalog, { owners: [person(bob.id)] });
    const body = { name: freshName('product'), description: '-' };
    const domains = [below.fullyQualifiedName, beside.fullyQualifiedName];
    const product = await catalog.expect(201, 'POST', '/v1/dataProducts', { ...body, domains });
    const path = `/v1/dataProducts/${product.id}`;
    const owners = async () => (await get(catalog, path, 'owners,domains')).owners as { id: string }[];
    const inherited = (...ids: unknown[]) => ids.map((id) => expect.objectContaining({ id, inherited: true }));
    expect(await owners()).toEqual(expect.arrayContaining(inherited(ann.id, bob.id)));
    const list = await catalog.expect(200, 'GET', '/v1/dataProducts', undefined, { query: { fields: 'owners' } });
    const listed = (list.data as { id: string }[]).find(({ id }) => id === product.id);
    expect(listed).toMatchObject({ owners: await owners() });
    const same = { op: 'replace', path: '/owners', value: await owners() };
    const described = await catalog.expect(200, 'PATCH', path, [same, ...put('/displayName', 'P')]);
    expect(described.changeDescription).toMatchObject({ fieldsAdded: [{ name: 'displayName' }], fieldsUpdated: [] });
    await catalog.expect(200, 'PATCH', `/v1/domains/${below.id}`, put('/owners', [person(eve.id)]));
    expect(await owners()).toEqual(expect.arrayContaining(inherited(eve.id, bob.id)));
    await catalog.expect(200, 'PATCH', path, put('/owners', [person(ann.id)]));
    expect(await owners()).toEqual([expect.not.objectContaining({ inherited: true })]);
    await catalog.expect(200, 'PATCH', path, [{ op: 'remove', path: '/owners' }]);
    expect(await owners()).toEqual(expect.arrayContaining(inherited(eve.id, bob.id)));
  });

  it('of owners, domains and reviewers come from the glossary to its terms, and from the classification to its tags', async () => {
    const catalog = createTestCatalog(use());
    const [ann, domain] = [await addUser(catalog), await addDomain(catalog)];
    // The reviewers of a term get a task from whoever made it.
    const actor = { id: String(ann.id), name: String(ann.name), isAdmin: true, isBot: false };
    for (const [path, field, below] of [
      ['/v1/glossaries', 'glossary', '/v1/glossaryTerms'],
      ['/v1/classifications', 'classification', '/v1/tags'],
    ] as const) {
      const top = await catalog.expect(201, 'POST', path, {
        name: freshName('top'),
        description: '-',
        reviewers: [person(ann.id)],
        owners: [person(ann.id)],
        domains: [domain.fullyQualifiedName],
      });
      const lower = { name: 'lower', description: '-', [field]: top.name };
      const upper = await catalog.expect(201, 'POST', below, { ...lower, name: 'upper' }, { actor });
      const { id } = await catalog.expect(
        201,
        'POST',
        below,
        { ...lower, parent: upper.fullyQualifiedName },
        { actor },
      );
      expect(await get(catalog, `${below}/${id}`, 'owners,domains,reviewers')).toMatchObject({
        owners: [{ id: ann.id, inherited: true }],
        domains: [{ id: domain.id, inherited: true }],
        reviewers: [{ id: ann.id, inherited: true }],
      });
    }
  });
});
