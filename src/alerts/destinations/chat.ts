import type { Message } from '../../mail/index.js';
import { describeEvent } from '../messages/index.js';
import type { Destination } from './destination.js';
import type { DestinationDeps } from './index.js';

/** A chat product: a webhook with a message for people, in the format of the product. */
export function chat(type: string, bodyOf: (message: Message) => object) {
  return ({ sender, surroundings }: DestinationDeps): Destination => ({
    type,
    send(message, target, signal) {
      const body = JSON.stringify(bodyOf(describeEvent(message, surroundings)));
      return sender.send({ id: message.id, body }, target, signal);
    },
  });
}
