import { EgressError, MailRefused } from '../../egress/index.js';
import { describeEvent } from '../messages/index.js';
import type { Attempt, Destination, DestinationTarget, OutgoingMessage } from './destination.js';
import { worst } from './http-sender.js';
import type { DestinationDeps } from './index.js';

const LONGEST_ANSWER = 1024;

/** One mail for each receiver. Whoever calls repeats failed ones, so the queue of mail is not used. */
export function email(deps: DestinationDeps): Destination {
  return {
    type: 'Email',
    async send(message, target, signal) {
      const receivers = target.receivers.length > 0 ? target.receivers : receiversOf(target.config);
      const attempts = [];
      for (const to of new Set(receivers)) attempts.push(await sendMail(to, { ...deps, message, target, signal }));
      return worst(attempts);
    },
  };
}

function receiversOf({ receivers }: Record<string, unknown>): string[] {
  return Array.isArray(receivers) ? receivers.filter((one) => typeof one === 'string') : [];
}

interface Sending extends DestinationDeps {
  message: OutgoingMessage;
  target: DestinationTarget;
  signal: AbortSignal;
}

async function sendMail(to: string, { mailer, surroundings, message, target, signal }: Sending): Promise<Attempt> {
  const began = performance.now();
  const durationMs = () => Math.round(performance.now() - began);
  const { connectTimeout, readTimeout } = target;
  const mail = { id: message.id, to, message: describeEvent(message, surroundings), at: message.at };
  try {
    const answer = await mailer(mail, { connectTimeout, sendTimeout: readTimeout, signal });
    return { outcome: 'delivered', answer: answer.slice(0, LONGEST_ANSWER), durationMs: durationMs() };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const reason = signal.aborted ? 'The delivery was interrupted' : error.message;
    const code = error instanceof MailRefused ? { statusCode: error.code } : {};
    return { outcome: isFinal(error) ? 'rejected' : 'failed', ...code, reason, durationMs: durationMs() };
  }
}

/** A mail server that cannot be used may be configured anew; an address that is none stays none. */
function isFinal(error: EgressError): boolean {
  return error instanceof MailRefused ? error.permanent : error.failure === 'invalid';
}
