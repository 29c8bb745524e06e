/** The room put together: what `assemble` and the server take from it. */
import type { Actor, Command, Mark, Route, Sealer } from '../catalog/index.js';
import { recordActivity, type Sql, type Store } from '../storage/index.js';
import { type Authenticator, createAuthenticator } from './authenticator.js';
import { type AccessAuthorizer, createAuthorizer } from './authorizer.js';
import type { KeyPair } from './key-ring.js';
import { loadGraph, loadPerson } from './load-access.js';
import { localTokenCommand } from './local-token.js';
import { createComparisons } from './login/comparisons.js';
import { loginSettingKind } from './login/login-setting.js';
import { takeTryCommand } from './login/login-tries.js';
import { purgeCommand } from './purge.js';
import { botTokenRoutes } from './routes/bot-token-routes.js';
import { keyRoutes } from './routes/key-routes.js';
import { loginRoutes } from './routes/login-routes.js';
import { permissionRoutes } from './routes/permission-routes.js';
import { personalTokenRoutes } from './routes/personal-token-routes.js';
import { recordSecretRead, secretReadsRoute, withSecrets } from './routes/secret-routes.js';
import { withUserCredentials } from './routes/user-credentials.js';
import { bootstrapCommand } from './seed/bootstrap.js';
import { sessionCommands } from './sessions.js';
import { createTokenRecords } from './token-records.js';

export interface AccessOptions {
  sealer: Sealer;
  /** How long the access token of a session is good. Milliseconds. */
  tokenLifetime: number;
  /** Names of the bots that read the secrets of services in clear. Default: none. */
  connectionReaders?: readonly string[];
  /** `iss` of the tokens. Default: `cairn`. */
  issuer?: string;
  /** For the first signing key, when its making was begun before. */
  firstPair?: Promise<KeyPair> | null;
}

export interface Access {
  authorizer: AccessAuthorizer;
  /** Routes of this room. */
  routes: readonly Route[];
  commands: readonly Command[];
  /** Settings of this room, by name, for the room that stores and answers them. */
  settings: ReturnType<typeof loginSettingKind>;
  /** Gives routes of types what belongs to this room: credentials of users, secrets for those who may read them. */
  wrap(route: Route): Route;
  /** Loads the rights of an actor before its first question in this thread. */
  prepare(actor: Actor, sql: Sql): Promise<void> | undefined;
  /** Checks the tokens of requests; one for each thread that has a socket. */
  authenticator(deps: { read: Store['read']; now(): number }): Authenticator;
  /** Drops what this thread keeps about rights, keys and tokens when a mark says so. */
  hear(marks: readonly Mark[]): void;
}

/** Records who was here lately: `[{userId, at}]`. */
export const RECORD_ACTIVITY = 'access.recordActivity';
/** A new signing key; the ones before verify for 90 days. */
export const ROTATE_KEYS = 'access.rotateKeys';

const ISSUER = 'cairn';

export function createAccess(options: AccessOptions): Access {
  const { sealer, tokenLifetime, connectionReaders = [], issuer = ISSUER, firstPair = null } = options;
  const records = createTokenRecords({ sealer, issuer, firstPair });
  const authorizer = createAuthorizer({ loadGraph, loadPerson });
  const authenticators: Authenticator[] = [];
  return {
    authorizer,
    routes: [
      ...loginRoutes(createComparisons()),
      ...personalTokenRoutes(records),
      ...botTokenRoutes(records),
      ...keyRoutes(records),
      ...permissionRoutes(authorizer),
      secretReadsRoute,
    ],
    commands: [
      bootstrapCommand(records),
      ...sessionCommands(records, tokenLifetime),
      {
        name: RECORD_ACTIVITY,
        run: (data, scope) => recordActivity(scope.sql, data as { userId: string; at: number }[], scope.context.now()),
      },
      takeTryCommand(),
      purgeCommand,
      { name: ROTATE_KEYS, run: (_, scope) => records.rotate(scope) },
      localTokenCommand(records),
      recordSecretRead,
    ],
    settings: loginSettingKind(tokenLifetime),
    wrap: (route) => withSecrets(withUserCredentials(route, records), connectionReaders),
    prepare: (actor, sql) => (authorizer.isPrepared(actor) ? undefined : authorizer.prepare(actor, sql)),
    authenticator({ read, now }) {
      const authenticator = createAuthenticator({ records, authorizer, issuer, read, now });
      authenticators.push(authenticator);
      return authenticator;
    },
    hear(marks) {
      if (!marks.some((mark) => mark.kind === 'access')) return;
      authorizer.forget();
      records.forget();
      for (const authenticator of authenticators) authenticator.forget();
    },
  };
}
