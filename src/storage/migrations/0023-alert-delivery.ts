import type { Migration } from './migration.js';

/**
 * Delivery of alerts: where each has read to, an outbox, and what became of it.
 *
 * - `alert_lane`: the position of all alerts of a share that read with one interval and batch size. `revision` increases with
 *   every change of one of these alerts, so whoever moves the position learns that its idea of them is outdated.
 * - `alert_cursor`: one alert. `state`: `lane`: it reads with its lane, from behind `position` on; `behind`: it reads
 *   alone behind `position` until it reaches its lane; `off`: it is disabled and stands at `position`; `gone`: it was deleted,
 *   its records are being removed. `started` is 0 until the event of its creation was read: nothing before it is delivered.
 * - `alert_destination`: state and counters of one destination. `circuit` is `open` while it is believed to be down.
 * - `alert_delivery`: one event for one address of one alert: the outbox and the record of what became of it. Its id is the
 *   `webhook-id`. `position` is that of the event in `change_event`; `event` keeps its text once the delivery failed.
 * - `alert_attempt`: each attempt of a delivery.
 */
export const alertDelivery: Migration = {
  number: 23,
  name: 'alert-delivery',
  statements: ({ types: { text, integer } }) => [
    `create table alert_lane (
      share ${integer} not null, every ${integer} not null, batch ${integer} not null, position ${integer} not null,
      moved_at ${integer} not null, revision ${integer} not null, primary key (share, every, batch))`,
    `create table alert_cursor (
      alert_id ${text} primary key, share ${integer} not null, every ${integer} not null, batch ${integer} not null,
      revision ${integer} not null, state ${text} not null, started ${integer} not null, position ${integer} not null,
      moved_at ${integer} not null, start_position ${integer} not null, start_at ${integer} not null,
      matched ${integer} not null default 0)`,
    'create index alert_cursor_lane on alert_cursor (share, every, batch, revision)',
    "create index alert_cursor_gone on alert_cursor (alert_id) where state = 'gone'",
    `create table alert_destination (
      alert_id ${text} not null, destination_id ${text} not null, status ${text} not null, at ${integer} not null,
      last_success_at ${integer}, last_failure_at ${integer}, last_failure_code ${integer}, last_failure_reason ${text},
      next_attempt_at ${integer}, failures ${integer} not null default 0, failing_since ${integer},
      circuit ${text} not null default 'closed', succeeded ${integer} not null default 0,
      failed ${integer} not null default 0, primary key (alert_id, destination_id))`,
    `create table alert_delivery (
      id ${text} primary key, alert_id ${text} not null, destination_id ${text} not null, also ${text},
      address ${text} not null, receivers ${text} not null, config ${text}, source ${text} not null,
      position ${integer} not null, event_id ${text} not null, entity_id ${text} not null, state ${text} not null,
      attempts ${integer} not null default 0, due_at ${integer} not null, wait ${integer} not null default 0,
      created_at ${integer} not null, updated_at ${integer} not null, code ${integer}, reason ${text},
      once_key ${text}, event ${text})`,
    'create unique index alert_delivery_address on alert_delivery (alert_id, event_id, address)',
    'create unique index alert_delivery_once on alert_delivery (once_key) where once_key is not null',
    "create index alert_delivery_pending on alert_delivery (alert_id, destination_id, position, id) where state = 'pending'",
    "create index alert_delivery_event on alert_delivery (position) where state = 'pending'",
    'create index alert_delivery_record on alert_delivery (alert_id, state, updated_at, id)',
    'create index alert_delivery_time on alert_delivery (state, updated_at, id)',
    `create table alert_attempt (
      delivery_id ${text} not null, number ${integer} not null, at ${integer} not null, outcome ${text} not null,
      code ${integer}, duration ${integer} not null, reason ${text}, answer ${text}, primary key (delivery_id, number))`,
  ],
};
