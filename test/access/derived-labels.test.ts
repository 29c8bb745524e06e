// Rules by tags and reviewers count what an entity has through its terms and containers, wherever they are applied.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

forEachSeededStore('rules by what is derived', (use) => {
  let people: People;
  let term: Body;
  let table: Body;
  let open: Body;

  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Kept', description: 'x' });
    await people.make('/v1/tags', { name: 'Back', classification: 'Kept', description: 'x' });
    await people.make('/v1/glossaries', { name: 'Words', description: 'x' });
    term = await people.make('/v1/glossaryTerms', {
      name: 'salary',
      glossary: 'Words',
      description: 'x',
      tags: [back],
    });
    const tags = [{ tagFQN: 'Words.salary', source: 'Glossary' }];
    table = await people.table({ columns: [{ name: 'pay', dataType: 'INT', tags }] });
    open = await people.table();
  });
  afterAll(() => people.app.close());

  const back = { tagFQN: 'Kept.Back', source: 'Classification' };
  const rules = [
    { operations: ['ViewAll', 'EditAll'] },
    { effect: 'deny', operations: ['All'], resources: ['table'], condition: "matchAnyTag('Kept.Back')" },
  ] as const;
  const seen = async (who: Person) => {
    const list = await who.send('GET', '/v1/tables?limit=1000');
    const search = await who.send('GET', '/v1/search/query?q=*&index=table_search_index&size=100');
    const found = search.body.hits.hits.map((hit: Body) => hit._source.id);
    return {
      get: (await who.send('GET', `/v1/tables/${table.id}`)).status,
      list: list.body.data.some(({ id }: Body) => id === table.id),
      search: found.includes(table.id),
      open: found.includes(open.id),
    };
  };

  it('hide what has the tag through a term, and show it when the term loses the tag', async () => {
    const who = await people.person(rules, { isBot: true });
    expect(await seen(who)).toEqual({ get: 403, list: false, search: false, open: true });
    const path = `/v1/glossaryTerms/${term.id}`;
    const remove = [{ op: 'remove', path: '/tags/0' }];
    const refused = await who.send('PATCH', path, remove);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining('may not end what rule rule 1'),
    ]);
    expect((await who.send('PATCH', path, [{ op: 'add', path: '/displayName', value: 'Pay' }])).status).toBe(200);
    expect((await people.send('PATCH', path, remove)).status).toBe(200);
    expect(await seen(who)).toEqual({ get: 200, list: true, search: true, open: true });
    expect((await people.send('PATCH', path, [{ op: 'add', path: '/tags', value: [back] }])).status).toBe(200);
    expect(await seen(who)).toEqual({ get: 403, list: false, search: false, open: true });
  });

  it('find it by the tag', async () => {
    const query = `/v1/search/query?q=${encodeURIComponent('tags.tagFQN:"Kept.Back"')}&index=table_search_index&size=10`;
    const { body } = await people.send('GET', query);
    expect(body.hits.hits.map((hit: Body) => hit._source.id)).toEqual([table.id]);
  });

  it('count it once under the tag in facets and aggregations, whatever terms bring it', async () => {
    const also = await people.make('/v1/glossaryTerms', {
      name: 'bonus',
      glossary: 'Words',
      description: 'x',
      tags: [back],
    });
    const glossary = (tagFQN: string) => ({ tagFQN, source: 'Glossary' });
    const both = await people.table({ tags: [glossary('Words.bonus'), glossary('Words.salary')] });
    const own = await people.table({ tags: [glossary('Words.bonus'), back] });
    const path = '/v1/search/query?q=*&index=table_search_index&size=0';
    const counts = async (aggregation: string) => {
      const { body } = await people.send('GET', path);
      const { buckets } = body.aggregations[aggregation];
      return buckets.find(({ key }: Body) => key.toLowerCase() === 'kept.back')?.doc_count;
    };
    expect(await counts('sterms#tags.tagFQN')).toBe(3);
    const asked = `/v1/search/aggregate?index=table_search_index&field=tags.tagFQN&value=.*back.*`;
    const { body } = await people.send('GET', asked);
    expect(body.aggregations['sterms#tags.tagFQN'].buckets).toMatchObject([{ doc_count: 3 }]);
    for (const { id } of [both, own]) await people.send('DELETE', `/v1/tables/${id}?hardDelete=true`);
    await people.send('DELETE', `/v1/glossaryTerms/${also.id}?hardDelete=true`);
    expect(await counts('sterms#tags.tagFQN')).toBe(1);
  });

  it('know the reviewers of a container in lists and searches as in a read', async () => {
    const reviewer = await people.person([
      { operations: ['ViewBasic'], resources: ['tag', 'classification'], condition: 'isReviewer()' },
      { effect: 'deny', operations: ['ViewBasic'], resources: ['tag'], condition: '!isReviewer()' },
    ]);
    const reviewers = [{ id: reviewer.id, type: 'user' }];
    await people.make('/v1/classifications', { name: 'Reviewed', description: 'x', reviewers });
    const tag = await people.make('/v1/tags', { name: 'One', classification: 'Reviewed', description: 'x' });
    expect((await reviewer.send('GET', `/v1/tags/${tag.id}`)).status).toBe(200);
    const list = await reviewer.send('GET', '/v1/tags?limit=1000');
    expect(list.body.data.map(({ id }: Body) => id)).toEqual([tag.id]);
    const search = await reviewer.send('GET', '/v1/search/query?q=*&index=tag_search_index&size=100');
    expect(search.body.hits.hits.map((hit: Body) => hit._source.id)).toEqual([tag.id]);
    const by = `/v1/search/query?q=${encodeURIComponent(`reviewers.name:${reviewer.name}`)}&index=tag_search_index`;
    expect((await people.send('GET', by)).body.hits.hits.map((hit: Body) => hit._source.id)).toEqual([tag.id]);
  });
});
