import { catalogError, operationsRefused } from '../../contract/index.js';
import { type ActionRoute, json, readBody } from '../catalog/index.js';
import { EgressError } from '../egress/index.js';
import type { SendMail } from './create-mail.js';
import { paragraph, plain } from './message.js';

const LIMITS = { connectTimeout: 5000, sendTimeout: 15_000 };

/** Sends at once, so that the answer says what is wrong with the settings. */
export function testMailRoute(send: SendMail): ActionRoute {
  return {
    kind: 'action',
    method: 'PUT',
    path: '/v1/system/email/test',
    docs: {
      operationId: 'sendTestEmail',
      summary: 'Send a test e-mail',
      description:
        'Sends a mail with the current e-mail settings and waits until the mail server has accepted it. Returns 400 with the reason if it does not.',
      tag: 'System',
      body: { schema: 'auth/emailRequest', required: true },
      answers: { 200: { description: 'The mail server accepted the mail', schema: { inline: { type: 'string' } } } },
    },
    async handle(request, scope) {
      const { actor, context } = scope;
      if (!actor?.isAdmin) throw operationsRefused(actor ?? { name: '' }, ['EditAll']);
      const { email } = readBody(request, 'auth/emailRequest', scope);
      const message = {
        subject: 'Test of the e-mail settings',
        blocks: [paragraph(plain('This mail shows that the e-mail settings work.'))],
      };
      try {
        await send({ id: context.id(), to: email, message, at: context.now() }, scope.read, LIMITS);
      } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        throw catalogError('BAD_REQUEST', error.message);
      }
      return json(200, 'Test Email Sent Successfully.');
    },
  };
}
