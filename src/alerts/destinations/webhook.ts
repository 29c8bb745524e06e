import type { Destination } from './destination.js';
import { checkHttpConfig } from './http-config.js';
import type { DestinationDeps } from './index.js';

/** Posts the change event itself, signed where the config has a secret. */
export function webhook({ sender, policy }: DestinationDeps): Destination {
  return {
    type: 'Webhook',
    validate: (config) => checkHttpConfig(config, policy),
    send: ({ id, event }, target, signal) => sender.send({ id, body: JSON.stringify(event) }, target, signal),
  };
}
