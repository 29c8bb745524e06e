// Whatever an entity refers to is decided, completed and hidden by what owns the field. A field that nothing owns would be stored as
// a client sent it: names that were never true, entities that never were, and those that a reader may not see.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import { forEachSeededStore } from '../support/stores.js';

interface Schema {
  properties: Record<string, { $ref?: string; items?: { $ref?: string } }>;
}

const REFERENCES = ['cairn:type/entityReference', 'cairn:type/entityReferenceList'];

describe.each(entityTypes)('$name', (type) => {
  it('has no field of references that nothing owns', () => {
    if (type.create === null && type.without?.includes('patch')) return;
    const file = new URL(`../../contract/schemas/${type.schema}.json`, import.meta.url);
    const { properties } = JSON.parse(readFileSync(file, 'utf8')) as Schema;
    const references = Object.keys(properties).filter((field) => {
      const { $ref, items } = properties[field] ?? {};
      return [$ref, items?.$ref].some((ref) => ref !== undefined && REFERENCES.includes(ref));
    });
    const owned = new Set<string>([
      ...(type.traits ?? []).map(({ field }) => field),
      ...(type.parents ?? []).map(({ field }) => field),
      ...(type.references ?? []).filter((one) => one.field === one.in).map((one) => one.in),
      ...(type.readOnly ?? []),
      ...(type.transient ?? []),
    ]);
    expect(references.filter((field) => !owned.has(field))).toEqual([]);
  });
});

forEachSeededStore('references in fields of their own', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  it('name what there is, follow it, and are hidden with it', async () => {
    const domain = await people.make('/v1/domains', {
      ...{ name: people.world.unique('Domain'), domainType: 'Aggregate', description: 'd' },
    });
    const product = async (more: object = {}) => {
      const body = { name: people.world.unique('product').replace('/', '-'), description: 'p' };
      return people.make('/v1/dataProducts', { ...body, domains: [domain.fullyQualifiedName], ...more });
    };
    const [source, hidden] = [
      await product(),
      await product({ tags: [{ tagFQN: 'PII.Sensitive', source: 'Classification' }] }),
    ];
    const { id } = await product();
    const path = `/v1/dataProducts/${id}`;
    const set = (value: object[]) => people.send('PATCH', path, [{ op: 'add', path: '/consumesFrom', value }]);
    const ref = (of: string, more: object = {}) => ({ id: of, type: 'dataProduct', ...more });
    const missing = await set([ref('01a224a4-d2cc-7599-b93b-c0c4c0245510')]);
    expect([missing.status, missing.body.message]).toEqual([
      404,
      'consumesFrom: dataProduct instance for 01a224a4-d2cc-7599-b93b-c0c4c0245510 not found',
    ]);
    expect((await set([ref(source.id, { name: 'Not its name' }), ref(hidden.id)])).status).toBe(200);
    const names = async (send = people.send) =>
      ((await send('GET', path)).body.consumesFrom ?? []).map(({ name }: { name: string }) => name);
    expect(await names()).toEqual([source.name, hidden.name]);
    const narrow = await people.person([
      { effect: 'deny', operations: ['All'], resources: ['dataProduct'], condition: "matchAnyTag('PII.Sensitive')" },
    ]);
    expect(await names(narrow.send)).toEqual([source.name]);
    for (const at of ['', '/versions', '/versions/0.2'])
      expect((await narrow.send('GET', `${path}${at}`)).text).not.toContain(hidden.name);
    const rename = [{ op: 'replace', path: '/name', value: `${source.name}-renamed` }];
    expect((await people.send('PATCH', `/v1/dataProducts/${source.id}`, rename)).status).toBe(200);
    expect(await names()).toEqual([`${source.name}-renamed`, hidden.name]);
    await people.send('DELETE', `/v1/dataProducts/${source.id}?hardDelete=true`);
    expect(await names()).toEqual([hidden.name]);
  });

  it('are refused where they name nothing, and left out where the server alone sets them', async () => {
    const name = people.world.unique('service').replace('/', '-');
    const runner = { id: '01a224a4-d2cc-7599-b93b-c0c4c0245510', type: 'ingestionRunner' };
    const body = { name, serviceType: 'Postgres', ingestionRunner: runner };
    expect((await people.send('POST', '/v1/services/databaseServices', body)).status).toBe(404);
    const team = await people.make('/v1/teams', {
      name: people.world.unique('team').replace('/', '-'),
      teamType: 'Group',
    });
    const step = [{ op: 'add', path: '/descendantTeams', value: [{ id: team.id, type: 'team' }] }];
    const answer = await people.send('PATCH', `/v1/teams/${team.id}`, step);
    expect([answer.status, answer.body.descendantTeams, answer.body.version]).toEqual([200, undefined, 0.1]);
  });
});
