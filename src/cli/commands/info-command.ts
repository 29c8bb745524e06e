import { resolve } from 'node:path';
import { Command } from 'commander';
import { readVersion } from '../../config/index.js';
import { capabilitiesOf, countByType, lastPosition, pendingMigrations } from '../../storage/index.js';
import { orFail } from '../fail.js';
import { addFlags, DATA_OPTIONS } from '../option-flags.js';
import { withStore } from '../with-store.js';

/** `cairn info`: shows the version and the number of entities by type. */
export function infoCommand(): Command {
  return addFlags(
    new Command('info').description('Show the version and the number of entities by type.'),
    DATA_OPTIONS,
  ).action((options) =>
    orFail(() =>
      withStore(
        options,
        async ({ config, store }) => {
          console.log(`cairn     ${readVersion()}, node ${process.version}`);
          console.log(
            `database  ${capabilitiesOf(store).name}${config.databaseUrl ? '' : ` in ${resolve(config.data)}`}`,
          );
          const pending = await store.read((sql) => pendingMigrations(sql));
          if (pending.length) return console.log(`pending migrations: ${pending.join(', ')}`);
          const counts = await store.read((sql) => countByType(sql));
          console.log(`events    ${await store.read((sql) => lastPosition(sql))}`);
          for (const { type, deleted, count } of counts)
            console.log(`${String(count).padStart(9)} ${type}${deleted ? ', deleted' : ''}`);
        },
        { create: false },
      ),
    ),
  );
}
