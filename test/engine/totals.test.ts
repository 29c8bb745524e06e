// Totals of lists that take several slices to count.
import { expect, it } from 'vitest';
import { createTotals, type Scope } from '../../src/catalog/index.js';
import {
  deleteEntities,
  type EntityQuery,
  insertEntities,
  insertEvents,
  type Sql,
  setDeletedState,
} from '../../src/storage/index.js';
import { entityRow, eventRow } from '../support/rows.js';
import { forEachStore } from '../support/stores.js';

forEachStore('totals', (use) => {
  const query: EntityQuery = {
    type: 'counted',
    include: 'non-deleted',
    conditions: [{ by: 'namePrefix', prefix: 'even' }],
  };

  it('lets no reader with a snapshot wait for a count that is under way', async () => {
    const { store } = use();
    const rows = Array.from({ length: 4500 }, (_, i) =>
      entityRow({ id: `row-${i}`, type: 'counted', name: `${i % 2 === 0 ? 'even' : 'odd'} ${i}` }),
    );
    await store.write((tx) => insertEntities(tx, rows));
    const totals = createTotals();
    const scope = { reopen: store.read } as Scope;
    const quick = () => store.read((sql) => totals.quick(query, { ...scope, sql }));
    const first = await quick();
    const [counted, meanwhile, together] = await Promise.all([
      totals.full(query, scope),
      quick(),
      totals.full(query, scope),
    ]);
    const atOnce = store.dialect.blocking ? null : 2250;
    expect([first, meanwhile]).toEqual([atOnce, atOnce]);
    expect([counted, together]).toEqual([2250, 2250]);
    expect(await quick()).toBe(2250);
    totals.drop('counted');
    expect(await quick()).toBe(atOnce);
  });

  it('are of the snapshot that asks, whatever was told of a commit', async () => {
    const { store } = use();
    const totals = createTotals();
    const scope = { reopen: store.read } as Scope;
    const of: EntityQuery = { type: 'told', include: 'all', conditions: [] };
    const quick = () => store.read((sql) => totals.quick(of, { ...scope, sql }));
    const write = (work: (tx: Sql) => Promise<unknown>) =>
      store.write(async (tx) => {
        await work(tx);
        await insertEvents(tx, [eventRow('any', { entity_type: 'told' })]);
      });
    expect(await quick()).toBe(0);
    await write((tx) =>
      insertEntities(tx, [entityRow({ id: 'told 1', type: 'told' }), entityRow({ id: 'told 2', type: 'told' })]),
    );
    expect(await quick()).toBe(2);
    await write((tx) => setDeletedState(tx, ['told 1'], 1));
    expect(await store.read((sql) => totals.quick({ ...of, include: 'non-deleted' }, { ...scope, sql }))).toBe(1);
    await write((tx) => deleteEntities(tx, ['told 2']));
    expect(await quick()).toBe(1);
  });
});
