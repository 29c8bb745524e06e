export type { RefusedRequest } from './audit/refusals.js';
export {
  type Access,
  type AccessOptions,
  createAccess,
  ROTATE_KEYS,
} from './create-access.js';
export { type AccessAuthorizer, createAuthorizer } from './decisions/authorizer.js';
export { RECORD_SECRET_READ, type SecretRead } from './routes/secret-routes.js';
export { BOOTSTRAP, type BootstrapResult } from './seed/bootstrap.js';
export { refuseNewKey } from './seed/refuse-new-key.js';
export type { Authenticator } from './tokens/authenticator.js';
export type { Caller, ChangeRights, CurrentRights, Enter } from './tokens/current-rights.js';
export { LOCAL_TOKEN } from './tokens/local-token.js';
export { PURGE_TOKENS } from './tokens/purge.js';
export type { JwtResponse } from './tokens/sessions.js';
export type { JwtAuth } from './tokens/token-records.js';
export { ACCESS_CHANNEL, watchAccess } from './watch-access.js';
export type { WebSessions } from './web-sessions.js';
