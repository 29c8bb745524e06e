import { expect, it } from 'vitest';
import { isSecret, keyOfLeaf, labelOf, leavesOf } from './connection-values.js';

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
  expect(leavesOf(config).map(labelOf)).toEqual([
    'Username',
    'Authentication: Password',
    'Host and port',
    'A/b',
    'Leave out: 1',
  ]);
  expect(leavesOf(config).filter(isSecret).map(labelOf)).toEqual(['Authentication: Password']);
  expect(leavesOf(config).map(keyOfLeaf)).toContain('a~1b');
  expect(leavesOf(undefined)).toEqual([]);
});
