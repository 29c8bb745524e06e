// Who owns much, and a domain of much, is deleted slice by slice; from the first moment on nobody reads their edges, and
// what has no owner or domain left inherits those of its container.
import { expect, it } from 'vitest';
import { applyInvalidation, continueDeletion, type Invalidation, systemActor } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { checkIndex, createSearchIndex, searchRoutes } from '../../src/search/index.js';
import { findDangling, listDeletions, type RowFilter } from '../../src/storage/index.js';
import { createEngine } from '../support/engine.js';
import { made, makeWorld, tableBody } from '../support/engine-types.js';
import { forEachStore } from '../support/stores.js';

const TABLES = 30;
const SLICE = 10;
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const query = { hardDelete: 'true', recursive: 'true' };

forEachStore('edges of what is deleted', (use) => {
  async function opened(name: string) {
    let index: ReturnType<typeof createSearchIndex> | undefined;
    let filter: RowFilter = { kind: 'all' };
    const engine = createEngine(use().store, entityTypes, {
      more: searchRoutes(),
      authorizer: {
        possible: () => {},
        decide: () => Promise.resolve(),
        filter: () => filter,
        denials: () => [],
        isDenied: async () => false,
        ownerTeams: () => Promise.resolve([]),
        rightsKey: () => JSON.stringify(filter),
      },
      search({ registry }) {
        index = createSearchIndex({ registry });
        return index;
      },
    });
    engine.catalog.options.deleteSlice = SLICE;
    const world = await makeWorld(engine, name);
    const domainOf = (domain: string, more: Record<string, string> = {}) =>
      made(engine, 'POST', '/v1/domains', { name: domain, domainType: 'Aggregate', description: '-', ...more });
    const userOf = (user: string) =>
      made(engine, 'POST', '/v1/users', { name: user, email: `${user}@example.com`.toLowerCase() });

    /** The tables in an own schema whose owner and domain they inherit once they have none. */
    async function fill(own: Record<string, unknown[]>): Promise<string[]> {
      const ids: string[] = [];
      for (let i = 0; i < TABLES; i++)
        ids.push((await made(engine, 'POST', '/v1/tables', tableBody(world, `t${i}`, own))).id);
      return ids;
    }

    async function seenWith<T>(given: RowFilter, look: () => Promise<T>): Promise<T> {
      filter = given;
      const seen = await look();
      filter = { kind: 'all' };
      return seen;
    }

    const service = `${name}`;
    const listed = async () =>
      (await engine.send('GET', '/v1/tables', undefined, { query: { service, limit: '100' } })).json.data.length;
    const searched = async (field: string, value: string) => {
      const query_filter = JSON.stringify({
        query: { bool: { must: [{ term: { [field]: value } }, { term: { 'service.name.keyword': name } }] } },
      });
      const { json } = await engine.send('GET', '/v1/search/query', undefined, {
        query: { q: '*', index: 'table_search_index', query_filter },
      });
      return json.hits.total.value as number;
    };
    const counted = async (field: string) => {
      const { json } = await engine.send('GET', '/v1/search/aggregate', undefined, {
        query: { q: '*', index: 'table_search_index', field, deleted: 'false' },
      });
      const [terms] = Object.values(json.aggregations) as { buckets: { key: string; doc_count: number }[] }[];
      return Object.fromEntries(terms!.buckets.map(({ key, doc_count }) => [key, doc_count]));
    };
    /** Names in a field, with how many tables a read shows them for. */
    const read = async (ids: readonly string[], field: string) => {
      const counts: Record<string, number> = {};
      for (const id of ids) {
        const { json } = await engine.send('GET', `/v1/tables/${id}`, undefined, { query: { fields: field } });
        for (const one of json[field]) counts[one.name] = (counts[one.name] ?? 0) + 1;
      }
      return counts;
    };
    const passing = (given: RowFilter) =>
      seenWith(given, async () => [await listed(), await searched('entityType', 'table')]);

    const slice = async () => {
      const [deletion] = await use().store.read(listDeletions);
      if (!deletion) return false;
      const marks: Invalidation[] = [];
      await use().store.write(async (sql) => {
        const context = { now: () => engine.clock.now, id: () => crypto.randomUUID(), log };
        const invalidate = (mark: Invalidation) => void marks.push(mark);
        const { catalog } = engine;
        const scope = { catalog, context, actor: systemActor, sql, reopen: use().store.read, invalidate };
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
    const left = async (id: string) =>
      (await use().store.read((sql) => sql.all('select 1 as found from relation where from_id = $1', [id]))).length;
    const patch = (path: string, field: string, value: unknown) =>
      made(engine, 'PATCH', path, [{ op: 'add', path: `/${field}`, value }]);
    return { engine, world, domainOf, userOf, fill, searched, counted, read, passing, slice, problems, left, patch };
  }

  it('of an owner are gone at once, though they are removed in slices', async () => {
    const { engine, world, userOf, fill, patch, left, ...look } = await opened('Owned');
    const [ann, bob] = [await userOf('ann'), await userOf('bob')];
    const ids = await fill({ owners: [{ id: ann.id, type: 'user' }] });
    await patch(`/v1/databaseSchemas/${world.schema.id}`, 'owners', [{ id: bob.id, type: 'user' }]);
    const seen = async () => ({
      read: await look.read(ids, 'owners'),
      found: { ann: await look.searched('owners.name', 'ann'), bob: await look.searched('owners.name', 'bob') },
      byId: await look.searched('owners.id', ann.id),
      counted: await look.counted('owners.name.keyword'),
      countedById: await look.counted('owners.id'),
      bobs: await look.passing({ kind: 'ownedBy', ids: [bob.id] }),
      anns: await look.passing({ kind: 'ownedBy', ids: [ann.id] }),
      unowned: await look.passing({ kind: 'noOwner' }),
    });
    const all = [TABLES, TABLES];
    expect(await seen()).toMatchObject({ read: { ann: TABLES }, counted: { ann: TABLES }, anns: all, bobs: [0, 0] });
    expect((await engine.send('DELETE', `/v1/users/${ann.id}`, undefined, { query })).status).toBe(200);
    const gone = {
      read: { bob: TABLES },
      found: { ann: 0, bob: TABLES },
      byId: 0,
      counted: { bob: TABLES },
      countedById: { [bob.id]: TABLES },
      ...{ bobs: all, anns: [0, 0], unowned: [0, 0] },
    };
    expect(await left(ann.id)).toBe(TABLES);
    let slices = 0;
    do {
      expect(await seen()).toEqual(gone);
      expect(await look.problems()).toEqual([]);
      const add = [{ op: 'add', path: '/owners', value: [{ id: ann.id, type: 'user' }] }];
      expect((await engine.send('PATCH', `/v1/databases/${world.database.id}`, add)).status).toBe(404);
      slices += 1;
    } while (await look.slice());
    expect(slices).toBeGreaterThan(TABLES / SLICE);
    expect(await left(ann.id)).toBe(0);
  });

  it('of a domain are gone at once, with those of the domains below it', async () => {
    const { engine, world, domainOf, fill, patch, left, ...look } = await opened('Placed');
    const [top, other] = [await domainOf('top'), await domainOf('other')];
    const below = await domainOf('below', { parent: 'top' });
    const ids = await fill({ domains: [below.fullyQualifiedName] });
    await patch(`/v1/databaseSchemas/${world.schema.id}`, 'domains', [{ id: other.id, type: 'domain' }]);
    const seen = async () => ({
      read: await look.read(ids, 'domains'),
      found: [await look.searched('domains.name', 'below'), await look.searched('domains.name', 'other')],
      counted: await look.counted('domains.name.keyword'),
      others: await look.passing({ kind: 'inDomains', ids: [other.id] }),
      belows: await look.passing({ kind: 'inDomains', ids: [below.id] }),
      without: await look.passing({ kind: 'noDomain' }),
    });
    const all = [TABLES, TABLES];
    expect(await seen()).toMatchObject({ read: { below: TABLES }, counted: { below: TABLES }, belows: all });
    expect((await engine.send('DELETE', `/v1/domains/${top.id}`, undefined, { query })).status).toBe(200);
    expect(await left(below.id)).toBe(TABLES);
    do {
      expect(await seen()).toEqual({
        read: { other: TABLES },
        found: [0, TABLES],
        counted: { other: TABLES },
        ...{ others: all, belows: [0, 0], without: [0, 0] },
      });
      expect(await look.problems()).toEqual([]);
    } while (await look.slice());
    expect(await left(below.id)).toBe(0);
  });

  it('of a data product are removed in slices, too', async () => {
    const { engine, domainOf, fill, left, ...look } = await opened('Offered');
    await domainOf('offering');
    const body = { name: 'product', description: '-', domains: ['offering'] };
    const product = await made(engine, 'POST', '/v1/dataProducts', body);
    const ids = await fill({ dataProducts: ['product'] });
    expect(await look.read(ids, 'dataProducts')).toEqual({ product: TABLES });
    expect((await engine.send('DELETE', `/v1/dataProducts/${product.id}`, undefined, { query })).status).toBe(200);
    expect(await left(product.id)).toBe(TABLES);
    do {
      expect(await look.read(ids, 'dataProducts')).toEqual({});
      expect(await look.searched('dataProducts.name', 'product')).toBe(0);
      expect(await look.problems()).toEqual([]);
    } while (await look.slice());
    expect(await left(product.id)).toBe(0);
  });

  it('are removed within the request if they are few', async () => {
    const { engine, world, userOf, patch, left, read } = await opened('Few');
    const carl = await userOf('carl');
    const owned = await made(engine, 'POST', '/v1/tables', tableBody(world, 'one'));
    await patch(`/v1/tables/${owned.id}`, 'owners', [{ id: carl.id, type: 'user' }]);
    expect((await engine.send('DELETE', `/v1/users/${carl.id}`, undefined, { query })).status).toBe(200);
    expect(await use().store.read(listDeletions)).toEqual([]);
    expect([await left(carl.id), await read([owned.id], 'owners')]).toEqual([0, {}]);
  });
});
