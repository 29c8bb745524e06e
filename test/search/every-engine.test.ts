// The search port, on the engine of each database: whatever is asked in conditions, the answers are those of a model that looks at
// every document. Policies reach an engine as conditions, too.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRegistry } from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { openEngine } from '../../src/search/engine/open-engine.js';
import type { SearchEngine } from '../../src/search/engine/search-engine.js';
import { createSearchIndex } from '../../src/search/index.js';
import type { Condition } from '../../src/search/query/condition.js';
import { entitiesAfter, getEntitiesByIds } from '../../src/storage/index.js';
import { type ContractApp, openApp } from '../contract/support/contract-app.js';
import { forEachSeededStore } from '../support/stores.js';
import { createSearchModel, type SearchModel } from './model/search-model.js';
import { conditionsOver } from './permitted/random-conditions.js';
import { makeSmallCatalog } from './permitted/small-catalog.js';

const RUNS = 80;
const ALL = 1000;

forEachSeededStore('every engine of search', (use) => {
  const registry = createRegistry(entityTypes);
  let app: ContractApp;
  let model: SearchModel;

  beforeAll(async () => {
    app = await openApp(use());
    await makeSmallCatalog(app);
    const index = createSearchIndex({ registry });
    model = await use().store.read(async (sql) => {
      const rows = await entitiesAfter(sql, '', ALL);
      const named = await getEntitiesByIds(sql, idsOf(rows));
      const names = new Map(named.map(({ id, name, fqn }) => [id, { name, fqn }]));
      return createSearchModel(await index.documents(sql, rows), names);
    });
  }, 60_000);
  afterAll(() => app.close());

  const ask = <T>(work: (engine: SearchEngine) => Promise<T>): Promise<T> =>
    use().store.read(async (sql) => work(await openEngine({ sql, context: { now: Date.now }, catalog: { registry } })));

  const check = (assertion: (engine: SearchEngine, one: Condition, other: Condition) => Promise<void>) => {
    const conditions = conditionsOver(model.documents);
    return fc.assert(
      fc.asyncProperty(conditions, conditions, (one, other) => ask((engine) => assertion(engine, one, other))),
      { numRuns: RUNS },
    );
  };
  const idsOf = (hits: readonly { id: string }[]) => hits.map(({ id }) => id).sort();

  it(
    'finds and counts what meets a condition',
    () =>
      check(async (engine, one) => {
        const expected = model.ids(one);
        for (const exact of [false, true]) {
          const found = await engine.find(one, { exact });
          expect([found.total, found.isMore]).toEqual([expected.length, false]);
          expect(idsOf(await found.lighter(null, ALL))).toEqual(expected);
          expect(await found.tally()).toEqual(model.tally(one));
        }
      }),
    60_000,
  );

  it(
    'gives hits by weight, by name and by number, and goes on behind any of them',
    () =>
      check(async (engine, one) => {
        const found = await engine.find(one);
        const light = await found.lighter(null, ALL);
        expect(await found.lightest(3)).toEqual(light.slice(0, 3));
        const third = light[2];
        if (third) expect(await found.lighter(third, 5)).toEqual(light.slice(3, 8));
        expect(light.map(({ weight }) => weight)).toEqual(light.map(({ weight }) => weight).sort((a, b) => a - b));
        const named = await found.sorted({ by: 'name', descending: false }, { offset: 1, limit: 4 });
        expect(named.map(({ id }) => id)).toEqual(model.byName(one).slice(1, 5));
        const numbered: string[] = [];
        for (let after: number | null = 0; after !== null; ) {
          const { hits, next }: Awaited<ReturnType<SearchEngine['after']>> = await engine.after(one, after, 7);
          numbered.push(...hits.map(({ id }) => id));
          after = next;
        }
        expect(numbered.sort()).toEqual(model.ids(one));
      }),
    60_000,
  );

  it(
    'narrows what it found',
    () =>
      check(async (engine, one, other) => {
        const found = await engine.find(one);
        const expected = model.ids({ kind: 'and', of: [one, other] });
        expect(idsOf(await found.lightestOf(other, ALL))).toEqual(expected);
        expect((await found.narrowed(other)).total).toBe(expected.length);
      }),
    60_000,
  );

  it(
    'suggests names that begin with a text',
    () =>
      check(async (engine, one) => {
        for (const prefix of ['asset', 'assettable', 'm'])
          expect(idsOf(await engine.beginning(prefix, one, ALL))).toEqual(
            model.ids({ kind: 'and', of: [one, { kind: 'begins', prefix }] }),
          );
      }),
    60_000,
  );
});
