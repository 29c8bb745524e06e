// Questions in plain words find what their content words find, and names made of function words are still found.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('plain words', (use) => {
  let people: People;

  const search = async (q: string, index = 'table'): Promise<Body> => {
    const query = new URLSearchParams({ q, index, size: '50' });
    const answer = await people.send('GET', `/v1/search/query?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const order = async (q: string, index?: string): Promise<string[]> =>
    (await search(q, index)).hits.hits.map((hit: Body) => hit._source.name);
  const column = (name: string) => ({ name, dataType: 'STRING' });

  beforeAll(async () => {
    people = await openPeople(use());
    const tables: [string, string[], string?][] = [
      ['customers', ['email', 'phone']],
      ['refunds', ['amount']],
      ['which_list', ['which', 'tables'], 'Which tables hold what, and where do we keep them'],
      ['who', ['country']],
      ['is_active', ['since']],
      ['the_order', ['day']],
      ['order', ['day']],
      ['leads', ['email']],
    ];
    for (const [name, columns, description] of tables)
      await people.table({ name, columns: columns.map(column), ...(description ? { description } : {}) });
    await people.make('/v1/domains', { name: 'refunds', domainType: 'Aggregate', description: 'Money back' });
  });
  afterAll(() => people.app.close());

  it('finds what the content words find', async () => {
    expect(await order('which tables hold the e-mail addresses of customers')).toEqual(
      await order('e-mail addresses customers'),
    );
    expect((await order('which tables hold the e-mail of the customers'))[0]).toBe('customers');
    expect(await order('where do we keep refunds?')).toEqual(['refunds']);
  });

  it('finds names that consist of function words', async () => {
    expect((await order('who'))[0]).toBe('who');
    expect((await order('is_active'))[0]).toBe('is_active');
    expect((await order('the_order'))[0]).toBe('the_order');
    expect((await order('the order'))[0]).toBe('the_order');
    expect((await order('which list'))[0]).toBe('which_list');
  });

  it('leaves phrases and fields as they are', async () => {
    expect(await order('"where do we keep"')).toEqual(['which_list']);
    expect(await order('name:"the order"')).toEqual(['the_order']);
  });

  it('takes the kind that is asked for as a hint', async () => {
    const kinds = async (q: string) => (await search(q, 'all')).hits.hits.map((hit: Body) => hit._source.entityType);
    expect(await kinds('which domains are about refunds')).toEqual(['domain', 'table']);
    expect(await kinds('which tables are about refunds')).toEqual(['table', 'domain']);
  });

  it('highlights the content words alone', async () => {
    const { hits } = await search('where are the tables that hold everything about keep');
    const [text = ''] = hits.hits.find((hit: Body) => hit._source.name === 'which_list')?.highlight?.description ?? [];
    expect(text).not.toContain('>where<');
  });

  it('reads no question where settings turn ranking off', async () => {
    const path = '/v1/system/settings';
    const value = (await people.send('GET', `${path}/searchSettings`)).body.config_value;
    for (const one of value.assetTypeConfigurations) one.ranking = { enabled: false };
    const put = await people.send('PUT', path, { config_type: 'searchSettings', config_value: value });
    expect(put.status, put.text).toBe(200);
    expect(await order('where do we keep')).toEqual(['which_list']);
    expect((await people.send('PUT', `${path}/reset/searchSettings`)).status).toBe(200);
  });
});
