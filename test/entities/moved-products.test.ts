// What belongs to a data product goes with it to another domain.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openPeople, type People, type Person, type Rule } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const EDITS: Rule = { operations: ['ViewAll', 'EditAll'] };

forEachSeededStore('moved data products', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const ok = async (method: string, path: string, body?: unknown, who: Pick<Person, 'send'> = people) => {
    const answer = await who.send(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const addDomain = () =>
    people.make('/v1/domains', { name: people.world.unique('domain'), domainType: 'Aggregate', description: 'x' });
  const table = ({ id }: Body) => ok('GET', `/v1/tables/${id}?fields=domains,dataProducts`);
  const domainsOf = async (asset: Body) => (await table(asset)).domains.map(({ id }: Body) => id);
  const foundIn = async ({ fullyQualifiedName }: Body) => {
    const filter = { query: { term: { 'domains.fullyQualifiedName': fullyQualifiedName } } };
    const path = `/v1/search/query?index=table&size=200&q=*&query_filter=${encodeURIComponent(JSON.stringify(filter))}`;
    return (await ok('GET', path)).hits.hits.map(({ _id }: Body) => _id).sort();
  };
  const moveTo = ({ id }: Body, domains: readonly Body[]) =>
    [
      `/v1/dataProducts/${id}`,
      [{ op: 'replace', path: '/domains', value: domains.map((domain) => ({ id: domain.id, type: 'domain' })) }],
    ] as const;
  const move = (product: Body, ...domains: Body[]) => ok('PATCH', ...moveTo(product, domains));

  async function productIn(domain: Body, assets: readonly Body[]) {
    const product = await people.make('/v1/dataProducts', {
      ...{ name: people.world.unique('product'), description: 'x', domains: [domain.fullyQualifiedName] },
    });
    const body = { assets: assets.map(({ id }) => ({ id, type: 'table' })) };
    expect(await ok('PUT', `/v1/dataProducts/${product.name}/assets/add`, body)).toMatchObject({ status: 'success' });
    return product;
  }

  it('lose assets that leave their domain by themselves', async () => {
    const [from, to] = [await addDomain(), await addDomain()];
    const body = { name: people.world.unique('part'), domainType: 'Aggregate', description: 'x' };
    const part = await people.make('/v1/domains', { ...body, parent: from.fullyQualifiedName });
    const productsAfter = async (change: (asset: Body) => Promise<unknown>) => {
      const asset = await people.table({ domains: [from.fullyQualifiedName] });
      const [stays, leaves] = [await productIn(to, [asset]), await productIn(from, [asset])];
      await change(asset);
      const ids = (await table(asset)).dataProducts.map(({ id }: Body) => id);
      return { stays: ids.includes(stays.id), leaves: !ids.includes(leaves.id) };
    };
    const assign = (asset: Body, ...domains: Body[]) =>
      ok('PATCH', `/v1/tables/${asset.id}`, [
        { op: 'add', path: '/domains', value: domains.map(({ id }) => ({ id, type: 'domain' })) },
      ]);
    const list = (verb: string, domain: Body) => (asset: Body) =>
      ok('PUT', `/v1/domains/${domain.fullyQualifiedName}/assets/${verb}`, {
        assets: [{ id: asset.id, type: 'table' }],
      });
    const put = ({ name, databaseSchema, columns }: Body) =>
      ok('PUT', '/v1/tables', {
        ...{ name, columns, databaseSchema: databaseSchema.fullyQualifiedName },
        domains: [to.fullyQualifiedName],
      });
    const left = { stays: true, leaves: true };
    expect(await productsAfter((asset) => assign(asset, to))).toEqual(left);
    expect(await productsAfter((asset) => assign(asset))).toEqual(left);
    expect(await productsAfter(list('add', to))).toEqual(left);
    expect(await productsAfter(list('remove', from))).toEqual(left);
    expect(await productsAfter(put)).toEqual(left);
    const kept = { stays: true, leaves: false };
    expect(await productsAfter((asset) => assign(asset, from, to))).toEqual(kept);
    expect(await productsAfter((asset) => assign(asset, part))).toEqual(kept);
    expect(await productsAfter(list('add', part))).toEqual(kept);
  });

  it('take their assets from the domains that they leave to those that they enter', async () => {
    const [from, to, other] = [await addDomain(), await addDomain(), await addDomain()];
    const [inside, elsewhere, nowhere] = [
      await people.table({ domains: [from.fullyQualifiedName] }),
      await people.table({ domains: [other.fullyQualifiedName] }),
      await people.table(),
    ];
    const product = await productIn(from, [inside, elsewhere, nowhere]);
    const before = await table(inside);
    await move(product, to);
    expect(await table(inside)).toMatchObject({
      version: before.version,
      domains: [{ id: to.id, fullyQualifiedName: to.fullyQualifiedName }],
      dataProducts: [{ id: product.id }],
    });
    expect(await domainsOf(elsewhere)).toEqual([other.id, to.id]);
    expect(await domainsOf(nowhere)).toEqual([to.id]);
    expect(await foundIn(to)).toEqual([inside, elsewhere, nowhere].map(({ id }) => id).sort());
    expect(await foundIn(from)).toEqual([]);
    await ok('PATCH', `/v1/dataProducts/${product.id}`, [{ op: 'add', path: '/description', value: 'y' }]);
    expect(await domainsOf(elsewhere)).toEqual([other.id, to.id]);
    await move(product);
    expect(await domainsOf(elsewhere)).toEqual([other.id]);
    expect(await domainsOf(nowhere)).toEqual([]);
  });

  it('take along assets that inherit their domain, and leave input ports where they are', async () => {
    const [from, to] = [await addDomain(), await addDomain()];
    const heir = await people.table();
    const schemaId = (await table(heir)).databaseSchema.id;
    await ok('PATCH', `/v1/databaseSchemas/${schemaId}`, [
      { op: 'add', path: '/domains', value: [{ id: from.id, type: 'domain' }] },
    ]);
    const product = await productIn(from, [heir]);
    const read = await people.table({ domains: [from.fullyQualifiedName] });
    const ports = { assets: [{ id: read.id, type: 'table' }] };
    await ok('PUT', `/v1/dataProducts/${product.name}/inputPorts/add`, ports);
    await move(product, to);
    expect((await table(heir)).domains).toMatchObject([{ id: to.id }]);
    expect((await table(heir)).domains[0]).not.toHaveProperty('inherited');
    expect(await domainsOf(read)).toEqual([from.id]);
  });

  it('stay where the actor may not edit one of their assets', async () => {
    const [from, to] = [await addDomain(), await addDomain()];
    const [open, closed] = [
      await people.table({ domains: [from.fullyQualifiedName] }),
      await people.table({ domains: [from.fullyQualifiedName], owners: [] }),
    ];
    const product = await productIn(from, [open, closed]);
    const steward = await people.person([EDITS]);
    const owner = await people.person([
      { ...EDITS, resources: ['dataProduct', 'domain'] },
      { ...EDITS, resources: ['table'], condition: 'isOwner()' },
    ]);
    await ok('PATCH', `/v1/tables/${open.id}`, [
      { op: 'add', path: '/owners', value: [{ id: owner.id, type: 'user' }] },
    ]);
    const refused = await owner.send('PATCH', ...moveTo(product, [to]));
    expect(refused).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('on some assets of data product') },
    });
    expect([await domainsOf(open), await domainsOf(closed)]).toEqual([[from.id], [from.id]]);
    expect((await ok('GET', `/v1/dataProducts/${product.id}?fields=domains`)).domains).toMatchObject([{ id: from.id }]);
    await ok('PATCH', ...moveTo(product, [to]), steward);
    expect([await domainsOf(open), await domainsOf(closed)]).toEqual([[to.id], [to.id]]);
    expect(await table(closed)).toMatchObject({ updatedBy: steward.name });
  });

  it('take many assets along in a job, and end in the domain that they were moved to last', async () => {
    const [from, over, to] = [await addDomain(), await addDomain(), await addDomain()];
    const tables: Body[] = [];
    for (let i = 0; i < 51; i++) tables.push(await people.table({ domains: [from.fullyQualifiedName] }));
    const product = await productIn(from, tables);
    await move(product, over);
    await move(product, to);
    const ids = tables.map(({ id }) => id).sort();
    await vi.waitFor(async () => expect(await foundIn(to)).toEqual(ids), { timeout: 30_000, interval: 200 });
    await vi.waitFor(async () => expect(await foundIn(over)).toEqual([]), { timeout: 30_000, interval: 200 });
    expect(await foundIn(from)).toEqual([]);
    const jobs = (await ok('GET', '/v1/jobs?limit=10')).data.filter(
      ({ kind }: Body) => kind === 'dataProduct.moveAssets',
    );
    expect(jobs).toMatchObject([{ progress: { total: 51 } }, { progress: { total: 51 } }]);
  });
});
