import { parseObject } from '../../contract/index.js';
import type { Scope } from '../catalog/index.js';
import { MailRefused } from '../egress/index.js';
import type { FeatureJob } from '../feature/index.js';
import { declareJob, enqueueJob, JobFailure } from '../jobs/index.js';
import type { MailToSend, SendMail } from './create-mail.js';
import type { Message } from './message.js';

interface Input {
  /** The mail as JSON text, sealed: it can hold a link that logs its reader in. */
  sealed: string;
}

const HOUR = 3_600_000;

/** Repeats for about a day, since nobody notices a mail that never came. */
const mails = declareJob<Input>({
  name: 'mail.send',
  input: {
    type: 'object',
    properties: { sealed: { type: 'string' } },
    required: ['sealed'],
    additionalProperties: false,
  },
  cancellable: false,
  retry: { attempts: 60, firstMs: 2000, longestMs: HOUR / 2 },
  keptMs: 24 * HOUR,
});

const LIMITS = { connectTimeout: 10_000, sendTimeout: 60_000 };
/** A server that answers slowly must not stop all others: this many mails of one server are under way at once. */
const AT_ONCE = 4;

export async function enqueueMail(to: string, message: Message, scope: Scope): Promise<void> {
  const { context, catalog } = scope;
  const mail: MailToSend = { id: context.id(), to, message, at: context.now() };
  // With a key of its own, so that the mails of the system have no common limit.
  await enqueueJob(mails, { sealed: catalog.sealer.seal(JSON.stringify(mail)) }, scope, { key: mail.id });
}

/** A mail is sent twice only if a server dies between its acceptance and the record of it; both have the same id. */
export function mailJob(send: SendMail): FeatureJob<Input> {
  return {
    ...mails,
    parallel: AT_ONCE,
    async run({ sealed }, { store, catalog, signal }) {
      const mail = parseObject<MailToSend>(catalog.sealer.open(sealed));
      try {
        await send(mail, store.read, { ...LIMITS, signal });
      } catch (error) {
        if (error instanceof MailRefused && error.permanent) throw new JobFailure(error.message, { cause: error });
        throw error;
      }
    },
  };
}
