import type { EntityRow } from '../../storage/index.js';
import type { Scope } from '../routes/route.js';

/** The time of a change of an entity: now, but never before its last one, whatever was done to the clock. */
export function timeAfter(row: Pick<EntityRow, 'updated_at'>, { context }: Pick<Scope, 'context'>): number {
  return Math.max(context.now(), row.updated_at);
}
