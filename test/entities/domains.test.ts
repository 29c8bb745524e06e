import { expect, it } from 'vitest';
import { insertEvents } from '../../src/storage/index.js';
import { eventsOf } from '../support/read-events.js';
import { eventRow } from '../support/rows.js';
import { forEachStore } from '../support/stores.js';
import { addSchema, addTable, addUser, createTestCatalog, freshName, type TestCatalog } from './support/catalog.js';

forEachStore('domains and people', (use) => {
  const addDomain = (catalog: TestCatalog, more: object = {}) =>
    catalog.expect(201, 'POST', '/v1/domains', {
      name: freshName('dom'),
      domainType: 'Aggregate',
      description: 'd',
      ...more,
    });

  it('pass down owners and domains from the nearest container that has some', async () => {
    const catalog = createTestCatalog(use());
    const { schema, database, fqn } = await addSchema(catalog);
    const table = await addTable(catalog, fqn);
    const [ann, bob] = [await addUser(catalog), await addUser(catalog)];
    const domain = await addDomain(catalog);
    const own = (path: string, id: string) => [
      { op: 'add', path, value: [{ id, type: path === '/owners' ? 'user' : 'domain' }] },
    ];
    const fields = { query: { fields: 'owners,domains,owner,domain' } };
    await catalog.expect(200, 'PATCH', `/v1/databases/${database.id}`, own('/owners', ann.id));
    await catalog.expect(200, 'PATCH', `/v1/databases/${database.id}`, own('/domains', domain.id));
    const inherited = await catalog.expect(200, 'GET', `/v1/tables/${table.id}`, undefined, fields);
    expect(inherited).toMatchObject({
      owners: [{ id: ann.id, inherited: true }],
      owner: { id: ann.id },
      domains: [{ id: domain.id, inherited: true, href: `http://cairn.test/api/v1/domains/${domain.id}` }],
      domain: { id: domain.id },
    });
    await catalog.expect(200, 'PATCH', `/v1/databaseSchemas/${schema.id}`, own('/owners', bob.id));
    expect((await catalog.expect(200, 'GET', `/v1/tables/${table.id}`, undefined, fields)).owners).toMatchObject([
      { id: bob.id, inherited: true },
    ]);
    const described = await catalog.expect(200, 'PATCH', `/v1/tables/${table.id}`, [
      { op: 'add', path: '/description', value: 'x' },
    ]);
    expect(described).toMatchObject({
      owners: [{ id: bob.id, inherited: true }],
      changeDescription: { fieldsAdded: [{ name: 'description' }] },
    });
    const added = await catalog.expect(200, 'PATCH', `/v1/tables/${table.id}`, [
      { op: 'add', path: '/owners/0', value: { id: ann.id, type: 'user' } },
    ]);
    expect(added.owners).toMatchObject([{ id: ann.id }]);
    expect(added.owners[0]).not.toHaveProperty('inherited');
  });

  it('are told without their children when both are deleted', async () => {
    const catalog = createTestCatalog(use());
    const above = await addDomain(catalog);
    await addDomain(catalog, { parent: above.fullyQualifiedName });
    const deleted = await catalog.expect(200, 'DELETE', `/v1/domains/${above.id}`, undefined, {
      query: { hardDelete: 'true', recursive: 'true' },
    });
    expect(deleted).toMatchObject({ id: above.id, children: [] });
  });

  it('are told in the events of what lies in them', async () => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    const odd = 'odd "text" }],"domains":[{"id":"none"}] \\';
    const domains = [await addDomain(catalog, { description: odd }), await addDomain(catalog)];
    const table = await addTable(catalog, fqn, { domains: domains.map((domain) => domain.fullyQualifiedName) });
    const change = { op: 'add', path: '/description', value: odd };
    const patched = await catalog.expect(200, 'PATCH', `/v1/tables/${table.id}`, [change]);
    const [created, updated] = await eventsOf(use().store, table.id);
    for (const event of [created, updated])
      expect(new Set(event.domains)).toEqual(new Set(domains.map(({ id }) => id)));
    expect(created).not.toHaveProperty('changeDescription');
    expect(updated.changeDescription).toEqual(patched.changeDescription);
    expect(updated.incrementalChangeDescription).toEqual(patched.changeDescription);
    expect(JSON.parse(updated.entity)).toMatchObject({ id: table.id, description: odd, version: patched.version });
  });

  it('are read from events as an earlier release stored them', async () => {
    const { store } = use();
    const event = { id: freshName('old'), entity: '{"id":"x"}', changeDescription: { fieldsAdded: [] } };
    await store.write((tx) =>
      insertEvents(tx, [eventRow(event.id, { entity_id: event.id, doc: JSON.stringify(event) })]),
    );
    expect(await eventsOf(store, event.id)).toEqual([event]);
  });

  it('a PUT does not take owners away', async () => {
    const catalog = createTestCatalog(use());
    const { service } = await addSchema(catalog);
    const user = await addUser(catalog);
    const create = { name: 'd', service: service.name, owners: [{ id: user.id, type: 'user' }] };
    await catalog.expect(201, 'POST', '/v1/databases', create);
    for (const owners of [undefined, []]) {
      const put = await catalog.expect(200, 'PUT', '/v1/databases', { ...create, owners });
      expect(put).toMatchObject({ version: 0.1, owners: [{ id: user.id }] });
    }
    await catalog.expect(404, 'PUT', '/v1/databases', { ...create, owners: [{ id: service.id, type: 'user' }] });
  });

  it('domains lie in each other', async () => {
    const catalog = createTestCatalog(use());
    const top = await addDomain(catalog);
    const sub = await addDomain(catalog, { parent: top.fullyQualifiedName });
    expect(sub).toMatchObject({ fullyQualifiedName: `${top.name}.${sub.name}`, parent: { id: top.id } });
    expect(sub).not.toHaveProperty('deleted');
    const shown = await catalog.expect(200, 'GET', `/v1/domains/${top.id}`, undefined, {
      query: { fields: 'children,childrenCount' },
    });
    expect(shown).toMatchObject({ children: [{ id: sub.id }], childrenCount: 1 });
    const tree = await catalog.expect(200, 'GET', '/v1/domains/hierarchy');
    const node = tree.data.find((one: { id: string }) => one.id === top.id);
    expect(node.children).toMatchObject([{ id: sub.id, children: [] }]);
  });

  it('the tree tells an empty description too', async () => {
    const catalog = createTestCatalog(use());
    const { id } = await addDomain(catalog, { description: '' });
    const tree = await catalog.expect(200, 'GET', '/v1/domains/hierarchy');
    expect(tree.data.find((one: { id: string }) => one.id === id)).toMatchObject({ description: '' });
  });

  it('domains and data products have assets', async () => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    const [one, two] = [await addTable(catalog, fqn), await addTable(catalog, fqn)];
    const domain = await addDomain(catalog);
    const product = await catalog.expect(201, 'POST', '/v1/dataProducts', {
      name: freshName('dp'),
      description: 'p',
      domains: [domain.fullyQualifiedName],
    });
    expect(product.domains).toMatchObject([{ id: domain.id }]);
    const list = await catalog.expect(200, 'GET', '/v1/dataProducts', undefined, { query: { domain: domain.name } });
    expect(list.data).toMatchObject([{ id: product.id }]);
    const assets = [one, two].map(({ id }) => ({ id, type: 'table' }));
    for (const path of [`/v1/domains/${domain.name}`, `/v1/dataProducts/${product.name}`])
      expect(await catalog.expect(200, 'PUT', `${path}/assets/add`, { assets })).toMatchObject({
        status: 'success',
        numberOfRowsPassed: 2,
      });
    const shown = await catalog.expect(200, 'GET', `/v1/tables/${one.id}`, undefined, {
      query: { fields: 'domains,dataProducts' },
    });
    // One version of the asset for what one person did in one go, and an event for each change of it.
    expect(shown).toMatchObject({ version: 0.2, domains: [{ id: domain.id }], dataProducts: [{ id: product.id }] });
    expect(shown.changeDescription.fieldsAdded.map((added: { name: string }) => added.name).sort()).toEqual([
      'dataProducts',
      'domains',
    ]);
    const events = await eventsOf(use().store);
    const ofTable = events.filter((event) => event.entityId === one.id);
    expect(ofTable.map((event) => [event.eventType, event.currentVersion])).toEqual([
      ['entityCreated', 0.1],
      ['entityUpdated', 0.2],
      ['entityUpdated', 0.2],
    ]);
    expect(events.filter((event) => event.entityId === domain.id).map((event) => event.eventType)).toEqual([
      'entityCreated',
      'entityUpdated',
    ]);
    await catalog.expect(200, 'PUT', `/v1/domains/${domain.name}/assets/add`, { assets });
    expect((await eventsOf(use().store)).filter((event) => event.entityId === one.id)).toHaveLength(3);
    const page = await catalog.expect(200, 'GET', `/v1/dataProducts/name/${product.name}/assets`, undefined, {
      query: { limit: '1', offset: '1' },
    });
    expect(page.data).toHaveLength(1);
    expect(page.paging.total).toBe(2);
    expect((await catalog.expect(200, 'GET', '/v1/dataProducts/assets/counts'))[product.name]).toBe(2);
    await catalog.expect(200, 'PUT', `/v1/dataProducts/${product.name}/assets/remove`, { assets: assets.slice(1) });
    expect((await catalog.expect(200, 'GET', `/v1/dataProducts/${product.id}/assets`)).data).toMatchObject([
      { id: one.id },
    ]);
    const other = await addDomain(catalog);
    await catalog.expect(200, 'PUT', `/v1/domains/${other.name}/assets/add`, { assets: assets.slice(0, 1) });
    expect(
      (await catalog.expect(200, 'GET', `/v1/tables/${one.id}`, undefined, { query: { fields: 'domains' } })).domains,
    ).toMatchObject([{ id: other.id }]);
  });

  it('data products have ports', async () => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    const [read, offered] = [await addTable(catalog, fqn), await addTable(catalog, fqn)];
    const domain = await addDomain(catalog);
    const product = await catalog.expect(201, 'POST', '/v1/dataProducts', {
      name: freshName('dp'),
      description: 'p',
      domains: [domain.name],
    });
    const path = `/v1/dataProducts/${product.name}`;
    const change = (what: string, ...tables: { id: string }[]) =>
      catalog.expect(200, 'PUT', `${path}/${what}`, { assets: tables.map(({ id }) => ({ id, type: 'table' })) });
    const idsOf = async (what: string) =>
      (await catalog.expect(200, 'GET', `/v1/dataProducts/${product.id}/${what}`)).data.map(
        ({ id }: { id: string }) => id,
      );
    await change('inputPorts/add', read);
    expect(await change('outputPorts/add', read, offered)).toMatchObject({
      status: 'failure',
      failedRequest: [
        { message: expect.stringContaining('already part of input ports') },
        { message: expect.stringContaining('must belong to the data product') },
      ],
    });
    await change('assets/add', offered);
    expect(await change('outputPorts/add', offered)).toMatchObject({ status: 'success' });
    expect((await change('inputPorts/add', offered)).failedRequest).toMatchObject([
      { message: expect.stringContaining('already part of output ports') },
    ]);
    const view = await catalog.expect(200, 'GET', `/v1/dataProducts/name/${product.name}/portsView`, undefined, {
      query: { fields: 'columns,tags', outputLimit: '1', outputOffset: '1' },
    });
    expect(view).toMatchObject({
      entity: { id: product.id },
      inputPorts: { data: [{ id: read.id, entityType: 'table', columns: expect.any(Array), tags: [] }] },
      outputPorts: { data: [], paging: { total: 1, limit: 1, offset: 1 } },
    });
    for (const list of ['inputPorts', 'portsView'])
      await catalog.expect(400, 'GET', `/v1/dataProducts/${product.id}/${list}`, undefined, {
        query: { fields: 'owners,colour' },
      });
    expect(await idsOf('outputPorts')).toEqual([offered.id]);
    await change('assets/remove', offered);
    expect(await idsOf('outputPorts')).toEqual([]);
    await change('assets/add', offered);
    await change('outputPorts/add', offered);
    await catalog.expect(200, 'PATCH', `/v1/tables/${offered.id}`, [{ op: 'remove', path: '/dataProducts' }]);
    expect(await idsOf('outputPorts')).toEqual([]);
    await catalog.expect(200, 'PUT', `/v1/dataProducts/name/${product.name}/inputPorts/remove`, {
      assets: [{ id: read.id, type: 'table' }],
    });
    expect(await idsOf('inputPorts')).toEqual([]);
  });

  it('are followed and voted for without a version, with an event', async () => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    const table = await addTable(catalog, fqn);
    const user = await addUser(catalog);
    const path = `/v1/tables/${table.id}`;
    const event = await catalog.expect(200, 'PUT', `${path}/followers`, user.id);
    expect(event).toMatchObject({
      eventType: 'entityUpdated',
      entityId: table.id,
      changeDescription: { fieldsAdded: [{ name: 'followers', newValue: [{ id: user.id, type: 'user' }] }] },
    });
    const fields = { query: { fields: 'followers,votes' } };
    expect(await catalog.expect(200, 'GET', path, undefined, fields)).toMatchObject({
      version: 0.1,
      followers: [{ id: user.id, type: 'user' }],
    });
    await catalog.expect(404, 'PUT', `${path}/followers`, table.id);
    await catalog.expect(400, 'PUT', `${path}/followers`, 'nobody');
    const left = await catalog.expect(200, 'DELETE', `${path}/followers/${user.id}`);
    expect(left.changeDescription.fieldsDeleted).toMatchObject([{ name: 'followers', oldValue: [{ id: user.id }] }]);
    const voter = { id: String(user.id), name: String(user.name), isAdmin: false, isBot: false };
    await catalog.expect(200, 'PUT', `${path}/vote`, { updatedVoteType: 'votedUp' }, { actor: voter });
    const voted = await catalog.expect(200, 'GET', path, undefined, fields);
    expect(voted).toMatchObject({
      followers: [],
      votes: { upVotes: 1, downVotes: 0, upVoters: [{ id: user.id }], downVoters: [] },
    });
    const turned = await catalog.expect(200, 'PUT', `${path}/vote`, { updatedVoteType: 'votedDown' }, { actor: voter });
    expect(turned.changeDescription.fieldsUpdated).toEqual([
      { name: 'votes', oldValue: 'votedUp', newValue: 'votedDown' },
    ]);
    await catalog.expect(200, 'PUT', `${path}/vote`, { updatedVoteType: 'unVoted' }, { actor: voter });
    expect((await catalog.expect(200, 'GET', path, undefined, fields)).votes).toMatchObject({
      upVotes: 0,
      downVotes: 0,
    });
    await catalog.expect(400, 'PUT', `${path}/vote`, { updatedVoteType: 'perhaps' });
  });
});
