// Totals of lists that rights restrict by what is inherited or comes with a term follow it, though the listed entities
// themselves stay as they are.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

forEachSeededStore('restricted totals', (use) => {
  let people: People;
  let table: Body;
  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Kept', description: 'x' });
    await people.make('/v1/glossaries', { name: 'Words', description: 'x' });
    table = await people.table();
  });
  afterAll(() => people.app.close());

  const without = (condition: string) =>
    people.person([{ effect: 'deny', operations: ['All'], resources: ['table'], condition }]);
  /** Tables as the total says and as the list shows. */
  const counted = async (who: Person) => {
    const { data, paging } = (await who.send('GET', '/v1/tables?limit=1000')).body;
    const { tableCount } = (await who.send('GET', '/v1/system/entities/count')).body;
    return { shown: data.length, total: paging.total, known: tableCount };
  };
  const everywhere = (count: number) => ({ shown: count, total: count, known: count });
  const patch = async (path: string, field: string, value: unknown) => {
    const answer = await people.send('PATCH', path, [{ op: 'add', path: `/${field}`, value }]);
    expect(answer.status, answer.text).toBe(200);
  };

  it('follow owners and domains of the schema', async () => {
    const [ownerless, domainless] = [await without('noOwner()'), await without('noDomain()')];
    const path = `/v1/databaseSchemas/${table.databaseSchema.id}`;
    const domain = await people.make('/v1/domains', { name: 'area', domainType: 'Aggregate', description: 'x' });
    expect([await counted(ownerless), await counted(domainless)]).toEqual([everywhere(0), everywhere(0)]);
    await patch(path, 'owners', [{ id: ownerless.id, type: 'user' }]);
    expect(await counted(ownerless)).toEqual(everywhere(1));
    await patch(path, 'domains', [{ id: domain.id, type: 'domain' }]);
    expect(await counted(domainless)).toEqual(everywhere(1));
    await patch(path, 'owners', []);
    await patch(path, 'domains', []);
    expect([await counted(ownerless), await counted(domainless)]).toEqual([everywhere(0), everywhere(0)]);
  });

  it('follow the tags of a term, and tags and terms that are removed', async () => {
    for (const name of ['back', 'gone'])
      await people.make('/v1/tags', { name, classification: 'Kept', description: 'x' });
    const term = await people.make('/v1/glossaryTerms', { name: 'pay', glossary: 'Words', description: 'x' });
    const label = { tagFQN: 'Words.pay', source: 'Glossary', labelType: 'Manual', state: 'Confirmed' };
    const tagged = (name: string) => ({ ...label, tagFQN: `Kept.${name}`, source: 'Classification' });
    await patch(`/v1/tables/${table.id}`, 'tags', [label, tagged('gone')]);
    const [byTag, byTerm] = [await without("matchAnyTag('Kept.back')"), await without("matchAnyTag('Words.pay')")];
    const byGone = await without("matchAnyTag('Kept.gone')");
    const all = async () => [await counted(byTag), await counted(byTerm), await counted(byGone)];
    expect(await all()).toEqual([everywhere(1), everywhere(0), everywhere(0)]);
    await patch(`/v1/glossaryTerms/${term.id}`, 'tags', [tagged('back')]);
    expect(await all()).toEqual([everywhere(0), everywhere(0), everywhere(0)]);
    expect((await people.send('DELETE', '/v1/tags/name/Kept.gone?hardDelete=true')).status).toBe(200);
    expect(await all()).toEqual([everywhere(0), everywhere(0), everywhere(1)]);
    await people.send('DELETE', `/v1/glossaryTerms/${term.id}?hardDelete=true`);
    expect(await all()).toEqual([everywhere(1), everywhere(1), everywhere(1)]);
  });
});
