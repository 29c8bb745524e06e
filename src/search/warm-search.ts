import type { Context } from '../context/index.js';
import type { Store } from '../storage/index.js';
import { openEvaluation } from './evaluation/open-evaluation.js';

/**
 * Takes into memory what searches keep there, so that the first of them need not wait for it: in slices, between which others get
 * their turn. Does nothing where searches keep nothing from one to the next.
 */
export async function warmSearch({ readLong }: Pick<Store, 'readLong'>, context: Context): Promise<void> {
  await readLong?.((sql) => openEvaluation({ sql, context }));
}
