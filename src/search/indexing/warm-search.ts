import type { Context } from '../../context/index.js';
import { capabilitiesOf, currentTables, type Store } from '../../storage/index.js';
import { evaluateNumbers } from '../evaluation/evaluate-numbers.js';
import { warmFacets } from '../postgres/facet-memory.js';

/**
 * Takes into memory what searches keep there, so that the first of them need not wait for it: in slices, between which others get
 * their turn.
 */
export async function warmSearch({ readLong }: Pick<Store, 'readLong'>, context: Context): Promise<void> {
  await readLong?.(async (sql) => {
    if (capabilitiesOf(sql).concurrentWriters) await warmFacets(sql, await currentTables(sql));
    else await evaluateNumbers(sql, context.now);
  });
}
