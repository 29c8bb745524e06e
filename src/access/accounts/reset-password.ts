import { parseObject } from '../../../contract/index.js';
import type { Command, Scope } from '../../catalog/index.js';
import { getEntityById, type TokenRow } from '../../storage/index.js';
import { wantedName } from '../login/login-keys.js';
import { setPassword } from '../tokens/sessions.js';
import { isPerson } from './account-mail-job.js';
import { badLink } from './confirm-registration.js';
import { findMailToken, MAIL_TOKEN, takeMailToken } from './mail-tokens.js';

export const RESET_PASSWORD = 'access.resetPassword';

export interface ResetPassword {
  /** Name or address, as the link named it. */
  username: string;
  token: string;
  hash: string;
}

/** Sets the password of the user to whom the link was sent, ends all their sessions and all other links. */
export const resetPassword: Command = {
  name: RESET_PASSWORD,
  async run({ username, token, hash }: ResetPassword, scope) {
    const row = await takeMailToken(MAIL_TOKEN.reset, token, scope);
    const userId = row && (await ownerOf(row, username, scope));
    if (!userId) throw badLink();
    await setPassword({ userId, hash, keep: null, revokeTokens: false, proved: null }, scope);
  },
};

/** Whether the link is still good, before the password is hashed. */
export async function isGoodLink(username: string, token: string, scope: Pick<Scope, 'sql' | 'context'>) {
  const row = await findMailToken(MAIL_TOKEN.reset, token, scope);
  return row !== null && (await ownerOf(row, username, scope)) !== null;
}

/** The user of a token; null if it is another than named, cannot log in any more, or has another address by now. */
async function ownerOf(row: TokenRow, username: string, { sql }: Pick<Scope, 'sql'>): Promise<string | null> {
  const user = await getEntityById(sql, row.user_id);
  if (!isPerson(user)) return null;
  const { email } = parseObject<{ email: string }>(row.doc);
  const current = parseObject<{ email?: string }>(user.doc).email;
  const wanted = wantedName(username);
  return current === email && (wanted === user.name.toLowerCase() || wanted === email) ? user.id : null;
}
