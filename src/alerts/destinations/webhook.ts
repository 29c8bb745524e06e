import type { Destination } from './destination.js';
import type { DestinationDeps } from './index.js';

/** Posts the change event itself, signed where the config has a secret. */
export function webhook({ sender }: DestinationDeps): Destination {
  return {
    type: 'Webhook',
    send: ({ id, event }, target, signal) => sender.send({ id, body: JSON.stringify(event) }, target, signal),
  };
}
