import { Command } from 'commander';
import { createRegistry } from '../catalog/index.js';
import { createSystemContext } from '../context/index.js';
import { entityTypes } from '../entities/index.js';
import { beginRebuild, continueRebuild, createSearchIndex, isUnderWay, type Rebuild } from '../search/index.js';
import { migrate, type Store } from '../storage/index.js';
import { orFail } from './fail.js';
import { addFlags, DATA_OPTIONS } from './option-flags.js';
import { withStore } from './with-store.js';

const BAR = 30;

/** `cairn reindex`: builds search anew. The server may run meanwhile; a rebuild that was cut off goes on. */
export function reindexCommand(): Command {
  const command = new Command('reindex')
    .description('Build the search index anew.')
    .option('--changed', 'Write only documents that are not as they should be.');
  return addFlags(command, DATA_OPTIONS).action((options: { changed?: boolean }) =>
    orFail(() =>
      withStore(
        options,
        async ({ config, store }) => {
          await migrate(store);
          const { now } = createSystemContext(config.logLevel);
          const done = await reindex(store, { anew: !options.changed, now, tell: showBar });
          console.log(`\n${done.done} entities, ${done.written} documents written`);
        },
        { create: false },
      ),
    ),
  );
}

interface Reindexing {
  anew: boolean;
  now(): number;
  tell(rebuild: Rebuild): void;
}

async function reindex(store: Store, { anew, now, tell }: Reindexing): Promise<Rebuild> {
  const index = createSearchIndex({ registry: createRegistry(entityTypes) });
  let rebuild: Rebuild = await store.write((tx) => beginRebuild(tx, anew));
  while (isUnderWay(rebuild)) {
    rebuild = (await store.write((tx) => continueRebuild(tx, index, { now }))) ?? rebuild;
    tell(rebuild);
  }
  return rebuild;
}

function showBar({ done, total }: Rebuild): void {
  if (!process.stderr.isTTY) return;
  const part = total === 0 ? 1 : done / total;
  const bar = '#'.repeat(Math.round(part * BAR)).padEnd(BAR, '.');
  process.stderr.write(`\r[${bar}] ${done} of ${total}`);
}
