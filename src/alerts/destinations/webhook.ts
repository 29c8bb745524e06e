import type { Destination } from './destination.js';
import { methodOf } from './http-config.js';
import type { DestinationDeps } from './index.js';
import { testText } from './test-message.js';

/** Posts the change event itself, signed where the config has a secret. */
export function webhook({ sender, surroundings }: DestinationDeps): Destination {
  return {
    type: 'Webhook',
    send: ({ id, event }, target, signal) => sender.send({ id, body: JSON.stringify(event) }, target, signal),
    test({ id }, target, signal) {
      const body = JSON.stringify({ message: testText(surroundings) });
      return sender.send({ id, body, method: methodOf(target.config) }, target, signal);
    },
  };
}
