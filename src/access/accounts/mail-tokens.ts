// Tokens in the links of mails. Only their hashes are stored; each can be used once, by the receiver of the mail.
import { createHash, randomBytes } from 'node:crypto';
import type { Scope } from '../../catalog/index.js';
import { getToken, insertToken, listTokens, revokeTokens, type TokenRow } from '../../storage/index.js';
import { hashOf } from '../tokens/sessions.js';

/** Kinds of token records. They are never the record of a JWT, whose kinds are other words. */
export const MAIL_TOKEN = { registration: 'EMAIL_VERIFICATION', reset: 'PASSWORD_RESET' } as const;
export type MailTokenKind = (typeof MAIL_TOKEN)[keyof typeof MAIL_TOKEN];

const HOUR = 3_600_000;
const LIFETIMES: Record<MailTokenKind, number> = { EMAIL_VERIFICATION: 24 * HOUR, PASSWORD_RESET: HOUR };
/** Valid links of one kind and owner at once; the oldest ends when another is sent. */
const MOST_VALID = 5;

interface Issue {
  kind: MailTokenKind;
  /** The id of a user, or `pendingOwner`. */
  owner: string;
  /** JSON text. */
  doc: string;
}

/** Stores a new token and returns it, as the link has to contain it. */
export async function issueMailToken({ kind, owner, doc }: Issue, scope: Scope): Promise<string> {
  const { sql, context } = scope;
  const token = randomBytes(32).toString('base64url');
  const now = context.now();
  const valid = await validTokens(kind, owner, scope);
  const surplus = valid.slice(0, Math.max(0, valid.length + 1 - MOST_VALID)).map(({ id }) => id);
  if (surplus.length > 0) await revokeTokens(sql, surplus, now);
  await insertToken(sql, {
    id: hashOf(token),
    user_id: owner,
    kind,
    created_at: now,
    expires_at: now + LIFETIMES[kind],
    revoked_at: null,
    doc,
  });
  return token;
}

/** Uses up a token. Of several concurrent callers, on whichever servers, one gets its record, the others null. */
export async function takeMailToken(kind: MailTokenKind, token: string, scope: Scope): Promise<TokenRow | null> {
  const row = await findMailToken(kind, token, scope);
  if (!row) return null;
  return (await revokeTokens(scope.sql, [row.id], scope.context.now())) === 1 ? row : null;
}

/** The record of a valid token. */
export async function findMailToken(
  kind: MailTokenKind,
  token: string,
  { sql, context }: Pick<Scope, 'sql' | 'context'>,
): Promise<TokenRow | null> {
  const row = await getToken(sql, hashOf(token));
  return row && row.kind === kind && isValid(row, context.now()) ? row : null;
}

/** Oldest first. */
export async function validTokens(kind: MailTokenKind, owner: string, { sql, context }: Scope): Promise<TokenRow[]> {
  const now = context.now();
  return (await listTokens(sql, owner, kind)).filter((row) => isValid(row, now));
}

export async function revokeMailTokens(kind: MailTokenKind, owner: string, scope: Scope): Promise<void> {
  const ids = (await validTokens(kind, owner, scope)).map(({ id }) => id);
  if (ids.length > 0) await revokeTokens(scope.sql, ids, scope.context.now());
}

/** Stands for the user that a registration will create. */
export function pendingOwner(email: string): string {
  return `pending ${createHash('sha256').update(email).digest('hex')}`;
}

function isValid({ expires_at, revoked_at }: TokenRow, now: number): boolean {
  return revoked_at === null && expires_at !== null && expires_at > now;
}
