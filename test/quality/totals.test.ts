// Totals of tests and suites follow owners and domains of what is above them, also where only these change.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const CASES = '/v1/dataQuality/testCases';
const SUITES = '/v1/dataQuality/testSuites';

forEachSeededStore('totals of tests', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const ok = async (by: Pick<Person, 'send'>, method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await by.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 300)}`).toBeLessThan(300);
    return answer.body;
  };
  /** Total and number of rows of each list. */
  const counts = async (who: Pick<Person, 'send'>) => {
    const found: [number, number][] = [];
    for (const path of [CASES, `${CASES}/search/list`, SUITES, `${SUITES}/search/list`]) {
      const { paging, data } = await ok(who, 'GET', `${path}?limit=1000`);
      found.push([paging.total, data.length]);
    }
    return found;
  };

  it.each([
    ['owners', 'noOwner()', async (who: Person) => [{ id: who.id, type: 'user' }]],
    [
      'domains',
      'noDomain()',
      async (_: Person, made: People) => {
        const body = { name: made.world.unique('area'), domainType: 'Aggregate', description: 'x' };
        return [{ id: (await made.make('/v1/domains', body)).id, type: 'domain' }];
      },
    ],
  ] as const)('follow %s of the schema', async (field, condition, valueFor) => {
    const picky = await people.person([{ effect: 'deny', operations: ['All'], resources: ['all'], condition }]);
    const all = await counts(people);
    const table = await people.table();
    await ok(people, 'POST', CASES, {
      ...{ name: people.world.unique('rows'), entityLink: `<#E::table::${table.fullyQualifiedName}>` },
      ...{ testDefinition: 'tableRowCountToEqual', parameterValues: [{ name: 'value', value: '5' }] },
    });
    const hidden = await counts(picky);
    const value = await valueFor(picky, people);
    await ok(people, 'PATCH', `/v1/databaseSchemas/${table.databaseSchema.id}`, [
      { op: 'add', path: `/${field}`, value },
    ]);
    const shown = await counts(picky);
    expect(hidden.every(([total, rows]) => total === 0 && rows === 0)).toBe(true);
    const everything = await counts(people);
    expect(everything[0]?.[0]).toBe((all[0]?.[0] ?? 0) + 1);
    expect(shown).toEqual(everything);
    await ok(people, 'PATCH', `/v1/databaseSchemas/${table.databaseSchema.id}`, [{ op: 'remove', path: `/${field}` }]);
    expect(await counts(picky)).toEqual(hidden);
  });
});
