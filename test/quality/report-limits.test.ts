// Reports do a bounded amount of work, and let other requests go on meanwhile.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const CASES = '/v1/dataQuality/testCases';
const REPORT = '/v1/dataQuality/testSuites/dataQualityReport';
const TAGS = 40;
const byName = 'bucketName=name:aggType=terms:field=name';

forEachSeededStore('reports', (use) => {
  let people: People;
  let who: Person;
  let test: Body;

  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Many', description: 'Tags' });
    const names = Array.from({ length: TAGS }, (_, n) => `T${n}`);
    for (const name of names) await people.make('/v1/tags', { name, classification: 'Many', description: name });
    const table = await people.table();
    const label = { source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    test = await people.make(CASES, {
      ...{ name: 'counted', entityLink: `<#E::table::${table.fullyQualifiedName}>` },
      ...{ testDefinition: 'tableRowCountToEqual', parameterValues: [{ name: 'value', value: '5' }] },
      tags: names.map((name) => ({ ...label, tagFQN: `Many.${name}` })),
    });
    who = await people.person([]);
  });
  afterAll(() => people.app.close());

  const batch = (requests: object[], send = who.send) => send('POST', `${REPORT}/batch`, { requests });
  const asked = (q?: object, aggregationQuery = byName) => ({
    ...{ key: 'a', index: 'testCase', aggregationQuery },
    ...(q === undefined ? {} : { q: JSON.stringify({ query: q }) }),
  });
  const errorOf = async (q?: object, aggregationQuery?: string): Promise<string | null> => {
    const { status, body } = await batch([asked(q, aggregationQuery)]);
    expect(status).toBe(200);
    return body.results[0].error ?? null;
  };

  it('are made 200 at a time', async () => {
    expect((await batch(Array(200).fill(asked()))).body.results).toHaveLength(200);
    expect((await batch(Array(201).fill(asked()))).status).toBe(400);
  });

  it('let others go on', async () => {
    const term = { wildcard: { name: '*a*b*c*' } };
    let isMade = false;
    const making = batch(Array(200).fill(asked({ bool: { should: Array(250).fill(term) } }))).then((answer) => {
      isMade = true;
      return answer;
    });
    for (let n = 0; n < 5; n++) expect((await who.send('GET', '/v1/system/version')).status).toBe(200);
    expect(isMade).toBe(false);
    expect((await making).status).toBe(200);
  });

  it('take queries of some size', async () => {
    const term = { term: { name: 'counted' } };
    expect(await errorOf({ bool: { should: Array(250).fill(term) } })).toBeNull();
    expect(await errorOf({ bool: { should: Array(300).fill(term) } })).toContain('256 clauses');
    expect(await errorOf({ term: { ['a.'.repeat(200)]: 'x' } })).toContain('field');
    expect(await errorOf(undefined, `bucketName=a:aggType=terms:field=${'a.'.repeat(200)}`)).toContain('field');
    const wild = await batch([asked({ wildcard: { name: `c${'*'.repeat(50_000)}d` } })]);
    expect(wild.body.results[0].report.data).toEqual([{ name: 'counted', document_count: '1' }]);
  });

  it('do not multiply the values of lists', { timeout: 180_000 }, async () => {
    const levels = (count: number) =>
      Array.from({ length: count }, (_, n) => `bucketName=b${n}:aggType=terms:field=tags.tagFQN`).join(',');
    const { body } = await batch([asked({ term: { id: test.id } }, levels(1))]);
    expect(body.results[0].report.data).toHaveLength(TAGS);
    expect(await errorOf(undefined, levels(5))).toContain('too many');
  });
});
