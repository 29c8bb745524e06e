import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { createRegistry, systemActor } from '../../catalog/index.js';
import { type Context, createSystemContext } from '../../context/index.js';
import type { WorkDeps } from '../../feature/index.js';
import { features, typesOf } from '../../features.js';
import type { IndexerStart } from '../../indexer.js';
import { JOBS_CHANNEL, type JobQueue, type JobScope, startJobQueue } from '../../jobs/index.js';
import {
  createSearchIndex,
  type DocumentSource,
  inlineSource,
  type Rebuild,
  type RebuildJobDeps,
  readRebuild,
  rebuildJob,
  requestRebuild,
  type SearchIndex,
  threadSource,
} from '../../search/index.js';
import { capabilitiesOf, getJob, migrate, type Sql, type Store } from '../../storage/index.js';
import { wakeServers } from '../../wake/index.js';
import { orFail } from '../fail.js';
import { addFlags, DATA_OPTIONS } from '../option-flags.js';
import { withStore } from '../with-store.js';

const BAR = 30;
/**
 * Documents per slice. No server writes at the same time, otherwise it would do the work. Large slices leave fewer
 * index segments to merge and write shared pages less often.
 */
const SLICE = 4000;
/** Fits the pages of a name index over a million documents; every slice changes most of them. */
const CACHE_KILOBYTES = 131_072;
/** A server on the same database picks up the job within this time. Milliseconds. */
const SERVER_TAKES_MS = 2500;
const LOOK_MS = 500;

/**
 * `cairn reindex`: rebuilds the search index while the old one stays in use; a running server does the work.
 * `--changed` only rewrites, in place, documents whose fingerprint differs; other search problems that `cairn
 * validate` reports need a full rebuild.
 */
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
          const context = createSystemContext(config.logLevel);
          const index = createSearchIndex({ registry: createRegistry(typesOf(features)) });
          const program = new URL('./indexer.js', import.meta.url);
          const open = () => openSource(store, index, program, { config });
          const done = await reindex(store, { anew: !options.changed, index, open, context });
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
  context: Context;
}

/** Queues the rebuild, and runs it here if no server picks it up. */
async function reindex(store: Store, { anew, index, open, context }: Reindexing): Promise<Rebuild> {
  const scope = (sql: Sql): JobScope => ({ sql, context, actor: systemActor, invalidate: () => {} });
  const { job } = await store.write(async (tx) => {
    await wakeServers(tx, JOBS_CHANNEL);
    return requestRebuild(scope(tx), anew);
  });
  const begun = context.now();
  let queue: JobQueue | null = null;
  for (;;) {
    const { row, rebuild } = await store.read(async (sql) => ({
      rebuild: await readRebuild(sql),
      row: job === null ? undefined : await getJob(sql, job),
    }));
    if (rebuild) showBar(rebuild);
    if (!row || row.ended_at !== null) {
      await queue?.stop();
      if (rebuild === null) throw new Error('the state of the rebuild is missing');
      return rebuild;
    }
    const now = context.now();
    const forsaken = row.state === 'queued' ? now - begun > SERVER_TAKES_MS : row.until_at < now;
    if (forsaken) queue ??= startQueue(store, { index, openDocuments: open, sliceSize: SLICE }, context, scope);
    await setTimeout(LOOK_MS);
  }
}

function startQueue(store: Store, given: RebuildJobDeps, context: Context, scope: (sql: Sql) => JobScope): JobQueue {
  const holder = context.id();
  return startJobQueue<JobScope, never, Pick<WorkDeps, 'store' | 'context' | 'holder'>>({
    kinds: [rebuildJob(given)],
    store,
    context,
    holder,
    system: systemActor,
    transaction: (work) => store.write((tx) => work(scope(tx)), given.index.flush),
    deps: { store, context, holder },
  });
}

function showBar({ done, total }: Rebuild): void {
  if (!process.stderr.isTTY) return;
  const part = total === 0 ? 0 : done / total;
  const bar = '#'.repeat(Math.round(part * BAR)).padEnd(BAR, '.');
  process.stderr.write(`\r[${bar}] ${done} of ${total}`);
}
