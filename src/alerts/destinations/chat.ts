import type { Message } from '../../mail/index.js';
import type { Destination } from './destination.js';
import { methodOf } from './http-config.js';
import type { DestinationDeps } from './index.js';
import { testMessage } from './test-message.js';

/** A chat product: a webhook with a message for people, in the format of the product. */
export function chat(type: string, bodyOf: (message: Message) => object) {
  return ({ sender, surroundings, describer }: DestinationDeps): Destination => ({
    type,
    async send(message, target, signal) {
      const body = JSON.stringify(bodyOf(await describer.message({ ...message, channel: type })));
      return sender.send({ id: message.id, body }, target, signal);
    },
    test({ id, message = testMessage(surroundings) }, target, signal) {
      const body = JSON.stringify(bodyOf(message));
      return sender.send({ id, body, method: methodOf(target.config) }, target, signal);
    },
  });
}
