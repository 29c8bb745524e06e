import { type Access, watchAccess } from '../access/index.js';
import type { Catalog, Command } from '../catalog/index.js';
import type { Context } from '../context/index.js';
import { beginReaders, EVENTS_CHANNEL } from '../events/index.js';
import type { FeatureParts } from '../feature/index.js';
import type { SearchIndex } from '../search/index.js';
import type { Store } from '../storage/index.js';
import { createWakeUps } from '../wake/index.js';
import { awaitDeletions } from './await-deletions.js';
import { type BackgroundWork, startBackgroundWork } from './background-work.js';
import { createWriteRunner, type WriteRoute, type WriteRunner } from './run-write.js';
import type { OnInvalidations } from './writer.js';

export interface WriteSideDeps {
  /** Already migrated; the caller closes it. */
  store: Store;
  context: Context;
  catalog: Catalog;
  access: Access;
  search: SearchIndex;
  writeRoutes: ReadonlyMap<string, WriteRoute>;
  commands: ReadonlyMap<string, Command>;
  features: Pick<FeatureParts, 'jobs' | 'eventReaders' | 'works' | 'seeds'>;
  onInvalidations: OnInvalidations;
}

export interface WriteSide {
  runner: WriteRunner;
  /** Results of the seeds, by name. */
  seedResults: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Opens everything that writes: runs the seeds, then accepts writes and does background work until it is stopped. */
export async function openWriteSide(deps: WriteSideDeps): Promise<WriteSide> {
  const { store, context, catalog, access, search, writeRoutes: routes, commands, features } = deps;
  // The runner is needed for the seeds, which come before the background work that its commits wake.
  let background: BackgroundWork | null = null;
  const onInvalidations: OnInvalidations = (marks) => {
    deps.onInvalidations(marks);
    background?.applyInvalidations(marks);
  };
  const onCommit = () => background?.committed();
  const { rights } = access;
  const { flush } = search;
  const runner = createWriteRunner({
    store,
    catalog,
    context,
    routes,
    commands,
    rights,
    flush,
    onInvalidations,
    onCommit,
  });
  // Before the seeds, so that a new reader sees their events.
  await beginReaders(features.eventReaders, store);
  const seedResults: Record<string, unknown> = {};
  for (const name of features.seeds) seedResults[name] = await runner.command(name, null);
  const { transaction, command } = runner;
  const holder = context.id();
  const wakeUps = createWakeUps({ store, context });
  const started = startBackgroundWork({
    store,
    context,
    catalog,
    holder,
    transaction,
    command,
    flush,
    features,
    wakeUps,
    placed: () => deps.onInvalidations([{ kind: 'wake', channel: EVENTS_CHANNEL }]),
  });
  background = started;
  const stopWatch = watchAccess({ store, context, wakeUps, changed: () => onInvalidations([{ kind: 'access' }]) });
  return {
    runner: awaitingDeletions(runner, store),
    seedResults,
    async stop() {
      await stopWatch();
      await started.stop();
      await wakeUps.close();
    },
  };
}

/** Delays the response to a request that starts large deletions until they finish, or for a short time at most. */
function awaitingDeletions(runner: WriteRunner, store: Store): WriteRunner {
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
