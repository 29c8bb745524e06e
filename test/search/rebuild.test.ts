// The index built anew while writes go on: nothing is missing at any time, and what comes into use is what is stored.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRegistry } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import {
  checkIndex,
  createSearchIndex,
  type DocumentSource,
  inlineSource,
  searchRoutes,
} from '../../src/search/index.js';
import { beginRebuild, type Rebuild, readRebuild, stopRebuild } from '../../src/search/indexing/rebuild.js';
import { runRebuild } from '../../src/search/indexing/run-rebuild.js';
import { currentTables, indexState, type Store } from '../../src/storage/index.js';
import { createEngine } from '../support/engine.js';
import { forEachStore } from '../support/stores.js';

const never = new AbortController().signal;
const wordOf = (number: number) => `skua${String.fromCharCode(97 + number)}`;

function building(store: Store) {
  const index = createSearchIndex({ registry: createRegistry(entityTypes) });
  const engine = createEngine(store, entityTypes, { more: searchRoutes(), search: () => index });
  let time = 1_000_000;
  const send = async (method: string, path: string, body?: unknown, query: Record<string, string> = {}) => {
    const answer = await engine.send(method, path, body, { query });
    expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
    return answer.json;
  };
  const create = (): Promise<{ id: string }> => {
    return send('POST', '/v1/domains', {
      name: `area${randomUUID()}`,
      domainType: 'Aggregate',
      description: 'An area',
    });
  };
  return {
    create,
    describe: (id: string, description: string) =>
      send('PATCH', `/v1/domains/${id}`, [{ op: 'add', path: '/description', value: description }]),
    remove: (id: string) => send('DELETE', `/v1/domains/${id}`, undefined, { hardDelete: 'true' }),
    search: async (q: string): Promise<string[]> => {
      const answer = await engine.send('GET', '/v1/search/query', undefined, {
        query: { q, index: 'domain', size: '100' },
      });
      return answer.json.hits.hits.map((hit: { _id: string }) => hit._id);
    },
    problems: async () => {
      const found: string[] = [];
      await checkIndex(store, index, (problem) => void found.push(problem));
      return found;
    },
    run: (
      options: {
        holder?: string;
        open?: () => DocumentSource;
        signal?: AbortSignal;
        tell?: (at: Rebuild) => void;
      } = {},
    ) =>
      runRebuild(
        {
          read: store.read,
          write: (work) => store.write(work, index.flush),
          index,
          worker: { now: () => (time += 1000), holder: options.holder ?? 'here' },
          open: options.open ?? (() => inlineSource(store.read, index)),
          sliceSize: 5,
          ...(options.tell ? { tell: options.tell } : {}),
        },
        options.signal ?? never,
      ),
    source: () => inlineSource(store.read, index),
    begin: (anew = true) => store.write((tx) => beginRebuild(tx, anew)),
    stop: () => store.write((tx) => stopRebuild(tx, { now: () => time })),
    generation: async () => (await store.read(currentTables)).generation,
    filling: async () => (await store.read(currentTables)).filling,
  };
}

