import type { Fixture } from '../../contract/fixtures/index.js';

export const memoFixture: Fixture = {
  type: 'memo',
  create: (name) => ({ name, description: 'To be *remembered*.' }),
  wrong: [{ description: 7 }],
};
