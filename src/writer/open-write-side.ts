import { type Access, watchAccess } from '../access/index.js';
import type { Catalog, Command } from '../catalog/index.js';
import type { Context } from '../context/index.js';
import { beginReaders, EVENTS_CHANNEL } from '../events/index.js';
import type { FeatureParts } from '../feature/index.js';
import type { SearchIndex } from '../search/index.js';
import type { Store } from '../storage/index.js';
import { createWakeUps } from '../wake/index.js';
import { awaitDeletions } from './await-deletions.js';
import { startBackgroundWork } from './background-work.js';
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
  news: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Opens everything that writes: seeds a new catalog, runs writes, and does background work until it is stopped. */
export async function openWriteSide(deps: WriteSideDeps): Promise<WriteSide> {
  const { store, context, catalog, access, search, writeRoutes: routes, commands, features } = deps;
  let hear: OnInvalidations = deps.onInvalidations;
  const onInvalidations: OnInvalidations = (marks) => hear(marks);
  let committed = () => {};
  const onCommit = () => committed();
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
  const news: Record<string, unknown> = {};
  for (const name of features.seeds) news[name] = await runner.command(name, null);
  const { transaction, command } = runner;
  const holder = context.id();
  const wakeUps = createWakeUps({ store, context });
  const background = startBackgroundWork({
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
  committed = background.committed;
  hear = (marks) => {
    deps.onInvalidations(marks);
    background.hear(marks);
  };
  const stopWatch = watchAccess({ store, context, wakeUps, changed: () => onInvalidations([{ kind: 'access' }]) });
  return {
    runner: withoutHurry(runner, store),
    news,
    async stop() {
      await stopWatch();
      await background.stop();
      await wakeUps.close();
    },
  };
}

/** Delays the response to a request that starts large deletions until they finish, or for a short time. */
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
