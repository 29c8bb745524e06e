import { expect, it } from 'vitest';
import { changesOf, isSecret, labelOf, leavesOf } from './connection-values.js';

const config = {
  type: 'Postgres',
  supportsProfiler: true,
  username: 'reader',
  authType: { password: '*********' },
  hostPort: 'db.example.com:5432',
  'a/b': 1,
  empty: null,
  excludes: ['^sys$'],
};

it('lists the values of a connection, except what is the same for the whole product', () => {
  expect(leavesOf(config).map(labelOf)).toEqual(['Username', 'Auth type: password', 'Host port', 'A/b', 'Excludes: 1']);
  expect(leavesOf(config).filter(isSecret).map(labelOf)).toEqual(['Auth type: password']);
  expect(leavesOf(undefined)).toEqual([]);
});

it('changes only what was typed over', () => {
  const typed = { username: 'reader', 'authType/password': 'new', 'a~1b': 2 };
  expect(changesOf(leavesOf(config), typed)).toEqual([
    { op: 'replace', path: '/connection/config/authType/password', value: 'new' },
    { op: 'replace', path: '/connection/config/a~1b', value: 2 },
  ]);
});
