// Test cases show the labels of their tables and columns, as far as these tell about what they test.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const CASES = '/v1/dataQuality/testCases';

forEachSeededStore('labels of tested tables', (use) => {
  let people: People;
  let table: Body;
  let term: Body;
  const cases: Record<string, Body> = {};

  const label = (tagFQN: string, source = 'Classification') => ({
    ...{ tagFQN, source, labelType: 'Manual', state: 'Confirmed' },
  });
  const unique = (name: string) => people.world.unique(name);
  const labelsOf = async (test?: Body) =>
    ((await people.send('GET', `${CASES}/${test?.id}?fields=tags`)).body.tags as Body[]).map(
      ({ tagFQN, labelType }) => `${tagFQN} ${labelType}`,
    );
  const addCase = (column: string) =>
    people.make(CASES, {
      name: unique('case'),
      entityLink: `<#E::table::${table.fullyQualifiedName}${column === '' ? '' : `::columns::${column}`}>`,
      testDefinition: column === '' ? 'tableRowCountToEqual' : 'columnValuesToBeNotNull',
      parameterValues: column === '' ? [{ name: 'value', value: '5' }] : [],
    });
  const patch = async (path: string, ...steps: object[]) => {
    const answer = await people.send('PATCH', path, steps);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  beforeAll(async () => {
    people = await openPeople(use());
    const glossary = await people.make('/v1/glossaries', { name: unique('Words'), description: 'x' });
    term = await people.make('/v1/glossaryTerms', {
      ...{ name: 'Address', description: 'x', glossary: glossary.name },
      tags: [label('PII.NonSensitive')],
    });
    table = await people.table({
      tags: [label('Tier.Tier1')],
      columns: [
        { name: 'id', dataType: 'BIGINT' },
        { name: 'e.mail', dataType: 'STRING', tags: [label('PersonalData.Personal')] },
        {
          ...{ name: 'home', dataType: 'STRUCT', tags: [label('PII.Sensitive')] },
          children: [{ name: 'street', dataType: 'STRING', tags: [label(term.fullyQualifiedName, 'Glossary')] }],
        },
      ],
    });
    for (const column of ['', 'id', 'e.mail', 'home.street']) cases[column] = await addCase(column);
  });
  afterAll(() => people.app.close());

  it('are shown on the cases of the table and of the column', async () => {
    expect(await labelsOf(cases[''])).toEqual(['Tier.Tier1 Derived']);
    expect(await labelsOf(cases.id)).toEqual(['Tier.Tier1 Derived']);
    expect(await labelsOf(cases['e.mail'])).toEqual(['Tier.Tier1 Derived', 'PersonalData.Personal Derived']);
    const street = ['Tier.Tier1 Derived', `${term.fullyQualifiedName} Derived`, 'PII.NonSensitive Derived'];
    expect(await labelsOf(cases['home.street'])).toEqual(street);
    const { data } = (
      await people.send('GET', `${CASES}?fields=tags&entityLink=${encodeURIComponent(String(cases.id?.entityLink))}`)
    ).body;
    expect(data.map(({ tags }: Body) => tags.length)).toEqual([1]);
  });

  it('find exactly those cases', async () => {
    const found = async (query: string) => {
      const answer = await people.send('GET', `${CASES}/search/list?limit=100&${query}`);
      expect(answer.status, answer.text).toBe(200);
      const { data, paging } = answer.body;
      expect(paging.total).toBe(data.length);
      const ids = Object.values(cases).map(({ id }) => id);
      return data.map(({ id }: Body) => id).filter((id: string) => ids.includes(id));
    };
    const ids = (...columns: string[]) => columns.map((column) => cases[column]?.id);
    expect(new Set(await found('tier=Tier.Tier1'))).toEqual(new Set(ids('', 'id', 'e.mail', 'home.street')));
    expect(await found('tags=PersonalData.Personal')).toEqual(ids('e.mail'));
    expect(await found('tags=PII.NonSensitive,PII.Sensitive&tier=Tier.Tier1')).toEqual(ids('home.street'));
    expect(await found('tags=PersonalData.Personal&tier=Tier.Tier2')).toEqual([]);
  });

  it('are left out where the case has one that excludes them', async () => {
    const group = await people.make('/v1/classifications', {
      ...{ name: unique('Level'), description: 'x', mutuallyExclusive: true },
    });
    for (const name of ['Low', 'High'])
      await people.make('/v1/tags', { name, description: 'x', classification: group.name });
    const columns = [{ name: 'id', dataType: 'INT', tags: [label(`${group.name}.High`)] }];
    const tested = await people.table({ tags: [label(`${group.name}.Low`), label('Tier.Tier1')], columns });
    const create = {
      ...{ testDefinition: 'columnValuesToBeNotNull', parameterValues: [] },
      entityLink: `<#E::table::${tested.fullyQualifiedName}::columns::id>`,
    };
    const [none, high] = [
      await people.make(CASES, { ...create, name: unique('case') }),
      await people.make(CASES, { ...create, name: unique('case'), tags: [label(`${group.name}.High`)] }),
    ];
    expect(await labelsOf(none)).toEqual([`${group.name}.Low Derived`, 'Tier.Tier1 Derived']);
    expect(await labelsOf(high)).toEqual([`${group.name}.High Manual`, 'Tier.Tier1 Derived']);
  });

  it('belong to the table: an edit of a case neither takes nor stores them', async () => {
    const test = await addCase('e.mail');
    const path = `${CASES}/${test.id}`;
    const edited = await patch(path, { op: 'add', path: '/description', value: 'Everybody has an address' });
    expect(edited.changeDescription.fieldsAdded.map(({ name }: Body) => name)).toEqual(['description']);
    const added = await patch(path, { op: 'add', path: '/tags/-', value: label('PersonalData.Personal') });
    expect(added.tags.map(({ tagFQN, labelType }: Body) => [tagFQN, labelType])).toEqual([
      ['PersonalData.Personal', 'Manual'],
      ['Tier.Tier1', 'Derived'],
    ]);
    await patch(`/v1/tables/${table.id}`, { op: 'replace', path: '/tags', value: [label('Tier.Tier2')] });
    expect(await labelsOf(test)).toEqual(['PersonalData.Personal Manual', 'Tier.Tier2 Derived']);
    await patch(`/v1/tables/${table.id}`, { op: 'replace', path: '/tags', value: [] });
    expect(await labelsOf(test)).toEqual(['PersonalData.Personal Manual']);
    await patch(path, { op: 'remove', path: '/tags/0' });
    expect(await labelsOf(test)).toEqual(['PersonalData.Personal Derived']);
  });
});
