import type { Migration } from './migration.js';

/**
 * Login throttling: attempts under hashed keys, and the addresses from which people logged in before. Stored, so that
 * all servers of a database count together and a restart resets nothing.
 */
export const loginTries: Migration = {
  number: 12,
  name: 'login-tries',
  statements: ({ types: { text, integer } }) => [
    `create table login_try (key ${text} primary key, tries ${integer} not null, last_at ${integer} not null)`,
    'create index login_try_last on login_try (last_at)',
    `create table known_address (
      user_id ${text} not null, address ${text} not null, seen_at ${integer} not null, primary key (user_id, address))`,
  ],
};
