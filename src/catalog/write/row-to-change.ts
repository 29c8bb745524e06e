import type { EntityRow } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import { type EntityKey, findForWrite, type Include } from '../read/load.js';
import { decideOnSeen } from '../rights/decide-row.js';
import type { Scope } from '../routes/route.js';

/**
 * Finds, locks and authorizes the row that a request wants to change. Throws 403 or 404, and 409 while the entity or
 * one of its containers is being deleted.
 */
export async function rowToChange(
  type: EntityType,
  naming: EntityKey,
  include: Include,
  scope: Scope,
  operations: readonly string[],
): Promise<EntityRow> {
  const { authorizer } = scope.catalog;
  for (const operation of operations) authorizer.possible(scope.actor, operation, type.name);
  const row = await findForWrite(type, naming, include, scope);
  await decideOnSeen(operations, type, row, scope);
  return row;
}
