import type { Context } from '../context/index.js';
import { currentTables, type Store, textHoldsFacets } from '../storage/index.js';
import { evaluateNumbers } from './evaluation/evaluate-numbers.js';
import { warmFacets } from './postgres/facet-memory.js';

/**
 * Takes into memory what searches keep there, so that the first of them need not wait for it: in slices, between which others get
 * their turn.
 */
export async function warmSearch(store: Store, context: Context): Promise<void> {
  if (textHoldsFacets(store)) await store.read(async (sql) => warmFacets(sql, await currentTables(sql)));
  else await store.readLong?.((sql) => evaluateNumbers(sql, context.now));
}
