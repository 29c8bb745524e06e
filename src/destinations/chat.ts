import type { Message } from '../mail/index.js';
import type { DestinationKind } from './destination-kind.js';
import { methodOf } from './http-config.js';
import { testMessage } from './test-message.js';

interface ChatProduct extends Pick<DestinationKind, 'profile'> {
  /** A message in the format of the product, within its limits. */
  bodyOf(message: Message): object;
}

/** A chat product: a webhook with a message for people. */
export function chat({ bodyOf, ...places }: ChatProduct): DestinationKind {
  return {
    over: 'http',
    forPeople: true,
    ...places,
    open: ({ type, sender, surroundings, describer }) => ({
      async send(message, target, signal) {
        const body = JSON.stringify(bodyOf(await describer.message({ ...message, channel: type })));
        return sender.send({ id: message.id, body }, target, signal);
      },
      async test({ id, message }, target, signal) {
        const body = JSON.stringify(bodyOf(message ?? testMessage(await surroundings())));
        return sender.send({ id, body, method: methodOf(target.config) }, target, signal);
      },
    }),
  };
}
