import { expect, it } from 'vitest';
import { parseTarget } from './connection-url.js';

it.each([
  ['postgres://cairn@one/d', { host: ['one'], port: [5432], user: 'cairn', database: 'd' }],
  [
    'postgresql://a%40b:c%3Ad%2F%3F@one:5433/name%20s',
    { host: ['one'], port: [5433], user: 'a@b', password: 'c:d/?', database: 'name s' },
  ],
  ['postgres://u@[::1]:5433/d', { host: ['::1'], port: [5433], user: 'u', database: 'd' }],
  ['postgres://u@[::1]/d', { host: ['::1'], port: [5432], user: 'u', database: 'd' }],
  [
    'postgres://u@one:1,two/d',
    { host: ['one', 'two'], port: [1, 1], user: 'u', database: 'd', target_session_attrs: 'primary' },
  ],
  [
    'postgres://u@localhost/d?host=/var/run&sslmode=require',
    { host: '/var/run', port: 5432, user: 'u', database: 'd' },
  ],
  ['postgres://u@%2Fvar%2Frun:6/d', { host: '/var/run', port: 6, user: 'u', database: 'd' }],
  [
    'postgres://one/d?host=two,three&port=7&user=u&password=p&dbname=e',
    { host: ['two', 'three'], port: [7, 7], user: 'u', password: 'p', database: 'e', target_session_attrs: 'primary' },
  ],
  ['postgres:///d', { database: 'd' }],
  ['postgres://one', { host: ['one'], port: [5432] }],
  ['postgres://one/d?connect_timeout=3', { host: ['one'], port: [5432], database: 'd', connect_timeout: 3 }],
  ['postgres://one/d?sslmode=disable', { host: ['one'], port: [5432], database: 'd', ssl: false }],
  ['postgres://one/d?sslmode=verify-full', { host: ['one'], port: [5432], database: 'd', ssl: { host: 'one' } }],
])('%s', (url, target) => {
  expect(parseTarget(url)).toEqual({ ...target, connection: {} });
});

it('passes unknown parameters to the server as settings, and drops those that only libpq knows', () => {
  const { connection } = parseTarget('postgres://h/d?search_path=a%2Cb&channel_binding=require&statement_timeout=5');
  expect(connection).toEqual({ search_path: 'a,b', statement_timeout: '5' });
});

it('refuses a password with a percent sign that is not encoded', () => {
  expect(() => parseTarget('postgres://u:50%25%off@h/d')).toThrow('write %25');
});
