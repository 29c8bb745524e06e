/** Lets people skip unread events. Runs in the caller's transaction. */
import type { EventSubscription, Stored } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { placeOf } from '../../entities/index.js';
import { lastPosition, placeAlert } from '../../storage/index.js';

/** Moves an alert behind the newest event, so that unread events are skipped. Pending deliveries are still sent. */
export async function skipToNewest(
  id: string,
  alert: Pick<Stored<EventSubscription>, 'pollInterval' | 'batchSize' | 'enabled'>,
  scope: Scope,
): Promise<void> {
  await placeAlert(scope.sql, { ...placeOf(id, alert, scope), position: await lastPosition(scope.sql) });
}
