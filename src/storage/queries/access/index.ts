export * from './credentials.js';
export * from './people.js';
export * from './sessions.js';
export * from './tokens.js';
