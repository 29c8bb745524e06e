import { Command } from 'commander';
import { capabilitiesOf, pendingMigrations } from '../../storage/index.js';
import { orFail } from '../fail.js';
import { addFlags, DATA_OPTIONS } from '../option-flags.js';
import { withStore } from '../with-store.js';

/** `cairn check-connection`: checks that the database can be reached. */
export function checkConnectionCommand(): Command {
  const command = new Command('check-connection').description('Check that the database can be reached.');
  return addFlags(command, DATA_OPTIONS).action((options) =>
    orFail(() =>
      withStore(
        options,
        async ({ store }) => {
          const pending = await store.read((sql) => pendingMigrations(sql));
          console.log(`connected to the ${capabilitiesOf(store).name} database`);
          if (pending.length) console.log(`pending migrations: ${pending.join(', ')}`);
        },
        { create: false },
      ),
    ),
  );
}
