import { type Access, BOOTSTRAP, type BootstrapNews, PURGE_TOKENS } from '../access/index.js';
import type { Catalog, Command, Scope } from '../catalog/index.js';
import type { Context } from '../context/index.js';
import { COLUMN_UPDATES, runColumnUpdates, SEAL_STORED, SEED_TEST_CONNECTIONS } from '../entities/index.js';
import type { EventReader } from '../events/index.js';
import type { Job } from '../jobs/index.js';
import {
  type DocumentSource,
  hasWork,
  inlineSource,
  REBUILD,
  type RunRebuildDeps,
  readRebuild,
  runRebuild,
  type SearchIndex,
} from '../search/index.js';
import type { Store } from '../storage/index.js';
import { startBackgroundWork } from './background-work.js';
import { awaitDeletions } from './continue-deletions.js';
import { startEventReaders } from './event-readers.js';
import { followServers } from './follow-servers.js';
import { createWriteRunner, type WriteRoute, type WriteRunner } from './run-write.js';
import type { OnMarks } from './writer.js';

export interface WriteSideDeps {
  /** Migrated; not closed here. */
  store: Store;
  context: Context;
  catalog: Catalog;
  access: Access;
  search: SearchIndex;
  writeRoutes: ReadonlyMap<string, WriteRoute>;
  commands: ReadonlyMap<string, Command>;
  eventReaders?: readonly EventReader<Scope>[];
  /** Where the documents of a rebuild of search come from; by default this thread. */
  openDocuments?: () => DocumentSource;
  /** Days; 0 keeps everything. */
  config: { eventRetentionDays: number; historyRetentionDays: number };
  onMarks: OnMarks;
  /** How far an event reader is that runs on every server. */
  onReader?(name: string, position: number): void;
}

export interface WriteSide {
  runner: WriteRunner;
  /** What the start of a new catalog has to tell, once. */
  news: BootstrapNews;
  stop(): Promise<void>;
}

const HOUR = 3_600_000;

/** Everything that writes: seeds what a new catalog needs, runs writes, and does background work until it is stopped. */
export async function openWriteSide(deps: WriteSideDeps): Promise<WriteSide> {
  const { store, context, catalog, access, search, writeRoutes: routes, commands, config } = deps;
  let hear: OnMarks = deps.onMarks;
  const onMarks: OnMarks = (marks) => hear(marks);
  let committed = () => {};
  const onCommit = () => committed();
  const { prepare } = access;
  const { flush } = search;
  const runner = createWriteRunner({ store, catalog, context, routes, commands, prepare, flush, onMarks, onCommit });
  const news = (await runner.command(BOOTSTRAP, null)) as BootstrapNews;
  await runner.command(SEED_TEST_CONNECTIONS, null);
  await runner.command(SEAL_STORED, null);
  const { eventReaders = [], onReader = () => {} } = deps;
  const readers = await startEventReaders({ store, context, runner, eventReaders, onMarks, onReader });
  const background = startBackgroundWork({
    ...config,
    options: catalog.options,
    flush,
    store,
    context,
    runner,
    readers,
    jobs: [purgeTokens(runner), rebuildSearch(deps, runner), updateColumns(deps, runner)],
  });
  hear = (marks) => {
    deps.onMarks(marks);
    background.hear(marks);
  };
  committed = background.committed;
  const stopFollowing = followServers({ store, context, onMarks, placed: background.placed });
  return {
    runner: withoutHurry(runner, store),
    news,
    async stop() {
      await stopFollowing();
      await background.stop();
    },
  };
}

/** Answers requests that begin large deletions when these are over, or after a moment. */
function withoutHurry(runner: WriteRunner, store: Store): WriteRunner {
  return {
    ...runner,
    async route(key, request, actor, begun = []) {
      const reply = await runner.route(key, request, actor, begun);
      const roots = begun.flatMap((mark) => (mark.kind === 'deletion' ? [mark.rootId] : []));
      if (roots.length > 0 && reply.status !== 202) await awaitDeletions(store, roots);
      return reply;
    },
  };
}

function purgeTokens(runner: WriteRunner): Job {
  return {
    name: PURGE_TOKENS,
    everyMs: HOUR,
    async run() {
      await runner.command(PURGE_TOKENS, null);
    },
  };
}

/** Goes on with updates of many columns that somebody asked for. */
function updateColumns({ store }: WriteSideDeps, { transaction }: WriteRunner): Job {
  return {
    name: COLUMN_UPDATES,
    everyMs: 5000,
    run: (signal) => runColumnUpdates({ read: store.read, transaction }, signal),
  };
}

/** Goes on with a rebuild that somebody asked for or that was cut off. */
function rebuildSearch({ store, context, search, openDocuments }: WriteSideDeps, runner: WriteRunner): Job {
  const worker = { now: context.now, holder: context.id() };
  const open = openDocuments ?? (() => inlineSource(store.read, search));
  return {
    name: REBUILD,
    everyMs: 2000,
    async run(signal) {
      if (!hasWork(await store.read(readRebuild))) return;
      const { read } = store;
      const write: RunRebuildDeps['write'] = (work) => runner.transaction(({ sql }) => work(sql));
      await runRebuild({ read, write, index: search, worker, open }, signal);
    },
  };
}
