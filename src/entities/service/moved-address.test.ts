import { expect, test } from 'vitest';
import { isMoved } from './moved-address.js';

const config = {
  username: 'reader',
  hostPort: 'a:1',
  authType: { password: '*' },
  connectionOptions: { sslmode: 'require' },
  nested: { hive: { endpoint: 'x', note: 'y' } },
};

test.each<[object, boolean]>([
  [{}, false],
  [{ username: 'writer' }, false],
  [{ schemaFilterPattern: { includes: ['a'] } }, false],
  [{ hostPort: 'b:1' }, true],
  [{ hostPort: undefined }, true],
  [{ connectionOptions: { sslmode: 'require', host: 'b' } }, true],
  [{ connectionArguments: { proxy: 'b' } }, true],
  [{ nested: { hive: { endpoint: 'z', note: 'y' } } }, true],
  [{ nested: { hive: { endpoint: 'x', note: 'z' } } }, false],
])('%j moves: %s', (change, moved) => {
  expect(isMoved(config, { ...config, ...change })).toBe(moved);
});
