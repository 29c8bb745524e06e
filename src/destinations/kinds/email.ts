import { EgressError, MailRefused } from '../../egress/index.js';
import type { MailToSend } from '../../mail/index.js';
import { answerText, storableText } from '../answer-text.js';
import { type Attempt, type DestinationTarget, INTERRUPTED } from '../destination.js';
import type { DestinationDeps, DestinationKind } from '../destination-kind.js';
import { worst } from '../http-sender.js';
import { testMessage } from '../test-message.js';

/** E-mail: one mail for each receiver. The caller retries failed ones, so the queue of mail is not used. */
export const email: DestinationKind = {
  over: 'mail',
  forPeople: true,
  open: (deps) => ({
    async send({ id, at, alert, event, more = [] }, target, signal) {
      const described = await deps.describer.mail({ alert, event, more, channel: deps.type });
      return sendAll({ id, at, ...described }, { ...deps, target, signal });
    },
    async test({ id, at, message: given }, target, signal) {
      const message = given ?? testMessage(await deps.surroundings());
      return sendAll({ id, at, message, html: await deps.describer.page(message) }, { ...deps, target, signal });
    },
  }),
};

async function sendAll(mail: Omit<MailToSend, 'to'>, sending: Sending): Promise<Attempt> {
  const { receivers, config } = sending.target;
  const attempts = [];
  for (const to of new Set(receivers.length > 0 ? receivers : receiversOf(config)))
    attempts.push(await sendMail({ ...mail, to }, sending));
  return worst(attempts);
}

function receiversOf({ receivers }: Record<string, unknown>): string[] {
  return Array.isArray(receivers) ? receivers.filter((one) => typeof one === 'string') : [];
}

interface Sending extends Pick<DestinationDeps, 'mailer'> {
  target: DestinationTarget;
  signal: AbortSignal;
}

async function sendMail(mail: MailToSend, { mailer, target, signal }: Sending): Promise<Attempt> {
  const began = performance.now();
  const durationMs = () => Math.round(performance.now() - began);
  const { connectTimeout, readTimeout } = target;
  if (signal.aborted) return { outcome: 'failed', reason: INTERRUPTED, durationMs: 0 };
  try {
    const answer = await mailer(mail, { connectTimeout, sendTimeout: readTimeout, signal });
    return { outcome: 'delivered', answer: answerText(answer), durationMs: durationMs() };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const reason = signal.aborted ? INTERRUPTED : storableText(error.message);
    const code = error instanceof MailRefused ? { statusCode: error.code } : {};
    return { outcome: isFinal(error) ? 'rejected' : 'failed', ...code, reason, durationMs: durationMs() };
  }
}

/** Retrying helps if the mail server is reconfigured, but not if the address is invalid. */
function isFinal(error: EgressError): boolean {
  return error instanceof MailRefused ? error.permanent : error.failure === 'invalid';
}
