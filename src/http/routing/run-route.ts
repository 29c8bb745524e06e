import type { Actor, Catalog, Reply, Request } from '../../catalog/index.js';
import type { Context } from '../../context/index.js';
import type { Sql, Store } from '../../storage/index.js';
import type { Writes } from '../ports.js';
import type { Mounted } from './route-tree.js';

export type RunRoute = (mounted: Mounted, request: Request, actor: Actor | null) => Promise<Reply>;

export interface RunDeps {
  catalog: Catalog;
  context: Context;
  read: Store['read'];
  /** For long-running routes; default: `read`. */
  readLong?: Store['readLong'];
  writes: Writes;
  /** Loads the rights of an actor before its first check, for reads and actions; undefined if they are cached. */
  prepare(actor: Actor, sql: Sql): Promise<void> | undefined;
}

/** The actor of requests without a token, on open routes. */
const anonymous: Actor = { id: '', name: 'anonymous', isAdmin: false, isBot: false };

/** Runs a route by its kind: reads and actions in this thread, writes through the writer. */
export function createRouteRunner({ catalog, context, read, readLong = read, writes, prepare }: RunDeps): RunRoute {
  const mark = () => {};
  return async ({ route, key }, request, actor) => {
    if (route.kind === 'action') {
      if (actor) await read(async (sql) => prepare(actor, sql));
      const command = (name: string, data: unknown) => writes.command(name, data, actor ?? undefined);
      return route.handle(request, { catalog, context, actor, read: route.long ? readLong : read, command });
    }
    if (route.kind !== 'read') return writes.route(key, request, actor ?? anonymous);
    const open = route.long ? readLong : read;
    return open(async (sql) => {
      const preparing = actor ? prepare(actor, sql) : undefined;
      if (preparing) await preparing;
      return route.handle(request, {
        catalog,
        context,
        actor: actor ?? anonymous,
        sql,
        reopen: open,
        invalidate: mark,
      });
    });
  };
}
