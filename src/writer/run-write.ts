import { CatalogError } from '../../contract/index.js';
import { ACCESS_CHANNEL, type Caller, type ChangeRights, type CurrentRights } from '../access/index.js';
import {
  type Actor,
  type Catalog,
  type Command,
  type DataRoute,
  type Invalidation,
  type Reply,
  type Request,
  type Scope,
  type SlicedRoute,
  type SlicedScope,
  systemActor,
} from '../catalog/index.js';
import type { Context } from '../context/index.js';
import type { Sql, Store, WritePriority } from '../storage/index.js';
import { wakeServers } from '../wake/index.js';
import type { OnInvalidations } from './writer.js';

export interface WriteDeps {
  store: Store;
  catalog: Catalog;
  context: Context;
  /** The write routes by their keys. */
  routes: ReadonlyMap<string, WriteRoute>;
  commands: ReadonlyMap<string, Command>;
  /** The rights of those who write. */
  rights: Pick<CurrentRights, 'read' | 'write'>;
  /** Last step of every commit: updates the search index with its changes. */
  flush(tx: Sql): Promise<void>;
  onInvalidations: OnInvalidations;
  /** Called after every commit, whether or not it has invalidations. */
  onCommit?(): void;
}

export type WriteRoute = DataRoute | SlicedRoute;

export interface WriteRunner {
  /** Appends the invalidations of its commits to `invalidations`. */
  route(key: string, request: Request, actor: Actor, invalidations?: Invalidation[]): Promise<Reply>;
  command(name: string, data: unknown, actor?: Actor): Promise<unknown>;
  /** For background work: one transaction, by default as the system user. */
  transaction<T>(work: (scope: Scope) => Promise<T>, actor?: Actor): Promise<T>;
}

/** Runs each write in its own transaction, with the current rights of its actor, and delivers its invalidations after the commit. */
export function createWriteRunner(deps: WriteDeps): WriteRunner {
  const { store, catalog, context, routes, commands, rights } = deps;
  const callerOf = (actor: Actor, bearer: string | null = null): Caller => ({ actor, bearer, now: context.now() });
  // `rights.write` hands the work the actor as this transaction sees it, and `changeRights` to mark a change of rights.
  const inTransaction = async <T>(
    caller: Caller,
    work: (scope: Scope) => Promise<T>,
    { priority, collected }: { priority?: WritePriority; collected?: Invalidation[] | undefined } = {},
  ): Promise<T> => {
    let invalidations: Invalidation[] = [];
    let changed = () => {};
    const runAs = async (actor: Actor, sql: Sql, changeRights: ChangeRights) => {
      invalidations = []; // the transaction may be retried
      changed = () => {};
      const mark = (one: Invalidation) => void invalidations.push(one);
      const result = await work({ catalog, context, actor, sql, reopen: store.read, invalidate: mark });
      for (const channel of channelsOf(invalidations)) await wakeServers(sql, channel);
      if (invalidations.some(({ kind }) => kind === 'access')) changed = await changeRights();
      return result;
    };
    try {
      const result = await rights.write(caller, (enter) =>
        store.write(
          (sql) => enter(sql, (actor, changeRights) => runAs(actor, sql, changeRights)),
          deps.flush,
          priority,
        ),
      );
      changed();
      if (invalidations.length) deps.onInvalidations(invalidations);
      deps.onCommit?.();
      collected?.push(...invalidations);
      return result;
    } catch (error) {
      // Caches may have been filled with state that was rolled back: this write's own, or that of others in a lost
      // commit.
      if (invalidations.length || !(error instanceof CatalogError))
        deps.onInvalidations([...invalidations, { kind: 'access' }]);
      throw error;
    }
  };
  return {
    async route(key, request, actor, collected) {
      const route = routes.get(key);
      if (!route) throw new Error(`no write route ${key}`);
      const caller = callerOf(actor, actor.id === '' ? null : request.bearer);
      if (route.kind !== 'sliced') return inTransaction(caller, (scope) => route.handle(request, scope), { collected });
      // The actor's rights may be checked before the first transaction.
      const current = await rights.read(store.read, caller, async (_, admitted) => admitted);
      const transaction: SlicedScope['transaction'] = (work) =>
        inTransaction({ ...caller, actor: current }, work, { collected });
      return route.handle(request, { catalog, context, actor: current, transaction });
    },
    async command(name, data, actor = systemActor) {
      const command = commands.get(name);
      if (!command) throw new Error(`no command ${name}`);
      return inTransaction(callerOf(actor), (scope) => command.run(data, scope));
    },
    transaction: (work, actor = systemActor) => inTransaction(callerOf(actor), work, { priority: 'background' }),
  };
}

/** The channels on which other servers have to be notified. */
function channelsOf(invalidations: readonly Invalidation[]): Set<string> {
  return new Set(
    invalidations.flatMap((mark) => {
      if (mark.kind === 'access') return [ACCESS_CHANNEL];
      return mark.kind === 'wake' ? [mark.channel] : [];
    }),
  );
}
