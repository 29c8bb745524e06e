import { type DataRoute, type EntityKey, json, type Request, type Route, readFlag } from '../../catalog/index.js';
import { assetParameters, ownedAssets } from '../people/owned-assets.js';
import { assetRoutes } from './team-assets.js';
import { teamTree } from './team-hierarchy.js';
import { memberRoutes } from './team-members.js';

export function teamRoutes(): Route[] {
  return [hierarchy, assetsOf('id'), assetsOf('name'), ...assetRoutes(), ...memberRoutes()];
}

const hierarchy: DataRoute = {
  kind: 'read',
  method: 'GET',
  path: '/v1/teams/hierarchy',
  docs: {
    operationId: 'listTeamHierarchy',
    summary: 'List the teams as a tree',
    description: 'Returns the teams below the organization, each with its subteams in `children`.',
    tag: 'team',
    query: [
      {
        name: 'isJoinable',
        description: 'Only teams that anyone may join, and their ancestors',
        schema: { type: 'boolean' },
      },
    ],
    answers: {
      200: { description: 'The teams below the organization', schema: { pageOf: 'entity/teams/teamHierarchy' } },
    },
  },
  async handle({ query }, scope) {
    scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', 'team');
    const data = await teamTree(readFlag(query, 'isJoinable'), scope);
    return json(200, { data, paging: { total: data.length } });
  },
};

function assetsOf(by: 'id' | 'name'): DataRoute {
  const naming = (request: Request): EntityKey =>
    by === 'id' ? { id: request.params.id ?? '' } : { fqn: request.params.fqn ?? '' };
  return {
    kind: 'read',
    method: 'GET',
    path: by === 'id' ? '/v1/teams/{id}/assets' : '/v1/teams/name/{fqn}/assets',
    docs: {
      operationId: `listTeamAssets${by === 'id' ? 'ById' : 'ByName'}`,
      summary: 'List the assets that a team owns',
      description: 'Returns a page of references to the entities that the team owns and the caller may see.',
      tag: 'team',
      query: assetParameters,
      answers: { 200: { description: 'References to the assets', schema: { pageOf: 'type/entityReference' } } },
      errors: [404],
    },
    handle: (request, scope) => ownedAssets(scope.catalog.registry.get('team'), naming(request), request, scope),
  };
}
