/** Assembles the access module for `assemble` and the server. */
import type { ActionScope, EntityType, Invalidation, Route, Sealer } from '../catalog/index.js';
import type { Context } from '../context/index.js';
import type { Feature } from '../feature/index.js';
import type { Mail } from '../mail/index.js';
import { quietly, recordActivity, type Store } from '../storage/index.js';
import { accountMailJob, askForMail } from './accounts/account-mail-job.js';
import { accountRoutes } from './accounts/account-routes.js';
import { confirmRegistration } from './accounts/confirm-registration.js';
import { resetPassword } from './accounts/reset-password.js';
import type { Signup } from './accounts/signup.js';
import { auditExportJob } from './audit/audit-export.js';
import { auditRoutes } from './audit/audit-routes.js';
import {
  createRefusalLog,
  forgetRefusals,
  type RefusalLog,
  type RefusalLogDeps,
  recordRefusals,
} from './audit/refusals.js';
import { type AccessAuthorizer, createAuthorizer } from './decisions/authorizer.js';
import { loadGraph, loadPerson } from './decisions/load-access.js';
import { type Comparisons, createComparisons } from './login/comparisons.js';
import { loginSettingKind } from './login/login-setting.js';
import { takeTryCommand } from './login/login-tries.js';
import { botTokenRoutes } from './routes/bot-token-routes.js';
import { keyRoutes } from './routes/key-routes.js';
import { createLogIn, type LogIn, loginRoutes } from './routes/login-routes.js';
import { permissionRoutes } from './routes/permission-routes.js';
import { personalTokenRoutes } from './routes/personal-token-routes.js';
import { recordSecretRead, secretReadsRoute, withSecrets } from './routes/secret-routes.js';
import { withUserCredentials } from './routes/user-credentials.js';
import { bootstrapCommand } from './seed/bootstrap.js';
import { type Authenticator, createAuthenticator } from './tokens/authenticator.js';
import { type CurrentRights, createCurrentRights } from './tokens/current-rights.js';
import type { KeyPair } from './tokens/key-ring.js';
import { localTokenCommand } from './tokens/local-token.js';
import { purgeCommand, purgeJob } from './tokens/purge.js';
import { RECORD_ACTIVITY, type Served, serveTokens } from './tokens/serve-tokens.js';
import { sessionCommands } from './tokens/sessions.js';
import { createTokenRecords, type TokenRecords } from './tokens/token-records.js';
import { createVerifyToken } from './tokens/verify-token.js';
import { createWebSessions, type WebSessions } from './web-sessions.js';

export interface AccessOptions {
  sealer: Sealer;
  /** Lifetime of a session's access token, in milliseconds. */
  tokenLifetime: number;
  /** Names of the bots that may read service secrets unmasked. Default: none. */
  connectionReaders?: readonly string[];
  /** Days to keep refused requests in the audit log; 0 keeps all. Default: 0. */
  auditRetentionDays?: number;
  /** For registration and password reset; without it their routes do not exist. */
  mail?: Mail;
  /** Who may register. Default: nobody. */
  signup?: Signup;
  /** `iss` of the tokens. Default: `cairn`. */
  issuer?: string;
  /** Key pair for the first signing key, if its generation was already started. */
  firstPair?: Promise<KeyPair> | null;
  /** The registered types; default: none. */
  types?(): readonly Pick<EntityType, 'name' | 'hasSubject' | 'isSubject' | 'traits'>[];
}

export interface Access {
  authorizer: AccessAuthorizer;
  /** Routes, commands, jobs, settings and seeds of this module. */
  feature: Feature;
  /** Wraps entity routes with what this module adds: user credentials, and secrets for authorized readers. */
  wrap(route: Route): Route;
  /** The rights of actors in this thread, never older than what the database shows. */
  rights: CurrentRights;
  /** Authenticates request tokens; called once per thread that has a socket. */
  serve(deps: { store: Store; context: Context; command: ActionScope['command'] }): Served;
  /** Sessions of the web pages. */
  sessions: WebSessions;
  /** Records refused requests for the audit log; called once per thread that has a socket. */
  auditRefusals(deps: RefusalLogDeps): RefusalLog;
  /** Drops this thread's cached rights, keys and tokens when an invalidation requires it. */
  applyInvalidations(invalidations: readonly Invalidation[]): void;
}

/** Creates a new signing key; previous keys still verify tokens for 90 days. */
export const ROTATE_KEYS = 'access.rotateKeys';

const ISSUER = 'cairn';

export function createAccess(options: AccessOptions): Access {
  const { sealer, connectionReaders = [], issuer = ISSUER, firstPair = null } = options;
  const records = createTokenRecords({ sealer, issuer, firstPair });
  const authorizer = createAuthorizer({ loadGraph, loadPerson, types: options.types ?? (() => []) });
  const verify = createVerifyToken(records, authorizer, issuer);
  const authenticators: Authenticator[] = [];
  const forget = () => {
    authorizer.forget();
    records.forget();
    for (const authenticator of authenticators) authenticator.forget();
  };
  const rights = createCurrentRights({ authorizer, verify, forget });
  const comparisons = createComparisons();
  const logIn = createLogIn(comparisons);
  return {
    authorizer,
    feature: accessFeature(options, { records, authorizer, comparisons, logIn }),
    wrap: (route) => withSecrets(withUserCredentials(route, records), connectionReaders),
    rights,
    serve({ store, context, command }) {
      const { read } = store;
      const authenticator = createAuthenticator({ records, authorizer, rights, verify, read, now: context.now });
      authenticators.push(authenticator);
      return serveTokens({ authenticator, context, command });
    },
    sessions: createWebSessions(logIn),
    auditRefusals: createRefusalLog,
    applyInvalidations(marks) {
      if (marks.some((mark) => mark.kind === 'access')) forget();
    },
  };
}

interface FeatureDeps {
  records: TokenRecords;
  authorizer: AccessAuthorizer;
  comparisons: Comparisons;
  logIn: LogIn;
}

function accessFeature(options: AccessOptions, { records, authorizer, comparisons, logIn }: FeatureDeps): Feature {
  const { auditRetentionDays = 0, mail, signup = { enabled: false, domains: [] } } = options;
  return {
    name: 'access',
    routes: [
      ...loginRoutes(comparisons, logIn),
      ...(mail ? accountRoutes({ mail, signup, comparisons }) : []),
      ...personalTokenRoutes(records),
      ...botTokenRoutes(records),
      ...keyRoutes(records),
      ...permissionRoutes(authorizer),
      secretReadsRoute,
      ...auditRoutes(),
    ],
    commands: [
      ...sessionCommands(records, options.tokenLifetime),
      {
        name: RECORD_ACTIVITY,
        run: (data: { userId: string; at: number }[], { sql, context }) =>
          quietly((tx) => recordActivity(tx, data, context.now()))(sql),
      },
      takeTryCommand(),
      ...(mail ? [askForMail, confirmRegistration(mail, signup), resetPassword] : []),
      purgeCommand,
      { name: ROTATE_KEYS, run: (_, scope) => records.rotate(scope) },
      localTokenCommand(records),
      recordSecretRead,
      recordRefusals,
    ],
    jobs: [
      purgeJob,
      auditExportJob,
      ...(mail ? [accountMailJob(mail)] : []),
      ...(auditRetentionDays > 0 ? [forgetRefusals(auditRetentionDays)] : []),
    ],
    settings: loginSettingKind(options.tokenLifetime),
    seeds: [bootstrapCommand(records)],
  };
}
