import { expect, it } from 'vitest';
import { refuseUnfit } from './probe-database.js';

it.each(['15.0', '15.14 (Debian 15.14-0+deb12u1)', '16beta1', '18.1'])('takes PostgreSQL %s', (version) => {
  expect(() => refuseUnfit({ version, encoding: 'UTF8' })).not.toThrow();
});

it.each([
  ['14.9', 'UTF8', 'the database is PostgreSQL 14.9; Cairn needs 15 or newer'],
  ['9.6.24', 'UTF8', 'the database is PostgreSQL 9.6.24; Cairn needs 15 or newer'],
  ['15.1', 'SQL_ASCII', 'the database is encoded in SQL_ASCII; create one with the encoding UTF8'],
])('refuses PostgreSQL %s in %s', (version, encoding, message) => {
  expect(() => refuseUnfit({ version, encoding })).toThrow(message);
});
