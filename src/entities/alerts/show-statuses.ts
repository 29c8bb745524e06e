import type { Destination, EventSubscription, Stored } from '../../../contract/index.js';
import { createSight, type Scope } from '../../catalog/index.js';

/** Adds the state of each destination, for readers who may view all of the alert. */
export async function addStatuses(alerts: readonly Stored<EventSubscription>[], scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get('eventsubscription');
  const all = await createSight(scope).allowed(
    'ViewAll',
    alerts.map(({ id }) => ({ id: String(id), type: type.name })),
  );
  for (const alert of alerts)
    if (all.has(String(alert.id)) && alert.destinations)
      alert.destinations = alert.destinations.map((destination) => withStatus(destination, alert));
}

function withStatus(destination: Destination, { enabled, updatedAt }: Stored<EventSubscription>): Destination {
  const status = enabled === false ? 'disabled' : 'active';
  return { ...destination, statusDetails: { status, ...(updatedAt === undefined ? {} : { timestamp: updatedAt }) } };
}
