// Totals of lists that take several slices to count.
import { expect, it } from 'vitest';
import { createTotals, type Scope } from '../../src/catalog/index.js';
import { type EntityQuery, insertEntities } from '../../src/storage/index.js';
import { entityRow } from '../support/rows.js';
import { forEachStore } from '../support/stores.js';

forEachStore('totals', (use) => {
  const query: EntityQuery = {
    type: 'counted',
    include: 'non-deleted',
    conditions: [{ by: 'equals', field: 'kind', values: ['even'] }],
  };

  it('lets no reader with a snapshot wait for a count that is under way', async () => {
    const { store } = use();
    const rows = Array.from({ length: 4500 }, (_, i) =>
      entityRow({ id: `row-${i}`, type: 'counted', doc: JSON.stringify({ kind: i % 2 === 0 ? 'even' : 'odd' }) }),
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
});
