// Errors of the disks of a PostgreSQL server: the database is unavailable, and the error says in what way.
import { expect, it } from 'vitest';
import { forPostgres } from '../support/stores.js';

forPostgres('a database whose disk fails', (use) => {
  it.each([
    ['53100', 'could not extend file: No space left on device', 'unwritable'],
    ['58030', 'could not write to file: Input/output error', 'unwritable'],
    ['58P01', 'could not open file: No such file or directory', 'damaged'],
    ['XX001', 'invalid page in block 0 of relation', 'damaged'],
  ])('is unavailable after %s', async (code, message, problem) => {
    const failed = use().store.write((tx) =>
      tx.all(`do $$ begin raise sqlstate '${code}' using message = '${message}'; end $$`),
    );
    await expect(failed).rejects.toMatchObject({ name: 'StoreUnavailable', kind: problem });
    expect(await use().store.read((sql) => sql.get('select 1 as one'))).toEqual({ one: 1 });
  });
});
