import type { Access } from '../access/index.js';
import type { Actor, Catalog, DataRoute, Request, Route, Scope } from '../catalog/index.js';
import type { Context } from '../context/index.js';
import type { Store } from '../storage/index.js';
import { rightsOf } from './rights-of.js';
import type { Person } from './session-routes.js';

export interface DescribeDeps {
  catalog: Catalog;
  context: Context;
  read: Store['read'];
  rights: Access['rights'];
  authenticate(bearer: string): Actor | Promise<Actor>;
  /** Routes under `/api`. */
  routes: readonly Route[];
}

const USER_FIELDS = 'teams,roles,personas,defaultPersona,domains,profile';

/** Answers what the API would answer to these two questions, in one snapshot. */
export function createDescribePerson(deps: DescribeDeps): (accessToken: string) => Promise<Person> {
  const { catalog, context, read, rights, authenticate, routes } = deps;
  return async (bearer) => {
    const user = dataRoute(routes, '/v1/users/loggedInUser');
    const permissions = dataRoute(routes, '/v1/permissions');
    const caller = { actor: await authenticate(bearer), bearer, now: context.now() };
    return rights.read(read, caller, async (sql, actor) => {
      const scope: Scope = { catalog, context, actor, sql, reopen: read, invalidate: () => {} };
      return {
        user: await ask(user, { fields: USER_FIELDS }, scope),
        rights: actor.isAdmin ? {} : rightsOf(await ask(permissions, {}, scope)), // admins may do everything
      };
    });
  };
}

async function ask(route: DataRoute, query: Request['query'], scope: Scope): Promise<unknown> {
  const { body } = await route.handle({ ...EMPTY, query }, scope);
  return JSON.parse(String(body));
}

const EMPTY: Request = {
  params: {},
  query: {},
  body: null,
  mediaType: null,
  ifMatch: null,
  ifNoneMatch: null,
  from: '',
  bearer: null,
  headers: {},
  cookies: {},
};

function dataRoute(routes: readonly Route[], path: string): DataRoute {
  const found = routes.find((one) => one.method === 'GET' && one.path === path);
  if (found?.kind !== 'read') throw new TypeError(`${path} must be a read`);
  return found;
}
