// Tokens for the machine's administrator, issued directly from the data without going through the server.

import { CatalogError, errorMessages } from '../../../contract/errors.js';
import { parseObject, type Stored, type User } from '../../../contract/index.js';
import { type Command, quoteName } from '../../catalog/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import { getEntityByFqn } from '../../storage/index.js';
import type { TokenRecords } from './token-records.js';

/**
 * `{name, lifetime}`: issues a token for a user, valid for `lifetime` milliseconds. For a bot: its token, created if
 * missing.
 */
export const LOCAL_TOKEN = 'access.localToken';

export function localTokenCommand(records: TokenRecords): Command {
  return {
    name: LOCAL_TOKEN,
    async run({ name, lifetime }: { name: string; lifetime: number }, scope): Promise<string> {
      const user = await getEntityByFqn(scope.sql, ACCESS_TYPE.user, quoteName(name.toLowerCase()));
      if (user?.deleted !== 0)
        throw new CatalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName(ACCESS_TYPE.user, name));
      if (parseObject<Stored<User>>(user.doc).isBot) {
        const kept = await records.botToken(user.id, scope.sql);
        return (kept ?? (await records.issueForBot(user, 'Unlimited', scope))).JWTToken;
      }
      const doc = { tokenName: 'command line' };
      const issuedAt = scope.context.now();
      const options = { type: 'PERSONAL_ACCESS', issuedAt, expiresAt: issuedAt + lifetime, doc } as const;
      return (await records.issue(user, options, scope)).token;
    },
  };
}
