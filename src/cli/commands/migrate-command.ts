import { Command } from 'commander';
import { migrate } from '../../storage/index.js';
import { orFail } from '../fail.js';
import { addFlags, DATA_OPTIONS } from '../option-flags.js';
import { withStore } from '../with-store.js';

/** `cairn migrate`: applies pending migrations; a server start does the same. */
export function migrateCommand(): Command {
  return addFlags(new Command('migrate').description('Apply pending database migrations.'), DATA_OPTIONS).action(
    (options) =>
      orFail(() =>
        withStore(options, async ({ store }) => {
          const done = await migrate(store);
          console.log(done.length ? `applied ${done.join(', ')}` : 'the database is up to date');
        }),
      ),
  );
}
