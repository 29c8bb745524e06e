// What the settings of search change: the order, where words are looked for, marks, counts, limits. Reset brings back what was.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const path = '/v1/system/settings';

forEachSeededStore('settings of search', (use) => {
  let people: People;

  const search = async (query: Record<string, string>) => {
    const answer = await people.send('GET', `/v1/search/query?${new URLSearchParams({ index: 'table', ...query })}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const names = (found: Body): string[] => found.hits.hits.map((hit: Body) => hit._source.name);
  const order = async (q: string, more: Record<string, string> = {}) => names(await search({ q, ...more }));
  const read = async (): Promise<Body> => (await people.send('GET', `${path}/searchSettings`)).body.config_value;
  /** What settings become when this is changed about tables. */
  const withTable = async (change: (table: Body) => void): Promise<Body> => {
    const value = await read();
    change(value.assetTypeConfigurations.find(({ assetType }: Body) => assetType === 'table'));
    return value;
  };
  const put = async (value: Body, status = 200) => {
    const answer = await people.send('PUT', path, { config_type: 'searchSettings', config_value: value });
    expect(answer.status, answer.text).toBe(status);
    return answer.body;
  };
  const boosted = (field: string, boost: number) => (table: Body) => {
    table.searchFields.find((one: Body) => one.field === field).boost = boost;
  };

  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Level', description: 'How good' });
    await people.make('/v1/tags', { name: 'Gold', classification: 'Level', description: 'Best' });
    await people.table({ name: 'payments' });
    await people.table({
      name: 'invoices',
      description: 'What payments are made for, payments again',
      tags: [{ tagFQN: 'Level.Gold', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }],
    });
    const used = await people.table({ name: 'ledger', columns: [{ name: 'payments', dataType: 'INT' }] });
    const usage = { date: new Date().toISOString().slice(0, 10), count: 90 };
    expect((await people.send('POST', `/v1/usage/table/${used.id}`, usage)).status).toBe(201);
  });
  afterEach(async () => {
    expect((await people.send('PUT', `${path}/reset/searchSettings`)).status).toBe(200);
    expect(await order('payments')).toEqual(['payments', 'ledger', 'invoices']);
  });
  afterAll(() => people.app.close());

  it('has defaults that change nothing when they are stored', async () => {
    const before = await search({ q: 'payments' });
    await put(await read());
    const after = await search({ q: 'payments' });
    expect({ ...after, took: 0 }).toEqual({ ...before, took: 0 });
  });

  it('orders by the boosts of fields', async () => {
    await put(await withTable(boosted('description', 500)));
    expect(await order('payments')).toEqual(['invoices', 'payments', 'ledger']);
    const explained = (await search({ q: 'payments', explain: 'true' })).hits.hits;
    const details = explained.map((hit: Body) => hit._explanation.details[1]);
    expect(details.map(({ value }: Body) => value)).toEqual([499, 0, 0]);
    await put(await withTable(boosted('columns.name', 600)));
    expect(await order('payments')).toEqual(['ledger', 'invoices', 'payments']);
    expect(await order('payments', { size: '1', from: '1' })).toEqual(['invoices']);
    const [first] = (await search({ q: 'payments', size: '1' })).hits.hits;
    expect(await order('payments', { search_after: first.sort?.join() ?? `1,${first._id}` })).toEqual([
      'invoices',
      'payments',
    ]);
  });

  it('counts a configuration for all types without one of their own', async () => {
    const { searchFields } = (await read()).assetTypeConfigurations.find(
      ({ assetType }: Body) => assetType === 'table',
    );
    const fields = searchFields.map((one: Body) => (one.field === 'description' ? { ...one, boost: 500 } : one));
    await put({ assetTypeConfigurations: [], defaultConfiguration: { assetType: 'default', searchFields: fields } });
    expect((await order('payments'))[0]).toBe('invoices');
  });

  it('orders by what entities are', async () => {
    const settings = await read();
    settings.globalSettings.termBoosts = [{ field: 'tags.tagFQN', value: 'Level.Gold', boost: 1000 }];
    await put(settings);
    expect(await order('payments')).toEqual(['invoices', 'payments', 'ledger']);
    expect((await order('*'))[0]).toBe('invoices');
    const table = { termBoosts: [{ field: 'name', value: 'ledger', boost: 2000 }] };
    await put(await withTable((one) => Object.assign(one, table)));
    expect(await order('payments')).toEqual(['ledger', 'invoices', 'payments']);
    await put(await withTable((one) => Object.assign(one, { boostMode: 'replace', scoreMode: 'min' })));
    const replaced = (await search({ q: 'payments' })).hits;
    expect(replaced.hits.map((hit: Body) => hit._score).slice(0, 2)).toEqual([2000, 1000]);
    expect(replaced.max_score).toBe(2000);
  });

  it('orders by numbers of entities', async () => {
    const byUse = { field: 'usageSummary.weeklyStats.count', factor: 10, modifier: 'none' };
    await put(await withTable((one) => Object.assign(one, { fieldValueBoosts: [byUse] })));
    expect((await order('payments'))[0]).toBe('ledger');
    const little = { ...byUse, condition: { range: { lt: 50 } }, missing: 3 };
    await put(await withTable((one) => Object.assign(one, { fieldValueBoosts: [little] })));
    expect((await order('payments'))[0]).toBe('payments');
  });

  it('leaves out words that are to be left out', async () => {
    expect(await order('payments invoices')).toEqual(['invoices']);
    await put(await withTable((one) => Object.assign(one, { ranking: { stopWords: ['About', 'invoices'] } })));
    expect(await order('about payments')).toEqual(['payments', 'ledger', 'invoices']);
    expect(await order('payments invoices')).toEqual(['payments', 'ledger', 'invoices']);
    expect(await order('invoices')).toEqual(['invoices']);
    expect(await order('name:invoices')).toEqual(['invoices']);
    expect((await order('payments -invoices')).sort()).toEqual(['ledger', 'payments']);
    await put(await withTable((one) => Object.assign(one, { ranking: { stopWords: ['payments'], enabled: false } })));
    expect(await order('payments invoices')).toEqual(['invoices']);
  });

  it('looks for words in the fields that are named', async () => {
    const without =
      (...fields: string[]) =>
      (table: Body) => {
        table.searchFields = table.searchFields.filter((one: Body) => !fields.includes(one.field));
      };
    await put(await withTable(without('description')));
    expect(await order('payments')).toEqual(['payments', 'ledger']);
    await put(await withTable(without('columns.name')));
    expect(await order('payments')).toEqual(['payments']);
    expect(await order('payments invoices')).toEqual(['payments', 'invoices']);
    const counts = await people.send('GET', '/v1/search/entityTypeCounts?q=payments&index=table');
    expect(counts.body.aggregations['sterms#entityType'].buckets).toEqual([{ key: 'table', doc_count: 1 }]);
  });

  it('marks the fields that are named, so far as texts are looked at', async () => {
    const marks = async () => (await search({ q: 'payments' })).hits.hits.map((hit: Body) => hit.highlight ?? {});
    expect((await marks())[2].description[0]).toContain('<span class="text-highlighter">payments</span>');
    await put(await withTable((table) => Object.assign(table, { highlightFields: ['name', 'columns.name'] })));
    expect((await marks()).map((one: Body) => Object.keys(one))).toEqual([['name'], ['columns.name'], []]);
    const settings = await read();
    settings.assetTypeConfigurations = [];
    settings.globalSettings = { ...settings.globalSettings, highlightFields: ['description'], maxAnalyzedOffset: 4 };
    await put(settings);
    expect(await marks()).toEqual([{}, {}, {}]);
  });

  it('counts by the fields that are named', async () => {
    const settings = await read();
    settings.globalSettings.aggregations = [{ name: 'kinds', type: 'terms', field: 'entityType' }];
    settings.assetTypeConfigurations = [
      { assetType: 'table', aggregations: [{ name: 'labels', type: 'terms', field: 'tags.tagFQN' }] },
    ];
    await put(settings);
    const { aggregations } = await search({ q: 'payments' });
    expect(Object.keys(aggregations)).toEqual(['sterms#kinds', 'sterms#labels', 'sterms#index_count']);
    expect(aggregations['sterms#labels'].buckets).toEqual([{ key: 'Level.Gold', doc_count: 1 }]);
  });

  it('keeps to the limits', async () => {
    const settings = await read();
    Object.assign(settings.globalSettings, { maxResultHits: 2, maxAggregateSize: 3 });
    await put(settings);
    const status = async (given: string) => (await people.send('GET', `/v1/search/${given}`)).status;
    expect(await order('payments')).toHaveLength(2);
    expect(await status('query?q=payments&size=2')).toBe(200);
    expect(await status('query?q=payments&size=3')).toBe(400);
    expect(await status('query?q=payments&from=1&size=2')).toBe(400);
    expect(await status('aggregate?field=name&size=3')).toBe(200);
    expect(await status('aggregate?field=name&size=4')).toBe(400);
    expect((await search({ q: 'payments' })).hits.total.value).toBe(3);
  });

  it('tries settings that are not stored', async () => {
    const preview = async (searchSettings: Body) =>
      people.send('POST', '/v1/search/preview', { query: 'payments', index: 'table', searchSettings });
    const tried = await preview(await withTable(boosted('description', 500)));
    expect(tried.status, tried.text).toBe(200);
    expect(names(tried.body)).toEqual(['invoices', 'payments', 'ledger']);
    expect(await order('payments')).toEqual(['payments', 'ledger', 'invoices']);
    expect(names((await preview({})).body)).toEqual(['payments', 'ledger', 'invoices']);
    expect((await preview({ globalSettings: { maxResultHits: 0 } })).status).toBe(400);
  });

  it('refuses settings that make no sense', async () => {
    const wrong: [Body, string][] = [
      [{ globalSettings: { maxResultHits: 100_000 } }, 'globalSettings.maxResultHits'],
      [
        { globalSettings: { aggregations: [{ name: 'x', type: 'avg', field: 'y' }] } },
        'globalSettings.aggregations[0]',
      ],
      [{ assetTypeConfigurations: [{ assetType: 'table' }, { assetType: 'Table' }] }, 'assetTypeConfigurations[1]'],
      [
        { assetTypeConfigurations: [{ assetType: 'table', searchFields: [{ field: 'na me' }] }] },
        'assetTypeConfigurations[0].searchFields[0].field',
      ],
      [
        { defaultConfiguration: { assetType: 'x', searchFields: [{ field: 'name', boost: -1 }] } },
        'defaultConfiguration.searchFields[0].boost',
      ],
      [{ unknown: 1 }, 'unknown'],
    ];
    for (const [value, place] of wrong) expect((await put(value, 400)).message).toContain(place);
  });

  it('is told whether search has everything', async () => {
    const { status, types } = (await people.send('GET', '/v1/system/search/fitness')).body;
    expect(status).toBe('fit');
    expect(types.find(({ type }: Body) => type === 'table')).toEqual({ type: 'table', entities: 3, documents: 3 });
    const who = await people.person([{ operations: ['ViewAll'] }]);
    expect((await who.send('GET', '/v1/system/search/fitness')).status).toBe(403);
  });

  it('is only for admins', async () => {
    const who = await people.person([{ operations: ['ViewAll', 'EditAll'] }]);
    expect((await who.send('GET', `${path}/searchSettings`)).status).toBe(403);
    expect((await who.send('PUT', path, { config_type: 'searchSettings', config_value: {} })).status).toBe(403);
  });
});
