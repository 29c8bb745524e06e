export * from './access-version.js';
export * from './credentials.js';
export * from './known-addresses.js';
export * from './login-tries.js';
export * from './people.js';
export * from './sessions.js';
export * from './tokens.js';
