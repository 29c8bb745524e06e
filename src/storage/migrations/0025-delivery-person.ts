import type { Migration } from './migration.js';

/** `alert_delivery.person_id`: the user or team that a delivery is for, whose rights say what it shows when it is sent. */
export const deliveryPerson: Migration = {
  number: 25,
  name: 'delivery-person',
  statements: ({ types: { text } }) => [`alter table alert_delivery add column person_id ${text}`],
};
