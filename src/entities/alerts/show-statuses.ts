import type { Destination, EventSubscription, Stored, SubscriptionStatus } from '../../../contract/index.js';
import { createSight, type Scope } from '../../catalog/index.js';
import { type DestinationRow, listDestinationStates } from '../../storage/index.js';

/** Adds the state of each destination, for readers who may view all of the alert. */
export async function addStatuses(alerts: readonly Stored<EventSubscription>[], scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get('eventsubscription');
  const all = await createSight(scope).allowed(
    'ViewAll',
    alerts.map(({ id }) => ({ id: String(id), type: type.name })),
  );
  const shown = alerts.filter(({ id, destinations }) => all.has(String(id)) && destinations);
  if (shown.length === 0) return;
  const rows = await listDestinationStates(
    scope.sql,
    shown.map(({ id }) => String(id)),
  );
  const states = new Map(rows.map((row) => [`${row.alert_id} ${row.destination_id}`, row]));
  for (const alert of shown)
    alert.destinations = alert.destinations?.map((destination) => ({
      ...destination,
      statusDetails: destinationStatus(destination, alert, states.get(`${alert.id} ${destination.id}`)),
    }));
}

/** The state of a destination as answers show it. */
export function destinationStatus(
  { enabled }: Pick<Destination, 'enabled'>,
  alert: Pick<Stored<EventSubscription>, 'enabled' | 'updatedAt'>,
  row: DestinationRow | undefined,
): SubscriptionStatus {
  const isOff = alert.enabled === false || enabled === false;
  const shown: SubscriptionStatus = { status: isOff ? 'disabled' : (row?.status ?? 'active') };
  const timestamp = row?.at ?? alert.updatedAt;
  if (timestamp !== undefined) shown.timestamp = timestamp;
  if (!row) return shown;
  if (row.last_success_at !== null) shown.lastSuccessfulAt = row.last_success_at;
  if (row.last_failure_at !== null) shown.lastFailedAt = row.last_failure_at;
  if (row.last_failure_code !== null) shown.lastFailedStatusCode = row.last_failure_code;
  if (row.last_failure_reason !== null) shown.lastFailedReason = row.last_failure_reason;
  if (row.next_attempt_at !== null && !isOff) shown.nextAttempt = row.next_attempt_at;
  return shown;
}
