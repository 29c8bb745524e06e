// Routes that add and remove members of a team, besides a PATCH of the team.
import { catalogError, type EntityReference, errorMessages, parseReference } from '../../../contract/index.js';
import {
  checkId,
  type DataRoute,
  type EntityType,
  factsOf,
  findRow,
  json,
  type Reply,
  type Request,
  readJson,
  recordUpdate,
  type Scope,
} from '../../catalog/index.js';
import {
  type EntityRow,
  getReferences,
  getRelation,
  listedIds,
  putRelations,
  RELATION,
  removeRelations,
} from '../../storage/index.js';
import { resolveNew } from '../../traits/index.js';
import { updateOrganizationMembers } from './organization.js';

const answers = { 200: { description: 'The change event', schema: 'type/changeEvent' } };

export function memberRoutes(): DataRoute[] {
  return [
    {
      kind: 'write',
      method: 'PUT',
      path: '/v1/teams/{teamId}/users',
      docs: {
        operationId: 'updateTeamUsers',
        summary: 'Replace the members of a team',
        description: 'Replaces the members of a team with the given users.',
        tag: 'team',
        body: { schema: { arrayOf: 'type/entityReference' }, required: true },
        answers,
        errors: [404],
      },
      handle: replaceMembers,
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: '/v1/teams/{teamId}/users/{userId}',
      docs: {
        operationId: 'deleteTeamUser',
        summary: 'Remove a user from a team',
        description: 'Removes one user from the members of a team.',
        tag: 'team',
        answers,
        errors: [404],
      },
      handle: removeMember,
    },
  ];
}

const USERS = { types: ['user'], text: 'id', field: 'users' } as const;

/**
 * Adds a user to a team or removes one, if that is not so already; `dryRun` only checks it. Throws 403, and 404 for a user
 * who does not exist or is hidden.
 */
export async function changeMember(
  teamId: string,
  user: EntityReference,
  { action, dryRun }: { action: 'add' | 'remove'; dryRun: boolean },
  scope: Scope,
): Promise<void> {
  const { type, row } = await teamOf(teamId, scope);
  const id = checkId(user.id);
  const isMember = (await getRelation(scope.sql, { from_id: row.id, kind: RELATION.has, to_id: id })) !== undefined;
  const [[member] = []] = await resolveNew([[user]], USERS, scope, isMember ? [{ id, type: 'user' }] : []);
  if (!member || dryRun || isMember === (action === 'add')) return;
  if (action === 'add') await putRelations(scope.sql, [edge(row, member)]);
  else await removeRelations(scope.sql, [edge(row, member)]);
  await changed(type, row, action === 'add' ? [member] : [], action === 'add' ? [] : [member], scope);
}

async function replaceMembers(request: Request, scope: Scope): Promise<Reply> {
  const { type, row } = await teamOf(request.params.teamId ?? '', scope);
  const body = readJson(request);
  if (!Array.isArray(body)) throw catalogError('BAD_REQUEST', 'The body must be a list of references to users');
  const before = await listedIds(scope.sql, 'from', { id: row.id, kind: RELATION.has, liveOnly: false });
  const [wanted = []] = await resolveNew([body], USERS, scope, before);
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const beforeIds = new Set(before.map(({ id }) => id));
  const leaving = before.filter(({ id }) => !wantedIds.has(id)).map(({ id }) => id);
  const removed = (await getReferences(scope.sql, leaving)).map(({ ref }) => parseReference(ref));
  const added = wanted.filter(({ id }) => !beforeIds.has(id));
  await removeRelations(
    scope.sql,
    removed.map((user) => edge(row, user)),
  );
  await putRelations(
    scope.sql,
    added.map((user, i) => edge(row, user, beforeIds.size + i)),
  );
  return changed(type, row, added, removed, scope);
}

async function removeMember(request: Request, scope: Scope): Promise<Reply> {
  const { type, row } = await teamOf(request.params.teamId ?? '', scope);
  const userId = checkId(request.params.userId ?? '');
  const found = await getRelation(scope.sql, { from_id: row.id, kind: RELATION.has, to_id: userId });
  const [member] = found ? await getReferences(scope.sql, [userId]) : [];
  if (!member || member.deleted === 2)
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('user', userId));
  const user = parseReference(member.ref);
  await removeRelations(scope.sql, [edge(row, user)]);
  return changed(type, row, [], [user], scope);
}

async function teamOf(id: string, scope: Scope): Promise<{ type: EntityType; row: EntityRow }> {
  const type = scope.catalog.registry.get('team');
  scope.catalog.authorizer.possible(scope.actor, 'EditUsers', type.name);
  const row = await findRow(type, { id }, 'non-deleted', scope);
  await scope.catalog.authorizer.decide(scope.actor, ['EditUsers'], type.name, () => factsOf(type, row, scope));
  return { type, row };
}

function edge(team: EntityRow, user: EntityReference, ord = 0) {
  return {
    from_id: team.id,
    from_type: team.type,
    kind: RELATION.has,
    to_id: user.id,
    to_type: user.type,
    ord,
    data: null,
  };
}

async function changed(
  type: EntityType,
  row: EntityRow,
  joined: readonly EntityReference[],
  left: readonly EntityReference[],
  scope: Scope,
): Promise<Reply> {
  const ids = [...joined, ...left].map(({ id }) => id);
  if (ids.length > 0) await updateOrganizationMembers(ids, RELATION.has, scope);
  const added = joined.length > 0 ? [{ name: 'users', newValue: JSON.stringify(joined) }] : [];
  const deleted = left.length > 0 ? [{ name: 'users', oldValue: JSON.stringify(left) }] : [];
  return json(200, await recordUpdate(type, row, { added, deleted }, scope));
}
