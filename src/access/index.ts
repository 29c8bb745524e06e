export type { Authenticator } from './authenticator.js';
export { type AccessAuthorizer, createAuthorizer } from './authorizer.js';
export {
  type Access,
  type AccessOptions,
  createAccess,
  ROTATE_KEYS,
} from './create-access.js';
export { LOCAL_TOKEN } from './local-token.js';
export { PURGE_TOKENS } from './purge.js';
export { BOOTSTRAP, type BootstrapNews } from './seed/bootstrap.js';
export { refuseNewKey } from './seed/refuse-new-key.js';
export type { JwtResponse } from './sessions.js';
export type { JwtAuth } from './token-records.js';
export { ACCESS_CHANNEL, watchAccess } from './watch-access.js';
