import type { Migration } from './migration.js';

/** `alert_delivery.again_at`: when somebody last asked to send it again. How long a delivery has waited counts from then. */
export const deliveryAgain: Migration = {
  number: 26,
  name: 'delivery-again',
  statements: ({ types: { integer } }) => [`alter table alert_delivery add column again_at ${integer}`],
};
