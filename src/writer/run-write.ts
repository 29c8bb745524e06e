import { CatalogError } from '../../contract/index.js';
import { ACCESS_CHANNEL } from '../access/index.js';
import {
  type Actor,
  type Catalog,
  type Command,
  type DataRoute,
  type Mark,
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
import type { OnMarks } from './writer.js';

export interface WriteDeps {
  store: Store;
  catalog: Catalog;
  context: Context;
  /** The routes of writes by key. */
  routes: ReadonlyMap<string, WriteRoute>;
  commands: ReadonlyMap<string, Command>;
  /** Loads the rights of an actor before its first question; undefined when they are known. */
  prepare(actor: Actor, sql: Sql): Promise<void> | undefined;
  /** Last step of every commit: brings the search index up to what it changed. */
  flush(tx: Sql): Promise<void>;
  onMarks: OnMarks;
  /** Called after every commit, whatever it changed. */
  onCommit?(): void;
}

export type WriteRoute = DataRoute | SlicedRoute;

export interface WriteRunner {
  /** `marks` gets those of its commits. */
  route(key: string, request: Request, actor: Actor, marks?: Mark[]): Promise<Reply>;
  command(name: string, data: unknown, actor?: Actor): Promise<unknown>;
  /** For background work: one transaction, by default the system's own. */
  transaction<T>(work: (scope: Scope) => Promise<T>, actor?: Actor): Promise<T>;
}

/** Runs each write in a transaction of its own and delivers its marks after the commit. */
export function createWriteRunner(deps: WriteDeps): WriteRunner {
  const { store, catalog, context, routes, commands } = deps;
  const inTransaction = async <T>(
    actor: Actor,
    work: (scope: Scope) => Promise<T>,
    { priority, collected }: { priority?: WritePriority; collected?: Mark[] | undefined } = {},
  ): Promise<T> => {
    let marks: Mark[] = [];
    try {
      const result = await store.write(
        async (sql) => {
          marks = []; // the transaction may be run again
          await deps.prepare(actor, sql);
          const mark = (one: Mark) => void marks.push(one);
          const result = await work({ catalog, context, actor, sql, reopen: store.read, mark });
          for (const channel of channelsOf(marks)) await wakeServers(sql, channel);
          return result;
        },
        deps.flush,
        priority,
      );
      if (marks.length) deps.onMarks(marks);
      deps.onCommit?.();
      collected?.push(...marks);
      return result;
    } catch (error) {
      // What was read inside may be of a state that is not kept: this write's own, or that of others in a lost commit.
      if (marks.length || !(error instanceof CatalogError)) deps.onMarks([...marks, { kind: 'access' }]);
      throw error;
    }
  };
  return {
    async route(key, request, actor, collected) {
      const route = routes.get(key);
      if (!route) throw new Error(`no write route ${key}`);
      if (route.kind !== 'sliced') return inTransaction(actor, (scope) => route.handle(request, scope), { collected });
      // Its first question may come before its first transaction.
      if (!actor.isAdmin) await store.read(async (sql) => deps.prepare(actor, sql));
      const transaction: SlicedScope['transaction'] = (work) => inTransaction(actor, work, { collected });
      return route.handle(request, { catalog, context, actor, transaction });
    },
    async command(name, data, actor = systemActor) {
      const command = commands.get(name);
      if (!command) throw new Error(`no command ${name}`);
      return inTransaction(actor, (scope) => command.run(data, scope));
    },
    transaction: (work, actor = systemActor) => inTransaction(actor, work, { priority: 'background' }),
  };
}

/** What the other servers have to learn of. */
function channelsOf(marks: readonly Mark[]): Set<string> {
  return new Set(
    marks.flatMap((mark) => {
      if (mark.kind === 'access') return [ACCESS_CHANNEL];
      return mark.kind === 'wake' ? [mark.channel] : [];
    }),
  );
}