forEachStore('rebuilding search', (use) => {
  it('fills a second generation while entities are written, made and removed, then puts it into use', async () => {
    const at = building(use().store);
    const ids: string[] = [];
    for (let i = 0; i < 23; i++) ids.push((await at.create()).id);
    const before = await at.generation();
    await at.begin();
    let slices = 0;
    const open = (): DocumentSource => {
      const source = at.source();
      return {
        ...source,
        async slice(after, upTo) {
          const made = await source.slice(after, upTo);
          // Newer than what was made: in the slice itself, before it and behind it.
          const inside = made.documents.filter(({ type }) => type === 'domain').map(({ id }) => id);
          if (inside[0]) await at.describe(inside[0], `gull${slices}`);
          const gone = inside[1];
          if (gone && ids.length > 1) {
            await at.remove(gone);
            if (ids.includes(gone)) ids.splice(ids.indexOf(gone), 1);
          }
          const passed = ids.find((id) => id <= after && !inside.includes(id));
          if (passed) await at.describe(passed, `tern${slices}`);
          const last = ids.at(-1) as string;
          await at.describe(last, wordOf(slices));
          await at.create();
          if (inside[2]) expect(await at.search('area*')).toContain(inside[2]);
          slices += 1;
          return made;
        },
      };
    };
    const rebuild = await at.run({ open });
    expect(rebuild).toMatchObject({ status: 'completed', left: null });
    expect(slices).toBeGreaterThan(4);
    expect(await at.generation()).not.toBe(before);
    expect(await at.problems()).toEqual([]);
    expect(await at.search(wordOf(slices - 1))).toEqual([ids.at(-1)]);
    expect(await at.search(wordOf(0))).toEqual([]);
    const rows = await use().store.read((sql) => sql.all<{ n: number }>(`select n from search_doc_${before}`));
    expect(rows).toEqual([]);
  });

  it('goes on where it was cut off', async () => {
    const { store } = use();
    const at = building(store);
    for (let i = 0; i < 12; i++) await at.create();
    const filling = await at.filling();
    await at.begin();
    const stop = new AbortController();
    await at.run({ holder: 'first', signal: stop.signal, tell: (rebuild) => rebuild.done >= 5 && stop.abort() });
    const cut = (await store.read(readRebuild)) as Rebuild;
    expect(cut).toMatchObject({ status: 'running' });
    expect(await at.filling()).toBe(filling);
    const from: string[] = [];
    const open = () => {
      const source = at.source();
      return {
        ...source,
        slice: (after: string, upTo: string) => {
          from.push(after);
          return source.slice(after, upTo);
        },
      };
    };
    expect(await at.run({ holder: 'second', open })).toMatchObject({ status: 'completed' });
    expect(from[0]).toBe(cut.after);
    expect(await at.filling()).not.toBe(filling);
    expect(await at.problems()).toEqual([]);
  });

  it('stops where it is; the index in use stays', async () => {
    const { store } = use();
    const at = building(store);
    const { id } = await at.create();
    const filling = await at.filling();
    await at.begin();
    const open = () => {
      const source = at.source();
      return {
        ...source,
        slice: async (after: string, upTo: string) => {
          if (after !== '') await at.stop();
          return source.slice(after, upTo);
        },
      };
    };
    expect(await at.run({ open })).toMatchObject({ status: 'stopped', left: null });
    expect(await at.filling()).toBe(filling);
    expect((await store.read(indexState)).shadow).toBeNull();
    await at.describe(id, 'puffin');
    expect(await at.search('puffin')).toEqual([id]);
    expect(await at.problems()).toEqual([]);
    await at.begin();
    expect(await at.run()).toMatchObject({ status: 'completed' });
    expect(await at.problems()).toEqual([]);
  });

  describe('what is not as it should be', () => {
    it('is told and written in place', async () => {
      const { store } = use();
      const at = building(store);
      const [one, two, three, four] = [await at.create(), await at.create(), await at.create(), await at.create()];
      const { doc, text, facet } = await store.read(currentTables);
      await store.write(async (tx) => {
        const numberOf = async (id: string) =>
          (await tx.get<{ n: number }>(`select n from ${doc} where id = $1`, [id]))?.n;
        await tx.run(`update ${doc} set hash = 'other' where id = $1`, [one.id]);
        const { number } = tx.dialect.search;
        await tx.run(`delete from ${text} where ${number} = $1`, [(await numberOf(two.id)) as number]);
        await tx.run(`delete from ${doc} where id = $1`, [three.id]);
        await tx.run(`insert into ${facet} (key, facets) values ('strange', '{"y":"chart"}')`);
        await tx.run(`update ${doc} set facet = (select f from ${facet} where key = 'strange') where id = $1`, [
          four.id,
        ]);
      });
      const problems = (await at.problems()).sort();
      expect(problems).toHaveLength(4);
      for (const { id } of [one, two, three, four]) expect(problems.join('\n')).toContain(id);
      await at.begin(true);
      expect(await at.run()).toMatchObject({ status: 'completed' });
      expect(await at.problems()).toEqual([]);
    });
  });
});
