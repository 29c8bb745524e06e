// Whoever refers to an entity that they may not see, by id or by name, is answered as if it did not exist: no field of references and
// no label tells that there is one, or what it is called.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityType, Trait } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { type Body, fixtures } from '../contract/fixtures/index.js';
import type { Answer } from '../contract/support/contract-app.js';
import { forEachStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';
/** The types that one person may not see. */
const HIDDEN = [
  ['user', 'tag', 'domain', 'table', 'chart', 'databaseSchema', 'pipeline', 'metric', 'classification', 'persona'],
  [
    'team',
    'glossaryTerm',
    'dataProduct',
    'dashboard',
    'database',
    'databaseService',
    'glossary',
    'container',
    'llmModel',
  ],
];
const label = (tagFQN: string, source: string) => ({ tagFQN, source, labelType: 'Manual', state: 'Confirmed' });

forEachStore('hidden references', (use) => {
  let people: People;
  /** One of each type. */
  const made = new Map<string, Body>();

  beforeAll(async () => {
    people = await openPeople(use());
    for (const type of entityTypes) {
      const create = fixtures.find((fixture) => fixture.type === type.name)?.create;
      if (create) made.set(type.name, await people.make(type.path, await create(`the-${type.name}`, people.world)));
    }
  }, 120_000);
  afterAll(() => people.app.close());

  /** Everything but to view the hidden types. */
  const personWithout = (hidden: readonly string[]) =>
    people.person([{ operations: ['All'] }, { effect: 'deny', operations: ['ViewAll'], resources: hidden }]);

  const patch = (who: Person, type: EntityType, id: string | undefined, field: string, value: unknown) =>
    who.send('PATCH', `${type.path}/${id}`, [{ op: 'add', path: `/${field}`, value }]);

  /** Status and message, without what the request named. */
  const told = ({ status, body }: Answer, named: string) => `${status} ${body?.message?.replaceAll(named, '…')}`;

  async function compare(
    who: Person,
    type: EntityType,
    field: string,
    target: Body,
    hidden: string,
  ): Promise<string[]> {
    const found: string[] = [];
    const id = made.get(type.name)?.id;
    // Some fields hold one reference, most a list.
    for (const shape of [(value: unknown) => [value], (value: unknown) => value]) {
      const ways = [
        [target.id, NOBODY, (value: string) => ({ id: value, type: hidden })],
        [target.id, NOBODY, (value: string) => ({ id: value })],
        [target.fullyQualifiedName, 'no.such.name', (value: string) => ({ fullyQualifiedName: value, type: hidden })],
        [
          target.fullyQualifiedName,
          'no.such.name',
          (value: string) => label(value, hidden === 'tag' ? 'Classification' : 'Glossary'),
        ],
      ] as const;
      for (const [there, missing, refer] of ways) {
        const without = await patch(who, type, id, field, shape(refer(missing)));
        if (without.status !== 404) continue;
        const answers = told(await patch(who, type, id, field, shape(refer(there))), there);
        if (answers !== told(without, missing))
          found.push(
            `${type.name}.${field} ${JSON.stringify(refer(there))}: ${answers}, not ${told(without, missing)}`,
          );
      }
    }
    return found;
  }

  /** Fields that people write, each on the first type that has it. */
  function sampler() {
    const asked = new Map<Trait, number>();
    return (type: EntityType) =>
      (type.traits ?? []).filter((trait) => {
        const times = asked.get(trait) ?? 0;
        asked.set(trait, times + 1);
        return trait.write && times < 1;
      });
  }

  it.each(HIDDEN)('of %s cannot be guessed', { timeout: 240_000 }, async (...hidden) => {
    const who = await personWithout(hidden);
    const found: string[] = [];
    let refused = 0;
    const fresh = sampler();
    for (const type of entityTypes.filter(({ name }) => made.has(name) && !hidden.includes(name))) {
      for (const { field } of fresh(type))
        for (const name of hidden) {
          const target = made.get(name);
          const holder = made.get(type.name);
          if (!target || !holder) continue;
          const probe = { id: NOBODY, type: name };
          const isReference = (await patch(who, type, holder.id, field, [probe])).status === 404;
          const isLabel = /^(tags|certification)$/.test(field) && /^(tag|glossaryTerm)$/.test(name);
          if (!isReference && !isLabel) continue;
          refused += 1;
          found.push(...(await compare(who, type, field, target, name)));
        }
    }
    expect(found).toEqual([]);
    expect(refused).toBeGreaterThan(20);
  });

  it.each(HIDDEN)('of %s hold nothing new', async (...hidden) => {
    const who = await personWithout(hidden);
    const found: string[] = [];
    let refused = 0;
    for (const type of entityTypes) {
      const create = fixtures.find((fixture) => fixture.type === type.name)?.create;
      for (const { field, type: parents } of (create && type.parents) ?? []) {
        const body = await create?.(people.world.unique('new'), people.world);
        const named = body?.[field];
        if (typeof named !== 'string' || ![parents].flat().every((name) => hidden.includes(name))) continue;
        const missing = await who.send('POST', type.path, { ...body, [field]: 'no.such.name' });
        const there = await who.send('POST', type.path, body);
        refused += 1;
        if (told(there, named) !== told(missing, 'no.such.name')) found.push(`${type.name}.${field}: ${there.text}`);
      }
    }
    expect(found).toEqual([]);
    expect(refused).toBeGreaterThan(2);
  });

  it('cannot be guessed by what routes name in their body', async () => {
    const hidden = ['table', 'apiEndpoint', 'databaseService', 'appMarketPlaceDefinition'];
    const who = await personWithout(hidden);
    const fqn = (name: string): string => made.get(name)?.fullyQualifiedName;
    const tag = `/v1/tags/${made.get('tag')?.id}/assets`;
    const stale = (scopeFqn: string) => ({
      scopeEntityType: 'databaseService',
      scopeFqn,
      seenFqns: ['a'],
      dryRun: true,
    });
    const asset = (id: string) => ({ assets: [{ id, type: 'table' }] });
    const collection = { name: 'mine', service: fqn('apiService') };
    const test = (serviceName: string) => ({
      name: people.world.unique('tests'),
      workflowType: 'TEST_CONNECTION',
      request: {
        ...{ serviceType: 'Database', connectionType: 'Mysql', serviceName },
        connection: { config: { type: 'Mysql', username: 'u', hostPort: 'h:1', authType: { password: '*********' } } },
      },
    });
    const bodies: [string, string, string, string, (name: string) => unknown][] = [
      ['PUT', `${tag}/add`, made.get('table')?.id, NOBODY, asset],
      ['PUT', `${tag}/remove`, made.get('table')?.id, NOBODY, asset],
      ['PUT', `/v1/domains/${fqn('domain')}/assets/add`, made.get('table')?.id, NOBODY, asset],
      ['DELETE', '/v1/databases/deleteStale', fqn('databaseService'), 'no.such', stale],
      ['POST', '/v1/apiCollections', fqn('apiEndpoint'), 'a.b.c', (name) => ({ ...collection, apiEndpoints: [name] })],
      ['POST', '/v1/apps', fqn('appMarketPlaceDefinition'), 'nothing', (name) => ({ name, appConfiguration: {} })],
      ['POST', '/v1/automations/workflows', fqn('databaseService'), 'nothing', test],
    ];
    const said = ({ status, text }: Answer, named: string) =>
      `${status} ${text.replaceAll(named, '…').replaceAll(/[0-9a-f-]{36}|tests\d+|\d{13}/g, '')}`;
    for (const [method, path, there, missing, body] of bodies) {
      const without = said(await who.send(method, path, body(missing)), missing);
      expect(said(await who.send(method, path, body(there)), there), `${method} ${path}`).toBe(without);
    }
  });

  it('hide what lies below, whatever else may be done with it', async () => {
    const who = await people.person([
      { operations: ['All'] },
      { effect: 'deny', operations: ['ViewBasic'], resources: ['table', 'persona', 'query'] },
    ]);
    const table = `/v1/tables/${made.get('table')?.id}`;
    const rows = { columns: ['id'], rows: [['1']] };
    const asked: [string, string, unknown?][] = [
      ['GET', `${table}/sampleData`],
      ['PUT', `${table}/sampleData`, rows],
      ['GET', `${table}/tableProfilerConfig`],
      ['GET', `/v1/usage/table/${made.get('table')?.id}`],
      ['GET', `/v1/personas/${made.get('persona')?.id}/aiContext`],
    ];
    for (const [method, path, body] of asked)
      expect((await who.send(method, path, body)).status, `${method} ${path}`).toBe(403);
  });

  it('stay where an administrator set them', async () => {
    const owner = { id: made.get('user')?.id, type: 'user' };
    const tagFQN = made.get('tag')?.fullyQualifiedName;
    const table = await people.table({ owners: [owner], tags: [label(tagFQN, 'Classification')] });
    const who = await people.person([
      { operations: ['All'] },
      { effect: 'deny', operations: ['ViewAll'], resources: ['user', 'tag'] },
    ]);
    const path = `/v1/tables/${table.id}`;
    const whole = (await who.send('GET', `${path}?fields=owners,tags`)).body;
    expect(whole.owners.map(({ id }: Body) => id)).toEqual([owner.id]);
    const more = await who.send('PATCH', path, [
      { op: 'replace', path: '/owners', value: [...whole.owners, { id: who.id, type: 'user' }] },
      { op: 'replace', path: '/tags', value: whole.tags },
    ]);
    expect(more.body).toMatchObject({ owners: [{ id: owner.id }, { id: who.id }], tags: [{ tagFQN }] });
    const { name, columns, databaseSchema } = whole;
    const again = {
      name,
      columns,
      databaseSchema: databaseSchema.fullyQualifiedName,
      tags: whole.tags,
      owners: [owner],
    };
    expect((await who.send('PUT', '/v1/tables', { ...again, description: 'new' })).status).toBe(200);
  });
});
