/** What people can do about reading. Runs in the caller's transaction and takes effect with it. */
import type { EventSubscription, Stored } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { placeOf } from '../../entities/index.js';
import { lastPosition, placeAlert } from '../../storage/index.js';

/** Moves an alert behind the newest event: what it has not read is skipped. What is to be delivered already stays so. */
export async function skipToNewest(
  id: string,
  alert: Pick<Stored<EventSubscription>, 'pollInterval' | 'batchSize' | 'enabled'>,
  scope: Scope,
): Promise<void> {
  await placeAlert(scope.sql, { ...placeOf(id, alert, scope), position: await lastPosition(scope.sql) });
}
