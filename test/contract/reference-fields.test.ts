// Whatever an entity refers to is decided, completed and hidden by what owns the field. A field that nothing owns would be stored as
// a client sent it: names that were never true, entities that never were, and those that a reader may not see.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../contract/index.js';
import { createSchemaStore } from '../../contract/schema-store.js';
import { entityTypes } from '../../src/entities/index.js';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import { forEachSeededStore } from '../support/stores.js';

const REFERENCES = ['cairn:type/entityReference', 'cairn:type/entityReferenceList'];
const LABELS = ['cairn:type/tagLabel'];
/** Fields whose references need no completion. */
const COMPLETE: Readonly<Record<string, readonly string[]>> = {
  appMarketPlaceDefinition: ['eventSubscriptions'], // requests, kept as they were written
  workflow: ['request'], // the same
  type: ['customProperties'], // kinds of properties, which never change
};

const schemas = createSchemaStore(fileURLToPath(new URL('../../contract/schemas', import.meta.url)));

/** Paths of the members that have one of these schemas, without the paths inside of them. */
function pathsTo(wanted: readonly string[], key: string): string[][] {
  const search = (schema: JsonSchema, path: string[], within: readonly string[]): string[][] => {
    const { $ref, items, properties = {}, anyOf = [], allOf = [] } = schema;
    if ($ref !== undefined) {
      if (wanted.includes($ref)) return [path];
      if (within.includes($ref) || REFERENCES.includes($ref)) return [];
      return search(schemas.resolve({ $ref }), path, [...within, $ref]);
    }
    const inner = [...(items ? [items] : []), ...anyOf, ...allOf].flatMap((one) => search(one, path, within));
    const members = Object.entries(properties).flatMap(([name, one]) => search(one, [...path, name], within));
    return [...inner, ...members];
  };
  return search(schemas.schema(key), [], []);
}

describe.each(entityTypes)('$name', (type) => {
  const handled = new Set<string>([
    ...(type.traits ?? []).map(({ field }) => field),
    ...(type.parents ?? []).map(({ field }) => field),
    ...(type.readOnly ?? []),
    ...(type.transient ?? []),
    ...(COMPLETE[type.name] ?? []),
  ]);

  it('has no references, not even inside of fields, that no trait, parent or `references` handles', () => {
    if (type.create === null && type.without?.includes('patch')) return;
    const inner = new Set((type.references ?? []).map((one) => `${one.in} ${one.field}`));
    const unhandled = pathsTo(REFERENCES, type.schema).filter(
      (path) => !handled.has(path[0] ?? '') && !inner.has(`${path[0]} ${path.at(-1)}`),
    );
    expect(unhandled.map((path) => path.join('.'))).toEqual([]);
  });

  it('has no part with tags that is not declared as `tagged`', () => {
    for (const { path, tagged = false } of type.parts ?? []) {
      const labels = pathsTo(LABELS, type.schema).map((labelled) => labelled.join('.'));
      expect([path, tagged]).toEqual([path, labels.includes(`${path}.tags`)]);
    }
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

  it('are resolved for owners of metrics of columns, and left out once those are deleted', async () => {
    const name = people.world.unique('storage').replace('/', '-');
    const service = await people.make('/v1/services/storageServices', { name, serviceType: 'S3' });
    const person = people.world.unique('metrics').replace('/', '-').toLowerCase();
    const owner = await people.make('/v1/users', { name: person, email: `${person}@example.com` });
    const bucket = (ownerId: string) => {
      const owners = [{ id: ownerId, type: 'user', name: 'Not its name' }];
      const columns = [{ name: 'a', dataType: 'INT', customMetrics: [{ name: 'm', expression: 'count(a)', owners }] }];
      return { name: 'bucket', service: service.fullyQualifiedName, dataModel: { columns } };
    };
    const refused = await people.send('POST', '/v1/containers', bucket('01a224a4-d2cc-7599-b93b-c0c4c0245510'));
    expect(refused.status).toBe(404);
    const { id } = await people.make('/v1/containers', bucket(owner.id));
    const named = async () => {
      const { dataModel } = (await people.send('GET', `/v1/containers/${id}?fields=dataModel`)).body;
      return (dataModel.columns[0].customMetrics[0].owners ?? []).map((one: { name: string }) => one.name);
    };
    expect(await named()).toEqual([person]);
    await people.send('DELETE', `/v1/users/${owner.id}?hardDelete=true`);
    expect(await named()).toEqual([]);
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
