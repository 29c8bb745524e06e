// The outbox of alerts: one row for each event, alert and address.
import { runLater, type Sql } from '../../port.js';

/** `pending`: to be sent, or sent again, once it is due. */
export type DeliveryState = 'pending' | 'delivered' | 'failed';
/** `SUBSCRIBER`: it could not be delivered; `PUBLISHER`: the conditions of the alert could not be evaluated. */
export type DeliverySource = 'SUBSCRIBER' | 'PUBLISHER';

export interface DeliveryRow {
  /** Stable over all attempts: the `webhook-id`. */
  id: string;
  alert_id: string;
  /** The destination whose config is used; empty if the alert could not be evaluated. */
  destination_id: string;
  /** JSON array with the ids of further destinations of the same address; null if there are none. */
  also: string | null;
  /** Hash of the address; unique for the event and the alert. */
  address: string;
  /** JSON array of URLs or mail addresses. */
  receivers: string;
  /** Sealed JSON text of the config, if it is not that of the destination. */
  config: string | null;
  source: DeliverySource;
  /** Of the event. */
  position: number;
  event_id: string;
  entity_id: string;
  state: DeliveryState;
  attempts: number;
  /** When it is due, and how long it was to wait then. A due time further ahead was set before the clock was set back. */
  due_at: number;
  wait: number;
  created_at: number;
  /** Last attempt, or when it was created. */
  updated_at: number;
  /** Of the last attempt. */
  code: number | null;
  reason: string | null;
  /** Chat and mail to a person: unique, so that two alerts do not tell the same. */
  once_key: string | null;
  /** Text of the event, once the delivery failed, until it arrives: the log of events may be shorter. */
  event: string | null;
  /** The user or team that it is for; null for an address that the destination names itself. */
  person_id: string | null;
  /** When somebody last asked to send it again; null: never. */
  again_at: number | null;
}

export type NewDelivery = Omit<DeliveryRow, 'attempts' | 'updated_at' | 'again_at'>;

const INSERTED_COLUMNS = `id, alert_id, destination_id, also, address, receivers, config, source, position, event_id,
  entity_id, state, attempts, due_at, wait, created_at, updated_at, code, reason, once_key, event, person_id`;
export const DELIVERY_COLUMNS = `${INSERTED_COLUMNS}, again_at`;

/** One that exists for the address or the person is left unchanged. */
export async function insertDelivery(tx: Sql, row: NewDelivery): Promise<void> {
  const values = [
    row.id,
    row.alert_id,
    row.destination_id,
    row.also,
    row.address,
    row.receivers,
    row.config,
    row.source,
  ];
  const rest = [row.position, row.event_id, row.entity_id, row.state, row.due_at, row.wait, row.created_at];
  await runLater(
    tx,
    `insert into alert_delivery (${INSERTED_COLUMNS})
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, $13, $14, $15, $15, $16, $17, $18, $19, $20)
      on conflict do nothing`,
    [...values, ...rest, row.code, row.reason, row.once_key, row.event, row.person_id],
  );
}

export interface DestinationKey {
  alert_id: string;
  destination_id: string;
}

/** The first destination with pending deliveries behind a key; walks along the index of them. */
export function nextPendingDestination(sql: Sql, after: DestinationKey): Promise<DestinationKey | undefined> {
  return sql.get<DestinationKey>(
    `select alert_id, destination_id from alert_delivery
      where state = 'pending' and (alert_id, destination_id) > ($1, $2) order by alert_id, destination_id limit 1`,
    [after.alert_id, after.destination_id],
  );
}

/** Pending deliveries of a destination in the order of their events. */
export function listPendingDeliveries(sql: Sql, key: DestinationKey, limit: number): Promise<DeliveryRow[]> {
  return sql.all<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from alert_delivery
      where state = 'pending' and alert_id = $1 and destination_id = $2 order by position, id limit $3`,
    [key.alert_id, key.destination_id, limit],
  );
}

export interface AttemptRow {
  delivery_id: string;
  /** Counts from 1. */
  number: number;
  at: number;
  outcome: 'delivered' | 'failed' | 'rejected';
  code: number | null;
  /** Milliseconds. */
  duration: number;
  reason: string | null;
  /** The first KiB of the answer. */
  answer: string | null;
}

/** The state of a delivery after an attempt. */
export type DeliveryChange = Pick<DeliveryRow, 'id' | 'state' | 'due_at' | 'wait' | 'code' | 'reason' | 'event'> & {
  at: number;
};

/** `attempts`: how many it took. Has no effect on a delivery that is no longer pending. */
export async function changeDelivery(tx: Sql, change: DeliveryChange, attempts: 0 | 1): Promise<void> {
  await runLater(
    tx,
    `update alert_delivery set state = $2, attempts = attempts + $9, due_at = $3, wait = $4, updated_at = $5, code = $6,
      reason = $7, event = $8 where id = $1 and state = 'pending'`,
    [
      change.id,
      change.state,
      change.due_at,
      change.wait,
      change.at,
      change.code,
      change.reason,
      change.event,
      attempts,
    ],
  );
}

/** Does nothing if the delivery was removed meanwhile, and keeps it from being removed until the transaction ends. */
export async function insertAttempt(tx: Sql, row: Omit<AttemptRow, 'number'>): Promise<void> {
  await runLater(
    tx,
    `insert into alert_attempt (delivery_id, number, at, outcome, code, duration, reason, answer)
      select $1, 1 + coalesce(max(number), 0), $2, $3, $4, $5, $6, $7 from alert_attempt where delivery_id = $1
        having exists (select 1 from alert_delivery where id = $1${tx.dialect.forKeyShare})`,
    [row.delivery_id, row.at, row.outcome, row.code, row.duration, row.reason, row.answer],
  );
}

/** The attempts of a delivery, oldest first. */
export function listAttempts(sql: Sql, deliveryId: string): Promise<AttemptRow[]> {
  return sql.all<AttemptRow>(
    `select delivery_id, number, at, outcome, code, duration, reason, answer from alert_attempt
      where delivery_id = $1 order by number`,
    [deliveryId],
  );
}
