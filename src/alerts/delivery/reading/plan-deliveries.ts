/** Plans the deliveries of an event for one alert: one for each address of its destinations, or a record that the evaluation failed. */
import { createHash } from 'node:crypto';
import type { Destination } from '../../../../contract/index.js';
import type { Scope } from '../../../catalog/index.js';
import { readHttpConfig } from '../../../destinations/index.js';
import type { NewDelivery, PlacedEventRow } from '../../../storage/index.js';
import type { Recipient, ResolveRecipients } from '../../recipients/index.js';
import type { AlertEvent } from '../../rules/read-event.js';
import type { WorkedAlert } from '../alert-registry.js';

export interface PlannedFrom {
  alert: WorkedAlert;
  row: PlacedEventRow;
  event: AlertEvent;
}

export interface PlanDeps {
  resolveRecipients: ResolveRecipients;
  /** The kinds of destinations to which messages can be sent. */
  canSend(type: string): boolean;
}

const MAIL = 'Email';
const WEBHOOK = 'Webhook';

export async function planDeliveries(
  { alert, row, event }: PlannedFrom,
  deps: PlanDeps,
  scope: Scope,
): Promise<NewDelivery[]> {
  const byAddress = new Map<string, { delivery: NewDelivery; also: string[] }>();
  for (const destination of alert.destinations) {
    if (destination.enabled === false || destination.id === undefined || !deps.canSend(destination.type)) continue;
    const config = alert.configOf(destination.id);
    for (const recipient of await deps.resolveRecipients({ destination, config, event }, scope.sql)) {
      const address = addressOf(destination.type, recipient);
      const known = byAddress.get(address);
      if (!known) {
        const delivery = deliveryTo(
          { destination, recipient, address, isOwn: recipient.config === config },
          alert,
          row,
          scope,
        );
        byAddress.set(address, { delivery, also: [] });
        continue;
      }
      // An address that the destination names itself gets everything, even if a user or team has the same address.
      if (recipient.personId === undefined) Object.assign(known.delivery, { once_key: null, person_id: null });
      if (known.delivery.destination_id !== destination.id) known.also.push(destination.id);
    }
  }
  return [...byAddress.values()].map(({ delivery, also }) => ({
    ...delivery,
    also: also.length > 0 ? JSON.stringify([...new Set(also)]) : null,
  }));
}

/** The record of an event that could not be evaluated. */
export function failedEvaluation(
  { alert, row }: Pick<PlannedFrom, 'alert' | 'row'>,
  error: unknown,
  scope: Scope,
): NewDelivery {
  const reason = `The conditions could not be evaluated: ${error instanceof Error ? error.message : String(error)}`;
  return {
    ...outline(alert, row, scope),
    destination_id: '',
    address: '',
    source: 'PUBLISHER',
    state: 'failed',
    reason: reason.slice(0, 1000),
    event: row.doc,
  };
}

interface To {
  destination: Destination;
  recipient: Recipient;
  address: string;
  /** Whether the config of the recipient is that of the destination. */
  isOwn: boolean;
}

function deliveryTo(
  { destination, recipient, address, isOwn }: To,
  alert: WorkedAlert,
  row: PlacedEventRow,
  scope: Scope,
) {
  // The URL of a destination is not stored with the delivery: if the config changes before it is sent, the new secrets must not go to the old URL.
  const receivers = isOwn && destination.type !== MAIL ? [] : [recipient.address];
  const isForPerson = recipient.personId !== undefined && destination.type !== WEBHOOK;
  return {
    ...outline(alert, row, scope),
    destination_id: destination.id ?? '',
    address,
    receivers: JSON.stringify(receivers),
    config: isOwn ? null : scope.catalog.sealer.seal(JSON.stringify(recipient.config)),
    once_key: isForPerson ? hash([row.id, address]) : null,
    person_id: recipient.personId ?? null,
  };
}

function outline(alert: WorkedAlert, row: PlacedEventRow, { context }: Scope): NewDelivery {
  const now = context.now();
  return {
    id: context.id(),
    alert_id: alert.id,
    destination_id: '',
    also: null,
    address: '',
    receivers: '[]',
    config: null,
    source: 'SUBSCRIBER',
    position: row.position,
    event_id: row.id,
    entity_id: row.entity_id,
    state: 'pending',
    due_at: now,
    wait: 0,
    created_at: now,
    code: null,
    reason: null,
    once_key: null,
    event: null,
    person_id: null,
  };
}

/** Two destinations are one address if they agree in type, URL, query, headers and authentication. */
function addressOf(type: string, { address, config }: Recipient): string {
  if (type === MAIL) return hash([type, address.toLowerCase()]);
  const { headers, queryParams, auth } = readHttpConfig(config);
  const sorted = (pairs: Readonly<Record<string, string>>) =>
    Object.entries(pairs).sort(([a], [b]) => (a < b ? -1 : 1));
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return hash([type, address, sorted(queryParams), sorted(lower), sorted({ ...auth })]);
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
