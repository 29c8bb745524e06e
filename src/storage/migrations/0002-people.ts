import type { Migration } from './migration.js';

/** Data of users that is not part of their entity. */
export const people: Migration = {
  number: 2,
  name: 'people',
  statements: ({ types: { text, integer } }) => [
    `create table person (
      user_id ${text} primary key, email ${text} not null, last_login_at ${integer}, last_activity_at ${integer},
      preferences ${text} not null)`,
    'create unique index person_email on person (email)',
    'create index person_activity on person (last_activity_at)',
  ],
};
