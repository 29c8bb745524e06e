// Decides which mail an address gets. A request only enqueues this job, whatever the address: neither its response nor
// the time it takes tells whether there is an account.
import { isObject, parseObject } from '../../../contract/index.js';
import { type Command, type Scope, systemActor } from '../../catalog/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import type { FeatureJob } from '../../feature/index.js';
import { declareJob, enqueueJob } from '../../jobs/index.js';
import { type Mail, pageAddress } from '../../mail/index.js';
import { type EntityRow, getEntityById, getPersonByEmail } from '../../storage/index.js';
import { knownAddressMessage, registrationMessage, resetMessage } from './account-messages.js';
import { issueMailToken, MAIL_TOKEN, pendingOwner, validTokens } from './mail-tokens.js';

/** Someone who registered and has not confirmed the address yet. */
export interface Pending {
  email: string;
  displayName: string;
  /** Hash of the password. */
  hash: string;
}

export type AccountMail =
  | { kind: 'register'; pending: Pending }
  | { kind: 'resend'; email: string }
  | { kind: 'reset'; email: string };

export const ASK_FOR_MAIL = 'access.askForMail';

interface Input {
  /** Sealed: it can hold the hash of a password. */
  sealed: string;
}

const accountMails = declareJob<Input>({
  name: 'access.accountMail',
  input: {
    type: 'object',
    properties: { sealed: { type: 'string' } },
    required: ['sealed'],
    additionalProperties: false,
  },
  cancellable: false,
  keptMs: 3_600_000,
});

/** Its input is an `AccountMail`. */
export const askForMail: Command = {
  name: ASK_FOR_MAIL,
  async run(asked: AccountMail, scope) {
    const sealed = scope.catalog.sealer.seal(JSON.stringify(asked));
    // As the system, even if the requester is signed in: the actor of a job can see it.
    await enqueueJob(accountMails, { sealed }, { ...scope, actor: systemActor }, { key: scope.context.id() });
  },
};

export function accountMailJob(mail: Mail): FeatureJob<Input> {
  return {
    ...accountMails,
    async run({ sealed }, { catalog, transaction, progress, data }) {
      const asked = parseObject<AccountMail>(catalog.sealer.open(sealed));
      // A run that was interrupted behind the transaction must not send a second mail.
      if ((await data('state')) !== undefined) return;
      await transaction(async (scope) => {
        await write(asked, mail, scope);
        await progress(scope, { done: 1, state: 'written' });
      });
    },
  };
}

async function write(asked: AccountMail, mail: Mail, scope: Scope): Promise<void> {
  if (asked.kind === 'reset') return sendReset(await findPerson(asked.email, scope), mail, scope);
  const { email } = asked.kind === 'register' ? asked.pending : asked;
  const sealed = asked.kind === 'register' ? seal(asked.pending, scope) : await lastPending(email, scope);
  if (await getPersonByEmail(scope.sql, email)) {
    const person = await findPerson(email, scope);
    if (person) await mail.enqueue(email, knownAddressMessage(await pageOf('/signin', {}, scope)), scope);
    return;
  }
  if (sealed === null) return;
  const token = await issueMailToken({ kind: MAIL_TOKEN.registration, owner: pendingOwner(email), doc: sealed }, scope);
  await mail.enqueue(
    email,
    registrationMessage(await pageOf('/users/registrationConfirmation', { token }, scope)),
    scope,
  );
}

export interface Person {
  row: EntityRow;
  email: string;
}

/** Sends a link with which the password can be set once, bound to the user and the present address. */
export async function sendReset(person: Person | null, mail: Mail, scope: Scope): Promise<void> {
  if (!person) return;
  const { row, email } = person;
  const doc = JSON.stringify({ email });
  const token = await issueMailToken({ kind: MAIL_TOKEN.reset, owner: row.id, doc }, scope);
  const href = await pageOf('/users/password/reset', { user: row.name, token }, scope);
  await mail.enqueue(email, resetMessage(row.name, href), scope);
}

/** A user who can log in. */
export async function findPerson(email: string, { sql }: Scope): Promise<Person | null> {
  const person = await getPersonByEmail(sql, email);
  const row = person && (await getEntityById(sql, person.user_id));
  return isPerson(row) ? { row, email: person?.email ?? email } : null;
}

export function isPerson(row: EntityRow | undefined): row is EntityRow {
  return row?.type === ACCESS_TYPE.user && row.deleted === 0 && !row.doc.includes('"isBot":true');
}

/** The last registration of an address that still waits, sealed; null if there is none. */
async function lastPending(email: string, scope: Scope): Promise<string | null> {
  return (await validTokens(MAIL_TOKEN.registration, pendingOwner(email), scope)).at(-1)?.doc ?? null;
}

function seal(pending: Pending, { catalog }: Scope): string {
  return JSON.stringify({ sealed: catalog.sealer.seal(JSON.stringify(pending)) });
}

/** The registration that a token record holds. */
export function openPending(doc: string, { catalog }: Scope): Pending {
  const stored = parseObject<{ sealed: string }>(doc);
  if (!isObject(stored)) throw new Error('the record of a registration is damaged');
  return parseObject<Pending>(catalog.sealer.open(stored.sealed));
}

/** Always below the configured address, never one that a request named. */
async function pageOf(path: string, parameters: Record<string, string>, { sql, catalog }: Scope): Promise<string> {
  const query = new URLSearchParams(parameters).toString();
  return `${await pageAddress(sql, catalog.options)}${path}${query === '' ? '' : `?${query}`}`;
}
