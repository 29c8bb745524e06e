import type { CurrentRights } from '../../access/index.js';
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
  /** The rights of actors, for reads and actions. */
  rights: Pick<CurrentRights, 'read'>;
}

/** The actor of requests without a token, on open routes. */
const anonymous: Actor = { id: '', name: 'anonymous', isAdmin: false, isBot: false };

/** Runs a route by its kind: reads and actions in this thread, writes through the writer. */
export function createRouteRunner({ catalog, context, read, readLong = read, writes, rights }: RunDeps): RunRoute {
  const mark = () => {};
  const callerOf = (actor: Actor, { bearer }: Request) => ({ actor, bearer, now: context.now() });
  return async ({ route, key }, request, actor) => {
    if (route.kind === 'action') {
      const current = actor && (await rights.read(read, callerOf(actor, request), async (_, admitted) => admitted));
      const command = (name: string, data: unknown) => writes.command(name, data, current ?? undefined);
      return route.handle(request, { catalog, context, actor: current, read: route.long ? readLong : read, command });
    }
    if (route.kind !== 'read') return writes.route(key, request, actor ?? anonymous);
    const open = route.long ? readLong : read;
    const handle = (sql: Sql, current: Actor) =>
      route.handle(request, { catalog, context, actor: current, sql, reopen: open, invalidate: mark });
    return actor ? rights.read(open, callerOf(actor, request), handle) : open((sql) => handle(sql, anonymous));
  };
}
