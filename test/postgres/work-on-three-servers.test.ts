// Shared work of three servers behind a round robin: a job that one started is listed, followed and cancelled on the
// others; pages, exports, documents, settings and runs continue on whichever server the next request comes in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, forSeveral, startThree, type ThreeServers } from './three-servers.js';

const TABLES = 300;
const patience = { timeout: 60_000, interval: 50 };

describe.skipIf(!forSeveral)('work on three servers', () => {
  let three: ThreeServers;
  let service: Body;
  beforeAll(async () => {
    three = await startThree({ CAIRN_DELETE_SLICE: '20' });
    service = await three.ok('POST', '/v1/services/databaseServices', { name: 'wh', serviceType: 'CustomDatabase' });
    await three.ok('POST', '/v1/databases', { name: 'db', service: 'wh' });
    await three.ok('POST', '/v1/databaseSchemas', { name: 'sc', database: 'wh.db' });
    const columns = [{ name: 'a', dataType: 'INT' }];
    const items = Array.from({ length: TABLES }, (_, i) => ({ name: `t${i}`, databaseSchema: 'wh.db.sc', columns }));
    await three.ok('PUT', '/v1/tables/bulk', items);
  }, 180_000);
  afterAll(() => three?.close());

  it('continues a list on another server, while rows are added on a third', async () => {
    const names: string[] = [];
    let after = '';
    do {
      const page = await three.ok(
        'GET',
        `/v1/tables?database=wh.db&limit=50${after && `&after=${encodeURIComponent(after)}`}`,
      );
      names.push(...page.data.map(({ name }: Body) => name));
      after = page.paging.after ?? '';
      await three.ok('PUT', '/v1/databaseSchemas', { name: `more${names.length}`, database: 'wh.db' });
    } while (after);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(TABLES);
  });

  it('continues a search behind a hit of another server', async () => {
    const found = new Set<string>();
    let behind = '';
    for (let page = 0; page < TABLES / 50; page++) {
      const { hits } = await three.ok(
        'GET',
        `/v1/search/query?index=table&q=*&size=50&sort_field=name.keyword&sort_order=asc${behind}`,
      );
      for (const { _id } of hits.hits) found.add(_id);
      behind = `&search_after=${encodeURIComponent(hits.hits.at(-1).sort.join(','))}`;
    }
    expect(found.size).toBe(TABLES);
  });

  it('shows documents that another server stored', async () => {
    const document = { name: 'page', fullyQualifiedName: 'page', entityType: 'Page', data: { layout: [1] } };
    const { id, fullyQualifiedName } = await three.ok('POST', '/v1/docStore', document);
    const path = `/v1/docStore/name/${encodeURIComponent(fullyQualifiedName)}`;
    for (const { json } of await three.everywhere(path)) expect(json.data).toEqual({ layout: [1] });
    await three.ok('PATCH', `/v1/docStore/${id}`, [{ op: 'add', path: '/data/layout', value: [2] }]);
    for (const { json } of await three.everywhere(path)) expect(json.data).toEqual({ layout: [2] });
  });

  it('shows search settings that another server stored', async () => {
    const { config_value } = await three.ok('GET', '/v1/system/settings/searchSettings');
    const size = config_value.globalSettings.maxAggregateSize;
    for (const maxAggregateSize of [size - 1, size]) {
      const changed = { ...config_value, globalSettings: { ...config_value.globalSettings, maxAggregateSize } };
      await three.ok('PUT', '/v1/system/settings', { config_type: 'searchSettings', config_value: changed });
      for (const { json } of await three.everywhere('/v1/system/settings/searchSettings'))
        expect(json.config_value.globalSettings.maxAggregateSize).toBe(maxAggregateSize);
    }
  });

  it('keeps what all servers change in one setting at once', async () => {
    const types = '/v1/system/settings/glossaryTermRelationSettings/relationTypes';
    const category = 'associative';
    const names = Array.from({ length: 6 }, (_, i) => `with${i}`);
    const type = (name: string, displayName: string) => ({ name, displayName, category });
    await Promise.all(names.map((name) => three.ok('POST', types, type(name, 'With'))));
    const added = async () => {
      const { data }: Body = await three.ok('GET', `${types}?limit=1000`);
      return data.filter(({ name }: Body) => names.includes(name));
    };
    expect((await added()).map(({ name }: Body) => name).sort()).toEqual(names);
    await Promise.all(names.map((name) => three.ok('PUT', `${types}/${name}`, type(name, 'Together with'))));
    expect((await added()).map(({ displayName }: Body) => displayName)).toEqual(names.map(() => 'Together with'));
    const theme = '/v1/system/settings/customUiThemePreference';
    const colors = ['primaryColor', 'errorColor', 'infoColor'];
    const toBlack = (color: string) => [{ op: 'add', path: `/customTheme/${color}`, value: '#000000' }];
    await Promise.all(colors.map((color) => three.ok('PATCH', theme, toBlack(color))));
    const { customTheme } = (await three.ok('GET', theme)).config_value;
    expect(colors.map((color) => customTheme[color])).toEqual(colors.map(() => '#000000'));
  });

  it('never relates terms by a type that is deleted at once', async () => {
    await three.ok('POST', '/v1/glossaries', { name: 'related', description: 'x' });
    const names = ['one', 'two'];
    const term = (name: string) =>
      three.ok('POST', '/v1/glossaryTerms', { name, glossary: 'related', description: 'x' });
    const [one, two] = (await Promise.all(names.map(term))) as [Body, Body];
    const types = '/v1/system/settings/glossaryTermRelationSettings/relationTypes';
    for (let round = 0; round < 6; round++) {
      const name = `short${round}`;
      await three.ok('POST', types, { name, displayName: 'Short', category: 'associative' });
      const relation = { relationType: name, term: { id: two.id, type: 'glossaryTerm' } };
      const [removed, related] = await Promise.all([
        three.send('DELETE', `${types}/${name}`),
        three.send('POST', `/v1/glossaryTerms/${one.id}/relations`, relation),
      ]);
      expect([removed.status, related.status].sort()).toEqual([200, 400]);
    }
  });

  it('lists a deletion everywhere, and survives the server that was asked for it', { timeout: 120_000 }, async () => {
    const [asked] = three.servers;
    const removal = `/v1/services/databaseServices/async/${service.id}?hardDelete=true&recursive=true`;
    expect((await asked?.send('DELETE', removal))?.status).toBe(202);
    await asked?.kill();
    const others = three.servers.slice(1);
    for (const server of others) {
      const answer = await server.send('GET', `/v1/services/databaseServices/${service.id}`);
      expect(answer.status).toBe(404);
      expect((await server.send('GET', '/v1/tables/name/wh.db.sc.t1')).status).toBe(404);
    }
    const unfinished = async () => {
      const lists = await Promise.all(others.map((server) => server.send('GET', '/v1/jobs?limit=100')));
      const jobs: Body[] = lists.flatMap(({ json }) => json.data);
      return jobs.filter(({ kind, state }) => kind === 'catalog.deletion' && ['queued', 'running'].includes(state));
    };
    await expect.poll(async () => (await unfinished()).length, patience).toBe(0);
    for (const server of others)
      expect((await server.send('GET', '/v1/tables?limit=0&include=all')).json.paging.total).toBe(0);
  });
});
