import type { DestinationKind } from '../destination-kind.js';
import { methodOf } from '../http-config.js';
import { testText } from '../test-message.js';

/** Webhook: the change event itself, signed if the config has a secret. */
export const webhook: DestinationKind = {
  over: 'http',
  forPeople: false,
  profile: 'generic',
  open: ({ sender, surroundings }) => ({
    send: ({ id, event }, target, signal) => sender.send({ id, body: JSON.stringify(event) }, target, signal),
    async test({ id }, target, signal) {
      const body = JSON.stringify({ message: testText(await surroundings()) });
      return sender.send({ id, body, method: methodOf(target.config) }, target, signal);
    },
  }),
};
