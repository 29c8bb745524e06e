import type { CurrentRights } from '../../access/index.js';
import {
  type Actor,
  type Catalog,
  type Reply,
  type Request,
  type Route,
  type Scope,
  userActedFor,
} from '../../catalog/index.js';
import type { Context } from '../../context/index.js';
import type { DocumentReader } from '../../odcs/index.js';
import type { Sql, Store } from '../../storage/index.js';
import type { Authenticate, Writes } from '../ports.js';
import { readDocument } from '../request/read-document.js';
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
  /** For responses that continue after their token was checked. */
  authenticate: Authenticate;
  /** Reads the bodies of routes that declare a `document`; default: the handlers get them as they were sent. */
  documents?: DocumentReader | undefined;
}

/** The actor of requests without a token, on open routes. */
const anonymous: Actor = { id: '', name: 'anonymous', isAdmin: false, isBot: false };

/** Runs a route by its kind: reads and actions in this thread, writes through the writer. */
export function createRouteRunner(deps: RunDeps): RunRoute {
  const { catalog, context, read, readLong = read, writes, rights, authenticate, documents } = deps;
  const mark = () => {};
  const callerOf = (actor: Actor, { bearer }: Request) => ({ actor, bearer, now: context.now() });
  const scopeOf = (sql: Sql, actor: Actor, open: Store['read']): Scope => ({
    catalog,
    context,
    actor,
    sql,
    reopen: open,
    invalidate: mark,
  });
  const withDocument = async ({ document }: Route, request: Request, actor: Actor | null): Promise<Request> => {
    if (!document || !documents || !actor) return request;
    const { as, authorize } = document;
    await rights.read(read, callerOf(actor, request), async (_, current) => authorize({ catalog, actor: current }));
    return readDocument(request, as, documents, actor);
  };
  return async ({ route, key }, sent, actor) => {
    const request = route.document ? await withDocument(route, sent, actor) : sent;
    const open = 'long' in route && route.long ? readLong : read;
    const readFor = <T>(who: Actor | null, work: (scope: Scope) => Promise<T>): Promise<T> =>
      who
        ? rights.read(open, callerOf(who, request), (sql, current) => work(scopeOf(sql, current, open)))
        : open((sql) => work(scopeOf(sql, anonymous, open)));
    if (route.kind === 'action') {
      const current = actor && (await rights.read(read, callerOf(actor, request), async (_, admitted) => admitted));
      const confirmed = async () => actor && (await authenticate(request.bearer, userActedFor(actor)));
      return route.handle(request, {
        catalog,
        context,
        actor: current,
        read: open,
        confirm: async () => void (await confirmed()),
        readAs: async (work) => readFor(await confirmed(), work),
        command: (name, data) => writes.command(name, data, current ?? undefined),
      });
    }
    if (route.kind !== 'read') return writes.route(key, request, actor ?? anonymous);
    return readFor(actor, (scope) => route.handle(request, scope));
  };
}
