import {
  type Actor,
  type Catalog,
  type Command,
  type DataRoute,
  type Mark,
  type Reply,
  type Request,
  type Scope,
  systemActor,
} from '../catalog/index.js';
import type { Context } from '../context/index.js';
import type { Store } from '../storage/index.js';
import type { OnMarks } from './writer.js';

export interface WriteDeps {
  store: Store;
  catalog: Catalog;
  context: Context;
  /** The write routes by key. */
  routes: ReadonlyMap<string, DataRoute>;
  commands: ReadonlyMap<string, Command>;
  onMarks: OnMarks;
}

export interface WriteRunner {
  route(key: string, request: Request, actor: Actor): Promise<Reply>;
  command(name: string, data: unknown, actor?: Actor): Promise<unknown>;
}

/** Runs each write in a transaction of its own and delivers its marks after the commit. */
export function createWriteRunner({ store, catalog, context, routes, commands, onMarks }: WriteDeps): WriteRunner {
  const inTransaction = async <T>(actor: Actor, work: (scope: Scope) => Promise<T>): Promise<T> => {
    let marks: Mark[] = [];
    const result = await store.write((sql) => {
      marks = []; // the transaction may be run again
      return work({ catalog, context, actor, sql, reopen: store.read, mark: (mark) => void marks.push(mark) });
    });
    if (marks.length) onMarks(marks);
    return result;
  };
  return {
    route(key, request, actor) {
      const route = routes.get(key);
      if (!route) return Promise.reject(new Error(`no write route ${key}`));
      return inTransaction(actor, (scope) => route.handle(request, scope));
    },
    command(name, data, actor = systemActor) {
      const command = commands.get(name);
      if (!command) return Promise.reject(new Error(`no command ${name}`));
      return inTransaction(actor, (scope) => command.run(data, scope));
    },
  };
}
