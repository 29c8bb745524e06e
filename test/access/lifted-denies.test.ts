// Who is denied something by a rule with a condition does not change the entity until the condition no longer holds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person, type Rule } from './support/catalog-of-people.js';

forEachSeededStore('lifted denies', (use) => {
  let people: People;
  let tag: Body;
  let other: Body;
  beforeAll(async () => {
    people = await openPeople(use());
    const group = await people.make('/v1/classifications', { name: 'Secrecy', description: 'x' });
    const make = (name: string) => people.make('/v1/tags', { name, classification: group.name, description: 'x' });
    tag = await make('Sensitive');
    other = await make('Other');
  });
  afterAll(() => people.app.close());

  const unique = (name: string) => people.world.unique(name);
  const label = ({ fullyQualifiedName }: Body) => ({
    ...{ tagFQN: fullyQualifiedName, source: 'Classification', labelType: 'Manual', state: 'Confirmed' },
  });
  const ref = ({ id }: Body | Person, type: string) => ({ id, type });
  const patch = (who: Person, table: Body, ...steps: object[]) => who.send('PATCH', `/v1/tables/${table.id}`, steps);
  const editAll: Rule = { operations: ['EditAll', 'ViewAll', 'Create', 'EditOwners'] };
  const denied = (condition: string, resources = ['table'], operations = ['ViewSampleData']) =>
    people.person([editAll, { effect: 'deny', operations, resources, condition }]);
  const byTag = () => denied(`matchAnyTag('${tag.fullyQualifiedName}')`);
  const isDenied = async (who: Person, table: Body) =>
    (await who.send('GET', `/v1/tables/${table.id}/sampleData`)).status === 403;
  const domain = (name: string) =>
    people.make('/v1/domains', { name: unique(name), domainType: 'Aggregate', description: 'x' });
  const container = async (more: object = {}) => {
    const name = unique('tree');
    const service = await people.make('/v1/services/databaseServices', { name, serviceType: 'Postgres' });
    const database = await people.make('/v1/databases', { name: 'd', service: service.name });
    return people.make('/v1/databaseSchemas', { name: 's', database: database.fullyQualifiedName, ...more });
  };

  describe('by tags', () => {
    it('a data consumer does not take the tag away, from the table or from a column', async () => {
      const consumer = await people.person([
        { effect: 'deny', operations: ['ViewSampleData'], condition: `matchAnyTag('${tag.fullyQualifiedName}')` },
      ]);
      const whole = await people.table({ tags: [label(tag), label(other)] });
      const column = await people.table({ columns: [{ name: 'id', dataType: 'INT', tags: [label(tag)] }] });
      const refused = await patch(consumer, whole, { op: 'remove', path: '/tags/0' });
      expect([refused.status, refused.body.message]).toEqual([
        403,
        `Principal: CatalogPrincipal{name='${consumer.name}'} may not end what rule rule 0 of policy of ${consumer.name} denies them: [ViewSampleData] on table ${whole.fullyQualifiedName}`,
      ]);
      expect((await patch(consumer, column, { op: 'remove', path: '/columns/0/tags/0' })).status).toBe(403);
      expect((await patch(consumer, whole, { op: 'remove', path: '/tags/1' })).status).toBe(200);
      expect((await patch(consumer, whole, { op: 'add', path: '/description', value: 'Said' })).status).toBe(200);
      for (const table of [whole, column]) expect(await isDenied(consumer, table)).toBe(true);
      expect((await people.send('PATCH', `/v1/tables/${whole.id}`, [{ op: 'remove', path: '/tags' }])).status).toBe(
        200,
      );
      expect(await isDenied(consumer, whole)).toBe(false);
    });

    it('no other way of writing does it', async () => {
      const who = await byTag();
      const table = await people.table({
        columns: [{ name: 'id', dataType: 'INT', tags: [label(tag)] }],
      });
      const { name } = table;
      const databaseSchema = table.databaseSchema.fullyQualifiedName;
      const columns = [{ name: 'id', dataType: 'INT' }];
      const put = { name, databaseSchema, columns: [{ name: 'mail', dataType: 'INT' }] };
      expect((await who.send('PUT', '/v1/tables', put)).status).toBe(403);
      const bulk = await who.send('PUT', '/v1/tables/bulk', [put]);
      expect(bulk.body.failedRequest).toMatchObject([{ status: 403, message: expect.stringContaining('may not end') }]);
      const at = `/v1/columns/name/${table.fullyQualifiedName}.id?entityType=table`;
      expect((await who.send('PUT', at, { tags: [] })).status).toBe(403);
      expect((await who.send('PUT', '/v1/tables', { ...put, columns })).status).toBe(200);
      expect(await isDenied(who, table)).toBe(true);
      const tagged = await people.table({ tags: [label(tag)] });
      const assets = [ref(tagged, 'table')];
      for (const word of ['remove', 'add']) {
        const { body } = await who.send('PUT', `/v1/tags/${tag.id}/assets/${word}`, { assets, dryRun: false });
        expect(body, word).toMatchObject({ numberOfRowsFailed: word === 'remove' ? 1 : 0 });
      }
      expect(await isDenied(who, tagged)).toBe(true);
    });
  });

  it('by tags of a table: not where they deny its tests', async () => {
    const kept = await people.table({ tags: [label(tag), label(other)] });
    const test = await people.make('/v1/dataQuality/testCases', {
      name: unique('test'),
      entityLink: `<#E::table::${kept.fullyQualifiedName}>`,
      testDefinition: 'tableRowCountToEqual',
      parameterValues: [{ name: 'value', value: '1' }],
    });
    const free = await people.table({ tags: [label(tag)] });
    for (const [type, path] of [
      ['testCase', `testCases/${test.id}`],
      ['testSuite', `testSuites/${test.testSuite.id}`],
    ] as const) {
      const who = await denied(`matchAnyTag('${tag.fullyQualifiedName}')`, [type], ['ViewAll']);
      const isHidden = async () => (await who.send('GET', `/v1/dataQuality/${path}`)).status === 403;
      expect(await isHidden(), type).toBe(true);
      const refused = await patch(who, kept, { op: 'remove', path: '/tags/0' });
      expect([refused.status, refused.body.message], type).toEqual([403, expect.stringContaining('may not end')]);
      expect(await isHidden(), type).toBe(true);
      expect((await patch(who, kept, { op: 'add', path: '/description', value: type })).status).toBe(200);
    }
    const who = await denied(`matchAnyTag('${tag.fullyQualifiedName}')`, ['testCase'], ['ViewAll']);
    expect((await patch(who, free, { op: 'remove', path: '/tags/0' })).status).toBe(200);
    expect((await patch(who, kept, { op: 'remove', path: '/tags/1' })).status).toBe(200);
  });

  it('by certification', async () => {
    const who = await denied(`matchAnyCertification('${tag.fullyQualifiedName}')`);
    const setting = (await people.send('GET', '/v1/system/settings/assetCertificationSettings')).body;
    const table = await people.table();
    const allowed = setting?.config_value?.allowedClassification as string;
    expect(allowed).toBeTruthy();
    const gold = await people.make('/v1/tags', { name: unique('Held'), classification: allowed, description: 'x' });
    const strict = await denied(`matchAnyCertification('${gold.fullyQualifiedName}')`);
    const value = { tagLabel: label(gold) };
    const put = await people.send('PATCH', `/v1/tables/${table.id}`, [{ op: 'add', path: '/certification', value }]);
    expect([put.status, put.text]).toEqual([200, expect.anything()]);
    expect((await patch(strict, table, { op: 'remove', path: '/certification' })).status).toBe(403);
    expect(await isDenied(strict, table)).toBe(true);
    expect((await patch(who, table, { op: 'remove', path: '/certification' })).status).toBe(200);
  });

  describe('by owners', () => {
    it('claiming works as far as no rule denies something to those who own nothing', async () => {
      const own = (who: Person) => ({ op: 'add', path: '/owners', value: [ref(who, 'user')] });
      const free = await byTag();
      const open = await people.table({ tags: [label(tag)] });
      expect((await patch(free, open, own(free))).status).toBe(200);
      for (const condition of ['noOwner()', '!isOwner()']) {
        const who = await denied(condition);
        const table = await people.table();
        expect((await patch(who, table, own(who))).status, condition).toBe(403);
        expect(await isDenied(who, table), condition).toBe(true);
      }
    });

    it('through a team, and through the container', async () => {
      const team = await people.make('/v1/teams', { name: unique('crew'), teamType: 'Group' });
      const rules: Rule = {
        effect: 'deny',
        operations: ['ViewSampleData'],
        resources: ['table'],
        condition: '!isOwner()',
      };
      const who = await people.person([editAll, rules], { teams: [team.id] });
      const schema = await container();
      const table = await people.table({ databaseSchema: schema.fullyQualifiedName });
      const add = (asset: Body, type: string) =>
        who.send('PUT', `/v1/teams/${team.name}/assets/add`, { assets: [ref(asset, type)], dryRun: false });
      expect((await add(table, 'table')).body).toMatchObject({ numberOfRowsFailed: 1 });
      expect((await add(schema, 'databaseSchema')).body).toMatchObject({ numberOfRowsFailed: 1 });
      const step = { op: 'add', path: '/owners', value: [ref(who, 'user')] };
      const refused = await who.send('PATCH', `/v1/databaseSchemas/${schema.id}`, [step]);
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('on an entity below')]);
      expect(await isDenied(who, table)).toBe(true);
      const stranger = await people.person([]);
      const others = { op: 'add', path: '/owners', value: [ref(stranger, 'user')] };
      expect((await who.send('PATCH', `/v1/databaseSchemas/${schema.id}`, [others])).status).toBe(200);
    });
  });

  it('by domains: of the table, of its schema, and of the assets of a domain', async () => {
    const who = await denied('!hasDomain()');
    const foreign = await domain('Foreign');
    const inside = { domains: [foreign.fullyQualifiedName] };
    const table = await people.table(inside);
    expect((await patch(who, table, { op: 'remove', path: '/domains' })).status).toBe(403);
    const assets = [ref(table, 'table')];
    const { body } = await who.send('PUT', `/v1/domains/${foreign.name}/assets/remove`, { assets, dryRun: false });
    expect(body).toMatchObject({ numberOfRowsFailed: 1 });
    const schema = await container(inside);
    const below = await people.table({ databaseSchema: schema.fullyQualifiedName });
    const leave = [{ op: 'remove', path: '/domains' }];
    expect((await who.send('PATCH', `/v1/databaseSchemas/${schema.id}`, leave)).status).toBe(403);
    for (const one of [table, below]) expect(await isDenied(who, one)).toBe(true);
    // A table with the domain of its own keeps the deny, whatever its schema does.
    const kept = await container(inside);
    await people.table({
      databaseSchema: kept.fullyQualifiedName,
      domains: [(await domain('Mine')).fullyQualifiedName],
    });
    expect((await who.send('PATCH', `/v1/databaseSchemas/${kept.id}`, leave)).status).toBe(200);
    expect((await people.send('PATCH', `/v1/tables/${table.id}`, leave)).status).toBe(200);
  });

  it('by domains: not by deleting one, above or below', async () => {
    const rule: Rule = {
      effect: 'deny',
      operations: ['ViewSampleData'],
      resources: ['table'],
      condition: '!hasDomain()',
    };
    const who = await people.person([{ operations: ['All'] }, rule]);
    const outer = await domain('Outer');
    const inner = await people.make('/v1/domains', {
      ...{ name: unique('Inner'), domainType: 'Aggregate', description: 'x', parent: outer.fullyQualifiedName },
    });
    const schema = await container({ domains: [inner.fullyQualifiedName] });
    const table = await people.table({ databaseSchema: schema.fullyQualifiedName });
    for (const one of [inner, outer]) {
      const refused = await who.send('DELETE', `/v1/domains/${one.id}?hardDelete=true&recursive=true`);
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('may not end what rule')]);
    }
    expect(await isDenied(who, table)).toBe(true);
    const empty = await domain('Empty');
    expect((await who.send('DELETE', `/v1/domains/${empty.id}?hardDelete=true`)).status).toBe(200);
  });
});
