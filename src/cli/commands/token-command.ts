import { Command } from 'commander';
import { LOCAL_TOKEN } from '../../access/index.js';
import { assemble } from '../../assemble.js';
import { keySource, readSecretKey } from '../../config/index.js';
import { createSystemContext } from '../../context/index.js';
import { createWriteRunner } from '../../writer/index.js';
import { Failure, orFail } from '../fail.js';
import { addFlags, DATA_OPTIONS } from '../option-flags.js';
import { type OpenData, withStore } from '../with-store.js';

const DAY = 86_400_000;

/** `cairn token --user NAME`: prints a token for a user or a bot. */
export function tokenCommand(): Command {
  const command = new Command('token')
    .description('Print a token for a user or a bot.')
    .requiredOption('--user <name>', 'Name of the user or bot.')
    .option('--days <number>', 'Lifetime of a user token in days; bot tokens do not expire.', '30');
  return addFlags(command, DATA_OPTIONS).action((options: Record<string, string> & { user: string; days: string }) =>
    orFail(() =>
      withStore(options, (open) => printToken(open, options), {
        create: false,
        current: true,
      }),
    ),
  );
}

async function printToken({ config, store }: OpenData, { user, days }: { user: string; days: string }): Promise<void> {
  const lifetime = Number(days) * DAY;
  if (!(lifetime > 0 && lifetime <= 3650 * DAY)) throw new Failure('--days must be a number of days, at most 3650');
  const secretKey = readSecretKey(keySource(config));
  if (secretKey === null) throw new Failure(`there is no secret.key in ${config.data}`);
  const {
    catalog,
    access,
    search,
    writeRoutes: routes,
    commands,
  } = assemble({ config, publicUrl: config.publicUrl, secretKey });
  const context = createSystemContext(config.logLevel);
  const runner = createWriteRunner({
    store,
    catalog,
    context,
    routes,
    commands,
    rights: access.rights,
    flush: search.flush,
    onInvalidations: () => {},
  });
  console.log(await runner.command(LOCAL_TOKEN, { name: user, lifetime }));
}
