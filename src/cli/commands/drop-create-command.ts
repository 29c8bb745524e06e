import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { dropTables, migrate } from '../../storage/index.js';
import { Failure, orFail } from '../fail.js';
import { addFlags, DATA_OPTIONS } from '../option-flags.js';
import { type OpenData, withStore } from '../with-store.js';

/**
 * `cairn drop-create`: deletes all data and creates an empty catalog while the server is stopped; asks for
 * confirmation.
 */
export function dropCreateCommand(): Command {
  const command = new Command('drop-create')
    .description('Delete all data and create an empty catalog.')
    .option('--yes', 'Do not ask for confirmation.');
  return addFlags(command, DATA_OPTIONS).action((options) =>
    orFail(async () => {
      if (!options.yes) await ask();
      const dropCreate = async ({ store }: OpenData) => {
        await dropTables(store);
        await migrate(store);
        console.log('the catalog is empty');
      };
      await withStore(options, dropCreate, { alone: true });
    }),
  );
}

async function ask(): Promise<void> {
  const questions = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await Promise.race([
    questions.question('This deletes everything in the catalog. Type "drop" to continue: '),
    once(questions, 'close').then(() => ''), // standard input is closed
  ]);
  questions.close();
  if (answer.trim() !== 'drop') throw new Failure('nothing was deleted');
}
