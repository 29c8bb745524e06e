import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { createRegistry } from '../catalog/index.js';
import { createSystemContext } from '../context/index.js';
import { features, typesOf } from '../features.js';
import type { IndexerStart } from '../indexer.js';
import {
  beginRebuild,
  createSearchIndex,
  type DocumentSource,
  hasWork,
  inlineSource,
  isUnderWay,
  type Rebuild,
  readRebuild,
  runRebuild,
  type SearchIndex,
  threadSource,
} from '../search/index.js';
import { capabilitiesOf, migrate, type Store } from '../storage/index.js';
import { orFail } from './fail.js';
import { addFlags, DATA_OPTIONS } from './option-flags.js';
import { withStore } from './with-store.js';

const BAR = 30;
/** Nobody else writes, otherwise a server would do the work. Large slices leave fewer index segments to merge and write shared pages less often. */
const SLICE = 4000;
/** Fits the pages of a name index over a million documents; every slice changes most of them. */
const CACHE_KILOBYTES = 131_072;
/** A server on the same database picks up the work within this time. */
const SERVER_TAKES_MS = 2500;
const LOOK_MS = 500;

/** `cairn reindex`: rebuilds the search index. A running server does the work; an interrupted rebuild resumes. */
export function reindexCommand(): Command {
  const command = new Command('reindex')
    .description('Rebuild the search index.')
    .option(
      '--changed',
      'Only rewrite, in place, documents whose fingerprint differs. Other problems need a full rebuild.',
    );
  return addFlags(command, DATA_OPTIONS).action((options: { changed?: boolean }) =>
    orFail(() =>
      withStore(
        options,
        async ({ config, store }) => {
          await migrate(store);
          const { now, id } = createSystemContext(config.logLevel);
          const index = createSearchIndex({ registry: createRegistry(typesOf(features)) });
          const program = new URL('./indexer.js', import.meta.url);
          const open = () => openSource(store, index, program, { config });
          const done = await reindex(store, { anew: !options.changed, index, open, worker: { now, holder: id() } });
          if (process.stderr.isTTY) process.stderr.write('\n');
          console.log(`${done.done} entities, ${done.written} documents written`);
        },
        { create: false, cacheKilobytes: CACHE_KILOBYTES },
      ),
    ),
  );
}

/** Threads for SQLite, whose reads block; PostgreSQL needs none, because statements are asynchronous. */
function openSource(store: Store, index: SearchIndex, program: URL, start: IndexerStart): DocumentSource {
  return capabilitiesOf(store).blocking
    ? threadSource({ program, start, threads: Math.min(4, availableParallelism()) })
    : inlineSource(store.read, index);
}

interface Reindexing {
  anew: boolean;
  index: SearchIndex;
  open(): DocumentSource;
  worker: { now(): number; holder: string };
}

async function reindex(store: Store, { anew, index, open, worker }: Reindexing): Promise<Rebuild> {
  const signal = new AbortController().signal;
  let rebuild: Rebuild | null = await store.write((tx) => beginRebuild(tx, anew));
  const begun = worker.now();
  while (hasWork(rebuild)) {
    const mine = rebuild.holder === null ? worker.now() - begun > SERVER_TAKES_MS : rebuild.heldUntil < worker.now();
    if (mine)
      rebuild = await runRebuild(
        {
          read: store.read,
          write: (work) => store.write(work, index.flush),
          index,
          worker,
          open,
          tell: showBar,
          sliceSize: SLICE,
        },
        signal,
      );
    else await setTimeout(LOOK_MS);
    if (!mine || isUnderWay(rebuild)) rebuild = await store.read(readRebuild);
    if (rebuild) showBar(rebuild);
  }
  if (rebuild === null) throw new Error('the state of the rebuild is missing');
  return rebuild;
}

function showBar({ done, total }: Rebuild): void {
  if (!process.stderr.isTTY) return;
  const part = total === 0 ? 0 : done / total;
  const bar = '#'.repeat(Math.round(part * BAR)).padEnd(BAR, '.');
  process.stderr.write(`\r[${bar}] ${done} of ${total}`);
}
