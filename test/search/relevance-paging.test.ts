// Every hit says where it stands, and the hits behind any of them are paged through by that, none lost and none twice.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const SCHEMAS = 6;
const NAMES = 70;

forEachSeededStore('pages by relevance', (use) => {
  let people: People;

  const search = async (query: Record<string, string>): Promise<Body> => {
    const given = new URLSearchParams({ q: 'paged', index: 'table', include_source_fields: 'name,id', ...query });
    const answer = await people.send('GET', `/v1/search/query?${given}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.hits;
  };
  const hitsOf = async (query: Record<string, string>): Promise<Body[]> => (await search(query)).hits;
  const firstOf = async (query: Record<string, string>): Promise<Body> =>
    (await search({ ...query, size: '1' })).hits[0];

  /** As the Python client does: each value of the last hit in a parameter of its own, until a page is empty. */
  const walk = async (size: number, first: Record<string, string> = {}): Promise<Body[]> => {
    const seen: Body[] = [];
    let after = '';
    do {
      const given = new URLSearchParams({ q: 'paged', index: 'table', size: String(size), ...(after ? {} : first) });
      const answer = await people.send('GET', `/v1/search/query?${given}${after}`);
      expect(answer.status, answer.text).toBe(200);
      const { hits } = answer.body.hits;
      seen.push(...hits);
      const sort: unknown[] = hits.at(-1)?.sort ?? [];
      after = sort.map((value) => `&search_after=${encodeURIComponent(String(value))}`).join('');
    } while (after !== '' && seen.length < 1000);
    return seen;
  };

  beforeAll(async () => {
    people = await openPeople(use());
    const columns = [{ name: 'id', dataType: 'BIGINT' }];
    const { fullyQualifiedName: database } = await people.make('/v1/databases', {
      name: 'paging',
      service: people.service.fullyQualifiedName,
    });
    for (let i = 0; i < SCHEMAS; i++) {
      const { fullyQualifiedName: databaseSchema } = await people.make('/v1/databaseSchemas', {
        name: `s${i}`,
        database,
      });
      // The same names in every schema, some with commas.
      const tables = Array.from({ length: NAMES }, (_, n) => ({
        name: n % 10 === 0 ? `paged, ${n}, of all` : `paged_${n % 7 === 0 ? 'long_name_' : ''}${n}`,
        databaseSchema,
        columns,
      }));
      const made = await people.send('PUT', '/v1/tables/bulk', tables);
      expect(made.body.numberOfRowsFailed, made.text).toBe(0);
    }
  });
  afterAll(() => people.app.close());

  it('carry the score and the name', async () => {
    const hits = await hitsOf({ size: '5' });
    for (const { sort, _score, _source } of hits) expect(sort.slice(0, 2)).toEqual([_score, _source.name]);
    const named = await firstOf({ q: 'paged_11 s0' });
    expect(named.sort).toEqual([named._score, 'paged_11']);
    const byScore = await firstOf({ sort_field: '_score' });
    expect(byScore.sort).toEqual((await firstOf({})).sort);
    expect((await firstOf({ fetch_source: 'false' })).sort).toEqual(byScore.sort);
  });

  it.each([1, 37, 100, 199, 250])('lose and repeat nothing, %i at a time', async (size) => {
    const few = size === 1;
    const seen = few ? await walkSome(20) : await walk(size);
    const all = await hitsOf({ size: '1000' });
    expect(all).toHaveLength(SCHEMAS * NAMES);
    const ids = all.map(({ _id }) => _id);
    expect(seen.map(({ _id }) => _id)).toEqual(few ? ids.slice(0, 20) : ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  const walkSome = async (count: number): Promise<Body[]> => {
    const seen: Body[] = [];
    while (seen.length < count) {
      const sort = seen.at(-1)?.sort;
      seen.push(...(await hitsOf({ size: '1', ...(sort ? { search_after: sort.join(',') } : {}) })));
    }
    return seen;
  };

  it('go down in score, and up in names of the same score', async () => {
    const all = await hitsOf({ size: '1000' });
    for (const [i, { sort }] of all.entries()) {
      const [score, name] = all[i - 1]?.sort ?? [Infinity, ''];
      expect(sort[0] < score || (sort[0] === score && sort[1] >= name), `${score} ${name} before ${sort}`).toBe(true);
    }
  });

  it('go on behind any first page, and by settings that order hits anew', async () => {
    const all = (await hitsOf({ size: '1000' })).map(({ _id }) => _id);
    expect((await walk(60, { from: '230' })).map(({ _id }) => _id)).toEqual(all.slice(230));
    const path = '/v1/system/settings';
    const value = (await people.send('GET', `${path}/searchSettings`)).body.config_value;
    value.globalSettings.termBoosts = [{ field: 'name', value: 'paged_33', boost: -500 }];
    const put = await people.send('PUT', path, { config_type: 'searchSettings', config_value: value });
    expect(put.status, put.text).toBe(200);
    const boosted = (await walk(90)).map(({ _id }) => _id);
    expect(new Set(boosted).size).toBe(SCHEMAS * NAMES);
    expect(boosted).toHaveLength(SCHEMAS * NAMES);
    expect((await people.send('PUT', `${path}/reset/searchSettings`)).status).toBe(200);
  });

  it('refuse what is no place', async () => {
    for (const after of ['nonsense', 'a,b', `${'9'.repeat(30)},x`]) {
      const query = new URLSearchParams({ q: 'paged', index: 'table', search_after: after });
      expect((await people.send('GET', `/v1/search/query?${query}`)).status, after).toBe(400);
    }
  });

  it('find a team among what is no bot', async () => {
    const team = await people.make('/v1/teams', { name: 'keepers', teamType: 'Group' });
    const query = new URLSearchParams({ q: 'keepers AND isBot:false', index: 'team' });
    const answer = await people.send('GET', `/v1/search/query?${query}`);
    expect(answer.body.hits.hits.map((hit: Body) => [hit._id, hit._source.isBot])).toEqual([[team.id, false]]);
    expect(await count('isBot:true', 'team')).toBe(0);
    expect(await count('_exists_:isBot AND keepers', 'team,user')).toBe(1);
    expect(await count('isBot:false', 'user')).toBeGreaterThan(0);
  });

  const count = async (q: string, index: string): Promise<number> =>
    (await search({ q, index, size: '0' })).total.value;

  it('cut long texts, which the entity shows whole', async () => {
    const long = `whole ${'é'.repeat(200_000)}`;
    const made = await people.table({ name: 'verbose', description: long, schemaDefinition: long });
    const hit = await firstOf({ q: 'verbose', include_source_fields: '' });
    expect(hit._source.description).toBe(long.slice(0, 4000));
    const asked = await firstOf({ q: 'verbose', include_source_fields: 'schemaDefinition' });
    expect(asked._source).toEqual({ schemaDefinition: long.slice(0, 65_536) });
    const entity = await people.send('GET', `/v1/tables/${made.id}`);
    expect(entity.body.description).toBe(long);
    const marked = await people.send('GET', '/v1/search/query?q=whole&index=table');
    expect(marked.body.hits.hits[0].highlight.description[0]).toContain('>whole<');
  });

  it('hold no more than eight megabytes of long texts', async () => {
    const long = 'y'.repeat(60_000);
    for (let i = 0; i < 3; i++) {
      const tables = Array.from({ length: 60 }, (_, n) => ({
        name: `wordy_${i}_${n}`,
        databaseSchema: `${people.service.fullyQualifiedName}.paging.s0`,
        columns: [{ name: 'id', dataType: 'BIGINT' }],
        schemaDefinition: long,
      }));
      expect((await people.send('PUT', '/v1/tables/bulk', tables)).body.numberOfRowsFailed).toBe(0);
    }
    const query = 'q=wordy&index=table&size=180&include_source_fields=schemaDefinition&include_aggregations=false';
    const answer = await people.send('GET', `/v1/search/query?${query}`);
    expect(answer.body.hits.hits).toHaveLength(180);
    expect(answer.text.length).toBeLessThan(9 * 1024 * 1024);
    expect(answer.body.hits.hits.at(-1)._source.schemaDefinition).toHaveLength(500);
  });
});
