// Routes of users: the caller, active users, owned assets.
import { parseObject, type Stored, type Team } from '../../../contract/index.js';
import {
  composeShown,
  type DataRoute,
  type EntityKey,
  fieldsParameter,
  json,
  jsonText,
  type Request,
  readEntity,
  readLimit,
  referenceOf,
  type Scope,
  selectFields,
  visibleIds,
} from '../../catalog/index.js';
import { type EntityRow, getEntitiesByIds, listActivePeople, RELATION, relationsTo } from '../../storage/index.js';
import { assetParameters, ownedAssets } from './owned-assets.js';
import { preferenceRoutes } from './user-preferences.js';

const MINUTE = 60_000;

export function userRoutes(): DataRoute[] {
  return [loggedInUser, groupTeams, online, assetsOf('id'), assetsOf('name'), ...preferenceRoutes()];
}

const userOf = (scope: Scope) => scope.catalog.registry.get('user');

const loggedInUser: DataRoute = {
  kind: 'read',
  method: 'GET',
  path: '/v1/users/loggedInUser',
  docs: {
    operationId: 'getLoggedInUser',
    summary: 'Get the user that the token belongs to',
    description: 'Returns the account of the caller. `fields` requests teams, roles, domains and more.',
    tag: 'user',
    query: [fieldsParameter],
    answers: { 200: { description: 'The user', schema: 'entity/teams/user' } },
    errors: [404],
  },
  handle: (request, scope) => readEntity(userOf(scope), { id: scope.actor.id }, request, asReader(scope)),
};

/** Users may always read their own account, whatever policies deny. */
function asReader(scope: Scope): Scope {
  const { catalog } = scope;
  const authorizer = { ...catalog.authorizer, possible: () => {}, decide: () => Promise.resolve() };
  return { ...scope, catalog: { ...catalog, authorizer } };
}

const groupTeams: DataRoute = {
  kind: 'read',
  method: 'GET',
  path: '/v1/users/loggedInUser/groupTeams',
  docs: {
    operationId: 'getLoggedInUserGroupTeams',
    summary: 'List the teams of type Group that you are a member of',
    description: 'Returns references to the groups that the caller is a member of.',
    tag: 'user',
    answers: { 200: { description: 'References to the teams', schema: { arrayOf: 'type/entityReference' } } },
  },
  async handle(_, scope) {
    const edges = await relationsTo(scope.sql, [scope.actor.id], [RELATION.has]);
    const teams = await getEntitiesByIds(
      scope.sql,
      edges.filter((edge) => edge.deleted === 0).map((edge) => edge.from_id),
    );
    return json(
      200,
      teams.filter(isGroup).map((team) => referenceOf(team, scope)),
    );
  },
};

function isGroup(row: EntityRow): boolean {
  return (parseObject<Stored<Team>>(row.doc).teamType ?? 'Group') === 'Group';
}

const online: DataRoute = {
  kind: 'read',
  method: 'GET',
  path: '/v1/users/online',
  docs: {
    operationId: 'listOnlineUsers',
    summary: 'List recently active users',
    description: 'Returns the users who sent a request within the last `timeWindow` minutes, latest first.',
    tag: 'user',
    query: [
      { name: 'timeWindow', description: 'Minutes to look back', schema: { type: 'integer', minimum: 0, default: 5 } },
      fieldsParameter,
      ...assetParameters,
    ],
    answers: { 200: { description: 'The users', schema: { pageOf: 'entity/teams/user' } } },
  },
  async handle({ query }, scope) {
    const type = userOf(scope);
    scope.catalog.authorizer.possible(scope.actor, 'ViewAll', type.name);
    const limit = readLimit(query.limit, 10, 0, 1000);
    const offset = readLimit(query.offset, 0, 0, Number.MAX_SAFE_INTEGER, 'offset');
    const minutes = readLimit(query.timeWindow, 5, 0, 525_600, 'timeWindow');
    const since = scope.context.now() - minutes * MINUTE;
    const { ids, total } = await activePeople(since, limit, offset, scope);
    const rows = new Map((await getEntitiesByIds(scope.sql, ids)).map((row) => [row.id, row]));
    const live = ids.flatMap((id) => rows.get(id) ?? []).filter((row) => row.deleted === 0);
    const texts = await composeShown(live, type, selectFields(type, query.fields, scope.catalog), scope);
    return jsonText(200, `{"data":[${texts.join(',')}],"paging":${JSON.stringify({ total, offset, limit })}}`);
  },
};

const MOST_PEOPLE = 100_000;

/** A page of the active users that the reader may see, and their total. */
async function activePeople(since: number, limit: number, offset: number, scope: Scope) {
  if (scope.catalog.authorizer.filter(scope.actor, 'ViewAll', 'user').kind === 'all')
    return listActivePeople(scope.sql, { since, limit, offset });
  const { ids } = await listActivePeople(scope.sql, { since, limit: MOST_PEOPLE, offset: 0 });
  const visible = await visibleIds(
    ids.map((id) => ({ id, type: 'user' })),
    scope,
  );
  const shown = ids.filter((id) => visible.has(id));
  return { ids: shown.slice(offset, offset + limit), total: shown.length };
}

function assetsOf(by: 'id' | 'name'): DataRoute {
  const naming = (request: Request): EntityKey =>
    by === 'id' ? { id: request.params.id ?? '' } : { fqn: request.params.name ?? '' };
  return {
    kind: 'read',
    method: 'GET',
    path: by === 'id' ? '/v1/users/{id}/assets' : '/v1/users/name/{name}/assets',
    docs: {
      operationId: `listUserAssets${by === 'id' ? 'ById' : 'ByName'}`,
      summary: 'List the assets that a user owns',
      description:
        'Returns a page of references to the entities that the user or a team of the user owns and the caller may see.',
      tag: 'user',
      query: assetParameters,
      answers: { 200: { description: 'References to the assets', schema: { pageOf: 'type/entityReference' } } },
      errors: [404],
    },
    handle: (request, scope) => ownedAssets(userOf(scope), naming(request), request, scope),
  };
}
