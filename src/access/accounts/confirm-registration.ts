import { catalogError } from '../../../contract/index.js';
import { type Command, createEntity, type Scope, systemActor } from '../../catalog/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import type { Mail } from '../../mail/index.js';
import { getEntityByFqn, getPersonByEmail, putCredential } from '../../storage/index.js';
import { findPerson, openPending, type Pending, sendReset } from './account-mail-job.js';
import { MAIL_TOKEN, pendingOwner, revokeMailTokens, takeMailToken, validTokens } from './mail-tokens.js';
import { type Signup, signupDomainAllowed } from './signup.js';

export const CONFIRM_REGISTRATION = 'access.confirmRegistration';

export const badLink = () =>
  catalogError('BAD_REQUEST', 'The link is invalid, was used before or has expired; ask for a new one');

/** Creates the account of a confirmed registration. Its input is the token of the link. */
export function confirmRegistration(mail: Mail, signup: Signup): Command {
  return {
    name: CONFIRM_REGISTRATION,
    async run({ token }: { token: string }, asked) {
      // The link decides, not who happens to be signed in.
      const scope: Scope = { ...asked, actor: systemActor };
      const row = await takeMailToken(MAIL_TOKEN.registration, token, scope);
      if (!row) throw badLink();
      const pending = openPending(row.doc, scope);
      const { email, displayName, hash } = pending;
      if (!signup.enabled || !signupDomainAllowed(email, signup)) throw badLink();
      if (await getPersonByEmail(scope.sql, email)) throw badLink();
      const type = scope.catalog.registry.get(ACCESS_TYPE.user);
      const create = { name: await freeName(email, scope), email, displayName, isEmailVerified: true };
      const made = await createEntity(
        type,
        scope.catalog.contract.withDefaults(type.create ?? type.schema, create),
        scope,
      );
      if (await isContested(pending, scope)) await sendReset(await findPerson(email, scope), mail, scope);
      else await putCredential(scope.sql, made.row.id, JSON.stringify({ hash }), scope.context.now());
      await revokeMailTokens(MAIL_TOKEN.registration, pendingOwner(email), scope);
    },
  };
}

/**
 * Whether registrations with different passwords wait for one address: a stranger may have entered one of them, and
 * the owner of the mailbox cannot tell the links apart. Then none of the passwords counts.
 */
async function isContested({ email, hash }: Pending, scope: Scope): Promise<boolean> {
  const others = await validTokens(MAIL_TOKEN.registration, pendingOwner(email), scope);
  return others.some(({ doc }) => openPending(doc, scope).hash !== hash);
}

const MOST_NAMES = 1000;

/** The part of the address before the `@`, with a number if that is taken. */
async function freeName(email: string, { sql }: Scope): Promise<string> {
  const base = email.slice(0, email.lastIndexOf('@')).replace(/[^\p{L}\p{N}._-]+/gu, '_') || 'person';
  for (let n = 1; n < MOST_NAMES; n++) {
    const name = n === 1 ? base : `${base}-${n}`;
    const fqn = name.includes('.') ? `"${name}"` : name;
    if (!(await getEntityByFqn(sql, ACCESS_TYPE.user, fqn))) return name;
  }
  throw catalogError('ENTITY_ALREADY_EXISTS', `there are too many users named ${base}`);
}
