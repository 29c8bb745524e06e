// Errors of the disks of a PostgreSQL server: the database is unavailable, and readiness says why.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeKinds, type TestStore } from '../support/stores.js';

const kind = storeKinds().find(({ name }) => name === 'postgres');

describe.skipIf(kind === undefined)('a database whose disk fails', () => {
  let data: TestStore;
  beforeAll(async () => {
    data = (await kind?.open()) as TestStore;
  });
  afterAll(() => data?.remove());

  it.each([
    ['53100', 'could not extend file: No space left on device', 'unwritable'],
    ['58030', 'could not write to file: Input/output error', 'unwritable'],
    ['58P01', 'could not open file: No such file or directory', 'damaged'],
    ['XX001', 'invalid page in block 0 of relation', 'damaged'],
  ])('is unavailable after %s', async (code, message, problem) => {
    const failed = data.store.write((tx) =>
      tx.all(`do $$ begin raise sqlstate '${code}' using message = '${message}'; end $$`),
    );
    await expect(failed).rejects.toMatchObject({ name: 'StoreUnavailable', kind: problem });
    expect(await data.store.read((sql) => sql.get('select 1 as one'))).toEqual({ one: 1 });
  });
});
