import type { Actor, Catalog, Reply, Request } from '../catalog/index.js';
import type { Context } from '../context/index.js';
import type { Store } from '../storage/index.js';
import type { Writes } from './ports.js';
import type { Mounted } from './route-tree.js';

export type RunRoute = (mounted: Mounted, request: Request, actor: Actor | null) => Promise<Reply>;

export interface RunDeps {
  catalog: Catalog;
  context: Context;
  read: Store['read'];
  writes: Writes;
}

/** On open routes nobody in particular may be asking. */
const anonymous: Actor = { id: '', name: 'anonymous', isAdmin: false, isBot: false };

/** Runs a route where its kind says: reads beside the socket, writes with the writer. */
export function createRouteRunner({ catalog, context, read, writes }: RunDeps): RunRoute {
  const mark = () => {};
  return ({ route, key }, request, actor) => {
    if (route.kind === 'write') return writes.route(key, request, actor ?? anonymous);
    if (route.kind === 'read')
      return read((sql) =>
        route.handle(request, { catalog, context, actor: actor ?? anonymous, sql, reopen: read, mark }),
      );
    const command = (name: string, data: unknown) => writes.command(name, data, actor ?? undefined);
    return route.handle(request, { catalog, context, actor, read, command });
  };
}
