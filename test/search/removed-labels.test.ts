// A tag that is used often is deleted slice by slice; from the first moment on nobody reads its labels.
import { expect, it } from 'vitest';
import { applyInvalidation, continueDeletion, type Invalidation, systemActor } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { checkIndex, createSearchIndex, searchRoutes } from '../../src/search/index.js';
import { findDangling, listDeletions } from '../../src/storage/index.js';
import { createEngine } from '../support/engine.js';
import { label, made, makeWorld, tableBody } from '../support/engine-types.js';
import { forEachStore } from '../support/stores.js';

const TABLES = 12;
const SLICE = 10;
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const query = { hardDelete: 'true', recursive: 'true' };

forEachStore('labels of what is deleted', (use) => {
  async function filled(name: string) {
    let index: ReturnType<typeof createSearchIndex> | undefined;
    const engine = createEngine(use().store, entityTypes, {
      more: searchRoutes(),
      search({ registry }) {
        index = createSearchIndex({ registry });
        return index;
      },
    });
    engine.catalog.options.deleteSlice = SLICE;
    const top = await made(engine, 'POST', '/v1/classifications', { name, description: '-' });
    const tagOf = (tag: string) =>
      made(engine, 'POST', '/v1/tags', { name: tag, classification: name, description: '-' });
    const [often, other] = [await tagOf('often'), await tagOf('other')];
    const world = await makeWorld(engine, name);
    const tags = [label(`${name}.often`), label(`${name}.other`)];
    const columns = [{ name: 'a', dataType: 'INT', tags }, ...[{ name: 'b', dataType: 'INT' }]];
    const ids: string[] = [];
    for (let i = 0; i < TABLES; i++)
      ids.push((await made(engine, 'POST', '/v1/tables', tableBody(world, `t${i}`, { tags, columns }))).id);

    const search = async (field: string, value: string) => {
      const query_filter = JSON.stringify({ query: { term: { [field]: value } } });
      const { json } = await engine.send('GET', '/v1/search/query', undefined, {
        query: { q: '*', index: 'table_search_index', query_filter },
      });
      return json.hits.total.value as number;
    };
    const counted = async () => {
      const { json } = await engine.send('GET', '/v1/search/aggregate', undefined, {
        query: { q: '*', index: 'table_search_index', field: 'tags.tagFQN' },
      });
      const [terms] = Object.values(json.aggregations) as { buckets: { key: string; doc_count: number }[] }[];
      const mine = terms!.buckets.filter(({ key }) => key.toLowerCase().startsWith(`${name}.`.toLowerCase()));
      return Object.fromEntries(mine.map(({ key, doc_count }) => [key.slice(name.length + 1), doc_count]));
    };
    /** What readers see of the two tags: on tables, on columns, as counts and as filters. */
    const seen = async () => {
      const labels = { own: {} as Record<string, number>, columns: {} as Record<string, number> };
      for (const id of ids) {
        const { json } = await engine.send('GET', `/v1/tables/${id}`, undefined, { query: { fields: 'tags,columns' } });
        const add = (to: Record<string, number>, list: { name: string }[] = []) => {
          for (const one of list) to[one.name] = (to[one.name] ?? 0) + 1;
        };
        add(labels.own, json.tags);
        add(labels.columns, json.columns[0].tags);
      }
      return {
        ...labels,
        counted: await counted(),
        found: {
          often: await search('tags.tagFQN', `${name}.often`),
          other: await search('tags.tagFQN', `${name}.other`),
        },
      };
    };
    const slice = async () => {
      const [deletion] = await use().store.read(listDeletions);
      if (!deletion) return false;
      const marks: Invalidation[] = [];
      await use().store.write(async (sql) => {
        const context = { now: () => engine.clock.now, id: () => crypto.randomUUID(), log };
        const invalidate = (mark: Invalidation) => void marks.push(mark);
        const scope = {
          catalog: engine.catalog,
          context,
          actor: systemActor,
          sql,
          reopen: use().store.read,
          invalidate,
        };
        await continueDeletion(deletion, scope);
        await index!.flush(sql);
      });
      for (const mark of marks) applyInvalidation(engine.catalog, mark);
      return true;
    };
    const problems = async () => {
      const found = (await use().store.read((sql) => findDangling(sql, 10))).map(({ what }) => what);
      await checkIndex(use().store, index!, (problem) => void found.push(problem));
      return found;
    };
    return { engine, top, often, other, ids, seen, slice, problems };
  }

  const all = (tags: string[]) => Object.fromEntries(tags.map((tag) => [tag, TABLES]));
  const whole = (tags: string[]) => ({
    own: all(tags),
    columns: all(tags),
    counted: all(tags),
    found: { often: 0, other: 0, ...all(tags) },
  });

  it('are gone at once, though they are removed in slices', async () => {
    const { engine, often, seen, slice, problems } = await filled('Used');
    expect(await seen()).toEqual(whole(['often', 'other']));
    expect((await engine.send('DELETE', `/v1/tags/${often.id}`, undefined, { query })).status).toBe(200);
    let slices = 0;
    do {
      expect(await seen()).toEqual(whole(['other']));
      expect(await problems()).toEqual([]);
      expect((await engine.send('GET', `/v1/tags/${often.id}`)).status).toBe(404);
      slices += 1;
    } while (await slice());
    expect(slices).toBeGreaterThan((2 * TABLES) / SLICE);
    const usages = await use().store.read((sql) =>
      sql.all('select 1 as found from tag_usage where tag_id = $1', [often.id]),
    );
    expect(usages).toEqual([]);
  });

  it('are gone at once with what contains the tags', async () => {
    const { engine, top, ids, seen, slice, problems } = await filled('Above');
    const path = `/v1/classifications/${top.id}`;
    expect((await engine.send('DELETE', path, undefined, { query })).status).toBe(200);
    do {
      expect(await seen()).toEqual(whole([]));
      expect(await problems()).toEqual([]);
      const add = [{ op: 'add', path: '/tags', value: [label('Above.other')] }];
      expect((await engine.send('PATCH', `/v1/tables/${ids[0]}`, add)).status).toBe(404);
    } while (await slice());
  });

  it('are removed within the request if they are few', async () => {
    const { engine, often, ids, seen } = await filled('Few');
    for (const id of ids.slice(1)) {
      const remove = [
        { op: 'replace', path: '/tags', value: [] },
        { op: 'replace', path: '/columns/0/tags', value: [] },
      ];
      expect((await engine.send('PATCH', `/v1/tables/${id}`, remove)).status).toBe(200);
    }
    expect((await engine.send('DELETE', `/v1/tags/${often.id}`, undefined, { query })).status).toBe(200);
    expect(await use().store.read(listDeletions)).toEqual([]);
    const one = { other: 1 };
    expect(await seen()).toEqual({ own: one, columns: one, counted: one, found: { often: 0, other: 1 } });
  });
});
