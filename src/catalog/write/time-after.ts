import type { EntityRow } from '../../storage/index.js';
import type { Scope } from '../routes/route.js';

/** Timestamp of a change: now, but never before the previous change, even if the clock was set back. */
export function timeAfter(row: Pick<EntityRow, 'updated_at'>, { context }: Pick<Scope, 'context'>): number {
  return Math.max(context.now(), row.updated_at);
}
