// Adds a team to the owners of many entities, or removes it; users become its members.
import {
  type BulkOperationResult,
  CatalogError,
  type EntityReference,
  parseReference,
  type Stored,
  type Table,
} from '../../../contract/index.js';
import {
  type BulkItem,
  bulkResult,
  changeEntity,
  createSight,
  type DataRoute,
  type EntityKey,
  json,
  type Request,
  type Route,
  readBody,
  readRow,
  rowToChange,
  type Scope,
  type SlicedRoute,
  type SlicedScope,
} from '../../catalog/index.js';
import { countRelations, type EntityRow, listEntities, RELATION } from '../../storage/index.js';
import { changeMember } from './team-members.js';

const MOST_TEAMS = 100_000;
const USER = 'user';

type Owned = Pick<Stored<Table>, 'owners'>;

export function assetRoutes(): Route[] {
  return [counts, bulk('add'), bulk('remove')];
}

const counts: DataRoute = {
  kind: 'read',
  method: 'GET',
  path: '/v1/teams/assets/counts',
  docs: {
    operationId: 'getTeamAssetCounts',
    summary: 'Count the entities that each team owns',
    description:
      'Returns the number of entities that each team owns and the caller may see, keyed by the fully qualified name of the team. Soft deleted entities are not counted.',
    tag: 'team',
    answers: {
      200: {
        description: 'Number of entities by fully qualified name of the team',
        schema: { inline: { type: 'object', additionalProperties: { type: 'integer' } } },
      },
    },
  },
  async handle(_, scope) {
    scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', 'team');
    const filter = scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', 'team');
    const teams = await listEntities(scope.sql, { type: 'team', filter, limit: MOST_TEAMS });
    const ids = teams.map((team) => team.id);
    const seen = createSight(scope).counted();
    const owned = await countRelations(scope.sql, { ids, kind: RELATION.owns, end: 'from', seen });
    const byId = new Map(owned.map(({ id, count }) => [id, count]));
    return json(200, Object.fromEntries(teams.map((team) => [team.fqn, byId.get(team.id) ?? 0])));
  },
};

function bulk(action: 'add' | 'remove'): SlicedRoute {
  return {
    kind: 'sliced',
    method: 'PUT',
    path: `/v1/teams/{name}/assets/${action}`,
    docs: {
      operationId: `${action}TeamAssets`,
      summary: action === 'add' ? 'Make a team an owner of entities' : 'Remove a team from the owners of entities',
      description: `Users are ${action === 'add' ? 'added to the members of the team' : 'removed from them'}.`,
      tag: 'team',
      body: { schema: 'api/bulkAssets', required: true },
      answers: { 200: { description: 'Result of each item', schema: 'type/bulkOperationResult' } },
      errors: [404],
    },
    handle: (request, scope) => changeAssets(action, request, scope),
  };
}

async function changeAssets(action: 'add' | 'remove', request: Request, scope: SlicedScope) {
  const { id } = await scope.transaction((inner) => readTeam({ fqn: request.params.name ?? '' }, inner));
  const { assets = [], dryRun = false } = readBody(request, 'api/bulkAssets', scope);
  const passed: BulkItem[] = [];
  const failed: BulkItem[] = [];
  for (const asset of assets) {
    const error = await changeOne(asset, id, { action, dryRun }, scope);
    const what = asset.type === USER ? 'Member' : 'Owner';
    if (error) failed.push({ request: asset, status: error.status, message: error.message });
    else passed.push({ request: asset, status: 200, message: `${what} ${action === 'add' ? 'added' : 'removed'}` });
  }
  return json<BulkOperationResult>(200, bulkResult(dryRun, passed, failed));
}

function readTeam(naming: EntityKey, scope: Scope): Promise<EntityRow> {
  return readRow(scope.catalog.registry.get('team'), naming, 'non-deleted', scope);
}

/**
 * In a transaction of its own, so that nothing is left of what is refused; it reads the team, which may be deleted after
 * the one before. null on success.
 */
async function changeOne(
  asset: EntityReference,
  teamId: string,
  { action, dryRun }: { action: 'add' | 'remove'; dryRun: boolean },
  { catalog, transaction }: SlicedScope,
): Promise<CatalogError | null> {
  try {
    if (asset.type === USER) {
      await transaction((scope) => changeMember(teamId, asset, { action, dryRun }, scope));
      return null;
    }
    const type = catalog.registry.find(asset.type);
    if (!type?.traits?.some((trait) => trait.field === 'owners' && trait.write))
      return new CatalogError('BAD_REQUEST', `${asset.type} can not be owned`);
    await transaction(async (scope) => {
      const team = parseReference((await readTeam({ id: teamId }, scope)).ref);
      const row = await rowToChange(type, { id: asset.id }, 'non-deleted', scope, ['EditOwners']);
      if (!dryRun) await changeEntity(type, row, (value) => withOwner(value, team, action), scope);
    });
    return null;
  } catch (error) {
    if (error instanceof CatalogError) return error;
    throw error;
  }
}

function withOwner(value: Owned, team: EntityReference, action: 'add' | 'remove'): Owned {
  const owners = (value.owners ?? []).filter((owner) => owner.id !== team.id && !owner.inherited);
  return { ...value, owners: action === 'add' ? [...owners, team] : owners };
}
