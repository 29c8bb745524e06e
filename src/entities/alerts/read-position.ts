/** Keeps where alerts have read to in step with their definition. */
import type { EventSubscription, Stored } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { type EntityRow, endAlert, placeAlert } from '../../storage/index.js';
import { isDelivered } from './built-in-alerts.js';

/** Wakes the delivery of alerts when one of them changed. */
export const ALERTS_CHANNEL = 'alerts';

type Alert = Stored<EventSubscription>;

/** Of alerts that were stored without them. */
const DEFAULTS = { pollInterval: 10, batchSize: 10 };

export async function keepPosition({ id }: EntityRow, after: Alert, before: Alert | null, scope: Scope) {
  if (!isDelivered(after)) return 'unseen';
  await placeAlert(scope.sql, { ...placeOf(id, after, scope), created: before === null });
  scope.invalidate({ kind: 'wake', channel: ALERTS_CHANNEL });
  return 'unseen';
}

/** What decides how an alert reads. */
export function placeOf(id: string, alert: Pick<Alert, 'pollInterval' | 'batchSize' | 'enabled'>, scope: Scope) {
  const { pollInterval = DEFAULTS.pollInterval, batchSize = DEFAULTS.batchSize, enabled = true } = alert;
  return { alert_id: id, every: pollInterval, batch: batchSize, enabled, at: scope.context.now() };
}

export async function endPosition({ id }: EntityRow, scope: Scope): Promise<void> {
  await endAlert(scope.sql, id);
  scope.invalidate({ kind: 'wake', channel: ALERTS_CHANNEL });
}
