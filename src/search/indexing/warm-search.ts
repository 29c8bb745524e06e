import type { Context } from '../../context/index.js';
import { capabilitiesOf, currentTables, type Store } from '../../storage/index.js';
import { evaluateDocIds } from '../evaluation/evaluate-doc-ids.js';
import { warmFacets } from '../postgres/facet-cache.js';

/** Fills the search caches, so that the first searches need not wait: in slices, between which other work can run. */
export async function warmSearch({ readLong }: Pick<Store, 'readLong'>, context: Context): Promise<void> {
  await readLong?.(async (sql) => {
    if (capabilitiesOf(sql).concurrentWriters) await warmFacets(sql, await currentTables(sql));
    else await evaluateDocIds(sql, { ofDomains: [], removed: new Set() }, context.now);
  });
}
