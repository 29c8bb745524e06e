// Assets of domains: what has the domain, or one below it, itself or from its containers, as reads and searches show it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

forEachSeededStore('assets of domains', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  type Sender = Pick<Person, 'send'>;
  const unique = (name: string) => people.world.unique(name);
  const addDomain = (more: object = {}) =>
    people.make('/v1/domains', { name: unique('domain'), domainType: 'Aggregate', description: 'x', ...more });
  /** A service with a database, a schema and tables. */
  const addService = async (tables: number, more: object = {}) => {
    const service = await people.make('/v1/services/databaseServices', {
      ...{ name: unique('service'), serviceType: 'CustomDatabase', ...more },
    });
    const database = await people.make('/v1/databases', { name: 'sales', service: service.name });
    const schema = await people.make('/v1/databaseSchemas', {
      ...{ name: 'public', database: database.fullyQualifiedName },
    });
    const made: Body[] = [];
    for (let i = 0; i < tables; i++) made.push(await people.table({ databaseSchema: schema.fullyQualifiedName }));
    return { service, database, schema, tables: made };
  };
  const ok = async (who: Sender, method: string, path: string, body?: unknown) => {
    const answer = await who.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(200);
    return answer.body;
  };
  const setDomains = (path: string, ...domains: Body[]) => {
    const value = domains.map(({ id }) => ({ id, type: 'domain' }));
    return ok(people, 'PATCH', path, [{ op: 'add', path: '/domains', value }]);
  };
  const idsOf = (list: readonly Body[]) => list.map(({ id }) => id).sort();
  /** The assets as both lists tell them, and their number as everything tells it. */
  const assetsOf = async ({ id, fullyQualifiedName }: Body, who: Sender = people) => {
    const byId = await ok(who, 'GET', `/v1/domains/${id}/assets?limit=1000`);
    const byName = await ok(who, 'GET', `/v1/domains/name/${fullyQualifiedName}/assets?limit=1000`);
    const counts = await ok(who, 'GET', '/v1/domains/assets/counts');
    expect(byName).toEqual(byId);
    expect([byId.paging.total, counts[String(fullyQualifiedName)]]).toEqual([byId.data.length, byId.data.length]);
    return idsOf(byId.data);
  };

  it('include what lies in a container that has the domain', async () => {
    const domain = await addDomain();
    const { service, database, schema, tables } = await addService(2, { domains: [domain.name] });
    expect(await assetsOf(domain)).toEqual(idsOf([service, database, schema, ...tables]));
    const { data } = await ok(people, 'GET', `/v1/domains/${domain.id}/assets?limit=1000`);
    const { name, fullyQualifiedName } = tables[0] as Body;
    expect(data.find((one: Body) => one.name === name)).toMatchObject({ type: 'table', fullyQualifiedName });
  });

  it('follow the domains of containers and of the entities themselves', async () => {
    const [one, two] = [await addDomain(), await addDomain()];
    const { service, database, schema, tables } = await addService(2);
    const [first, second] = tables as [Body, Body];
    const both = async () => [await assetsOf(one), await assetsOf(two)];
    expect(await both()).toEqual([[], []]);
    await setDomains(`/v1/services/databaseServices/${service.id}`, one);
    expect(await both()).toEqual([idsOf([service, database, schema, first, second]), []]);
    await setDomains(`/v1/databaseSchemas/${schema.id}`, two);
    expect(await both()).toEqual([idsOf([service, database]), idsOf([schema, first, second])]);
    await setDomains(`/v1/tables/${first.id}`, one);
    expect(await both()).toEqual([idsOf([service, database, first]), idsOf([schema, second])]);
    await ok(people, 'DELETE', `/v1/tables/${first.id}`);
    await setDomains(`/v1/databaseSchemas/${schema.id}`);
    expect(await both()).toEqual([idsOf([service, database, schema, second]), []]);
    await setDomains(`/v1/services/databaseServices/${service.id}`);
    expect(await both()).toEqual([[], []]);
  });

  it('include those of subdomains, but no data products', async () => {
    const above = await addDomain();
    const below = await addDomain({ parent: above.name });
    const lowest = await addDomain({ parent: below.fullyQualifiedName });
    const domains = [above, below, lowest];
    const tables: Body[] = [];
    for (const { fullyQualifiedName } of domains) {
      const table = await people.table();
      const assets = [{ id: table.id, type: 'table' }];
      await ok(people, 'PUT', `/v1/domains/${fullyQualifiedName}/assets/add`, { assets, dryRun: false });
      const product = { name: unique('product'), description: 'p', domains: [fullyQualifiedName] };
      await people.make('/v1/dataProducts', product);
      tables.push(table);
    }
    for (const [i, domain] of domains.entries()) expect(await assetsOf(domain)).toEqual(idsOf(tables.slice(i)));
    const limited = await ok(people, 'GET', `/v1/domains/assets/counts?parent=${above.name}`);
    expect(limited).toEqual({ [below.fullyQualifiedName]: 2, [lowest.fullyQualifiedName]: 1 });
  });

  it('are removed where they have the domain', async () => {
    const above = await addDomain();
    const below = await addDomain({ parent: above.name });
    const { service, tables } = await addService(1, { domains: [above.name] });
    const [own, other] = [await people.table(), await people.table()];
    const inherits = tables[0] as Body;
    const change = (domain: Body, verb: string, asset: Body, type = 'table') =>
      people.send('PUT', `/v1/domains/${domain.fullyQualifiedName}/assets/${verb}`, {
        assets: [{ id: asset.id, type }],
      });
    await change(below, 'add', own);
    for (const [asset, reason] of [
      [inherits, 'the asset has the domain from what contains it'],
      [own, 'the asset belongs to a subdomain'],
    ] as const) {
      const { body } = await change(above, 'remove', asset);
      expect(body).toMatchObject({ status: 'failure', failedRequest: [{ status: 400 }] });
      expect(body.failedRequest[0].message).toContain(reason);
    }
    // What is not in the domain at all can be removed as often as anybody likes.
    expect((await change(above, 'remove', other)).body).toMatchObject({ status: 'success' });
    for (const [domain, asset, type] of [
      [below, own, 'table'],
      [above, service, 'databaseService'],
    ] as const)
      expect((await change(domain, 'remove', asset, type)).body).toMatchObject({ status: 'success' });
    expect(await assetsOf(above)).toEqual([]);
  });

  it('are listed page by page, by name', async () => {
    const domain = await addDomain();
    const { tables } = await addService(5, { domains: [domain.name] });
    const names: string[] = [];
    for (let offset = 0; offset < 9; offset += 3) {
      const page = await ok(people, 'GET', `/v1/domains/${domain.id}/assets?limit=3&offset=${offset}`);
      expect(page.paging).toEqual({ total: 8, limit: 3, offset });
      names.push(...page.data.map(({ name }: Body) => name));
    }
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(expect.arrayContaining(tables.map(({ name }) => name)));
    expect(names).toHaveLength(8);
    const behind = await ok(people, 'GET', `/v1/domains/${domain.id}/assets?limit=3&offset=8`);
    expect(behind).toEqual({ data: [], paging: { total: 8, limit: 3, offset: 8 } });
    for (const query of ['limit=0', 'limit=1001', 'offset=-1'])
      expect((await people.send('GET', `/v1/domains/${domain.id}/assets?${query}`)).status, query).toBe(400);
  });

  it('are those that the reader may see', async () => {
    const domain = await addDomain();
    const { tables } = await addService(2, { domains: [domain.name] });
    const [hidden, seen] = tables as [Body, Body];
    const who = await people.person([
      { effect: 'deny', operations: ['All'], resources: ['table'], condition: '!isOwner()' },
      { effect: 'deny', operations: ['All'], resources: ['databaseService', 'database', 'databaseSchema'] },
    ]);
    expect(await assetsOf(domain, who)).toEqual([]);
    const value = [{ id: who.id, type: 'user' }];
    await ok(people, 'PATCH', `/v1/tables/${seen.id}`, [{ op: 'add', path: '/owners', value }]);
    expect(await assetsOf(domain, who)).toEqual([seen.id]);
    expect(await assetsOf(domain)).toContain(hidden.id);
  });

  it('do not show a domain that the reader may not see', async () => {
    const domain = await addDomain();
    const who = await people.person([{ effect: 'deny', operations: ['All'], resources: ['domain'] }]);
    for (const path of [`/v1/domains/${domain.id}/assets`, '/v1/domains/assets/counts'])
      expect((await who.send('GET', path)).status, path).toBe(403);
  });
});
