/** What people can do about deliveries. Each runs in the caller's transaction and takes effect with it. */
import type { EventSubscription, Stored } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { placeOf } from '../../entities/index.js';
import { lastPosition, placeAlert, type RedeliveryQuery, redeliver } from '../../storage/index.js';
import { DELIVERIES_CHANNEL } from './channel.js';

/**
 * Makes up to `limit` deliveries of an alert that have ended pending again and returns how many: those of one event, of a
 * range of positions, or all that failed. They keep their `webhook-id`.
 */
export async function deliverAgain(query: Omit<RedeliveryQuery, 'at'>, scope: Scope): Promise<number> {
  const count = await redeliver(scope.sql, { ...query, at: scope.context.now() });
  if (count > 0) scope.invalidate({ kind: 'wake', channel: DELIVERIES_CHANNEL });
  return count;
}

/** Moves an alert behind the newest event: what it has not read is skipped. What is to be delivered already stays so. */
export async function skipToNewest(
  id: string,
  alert: Pick<Stored<EventSubscription>, 'pollInterval' | 'batchSize' | 'enabled'>,
  scope: Scope,
): Promise<void> {
  await placeAlert(scope.sql, { ...placeOf(id, alert, scope), position: await lastPosition(scope.sql) });
}
