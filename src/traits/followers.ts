/** Users who follow an entity. Unversioned. */
import { catalogError, errorMessages, parseReference } from '../../contract/index.js';
import {
  aNounOf,
  checkId,
  type DataRoute,
  type EntityType,
  factsOf,
  quietReply,
  type Request,
  recordUpdate,
  rowToChange,
  type Scope,
} from '../catalog/index.js';
import { getReferences, putRelations, RELATION, removeRelations } from '../storage/index.js';
import { link } from './link.js';
import { seenRows } from './references/seen.js';

export const followers = {
  ...link({ field: 'followers', kind: RELATION.follows, end: 'to', liveOnly: true, inWrites: true, long: true }),
  routes: (type: EntityType) => [followRoute(type), unfollowRoute(type)],
};

const answers = { 200: { description: 'The change event', schema: 'type/changeEvent' } };

function followRoute(type: EntityType): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path: `${type.path}/{id}/followers`,
    docs: {
      operationId: `follow_${type.name}`,
      summary: `Add a follower to ${aNounOf(type)}`,
      description: 'Adds a user, given by id, to the followers. Creates an event but no version.',
      tag: type.name,
      body: { schema: { inline: { type: 'string', format: 'uuid', description: 'Id of the user' } } },
      answers,
      errors: [404],
    },
    handle: (request, scope) => change(type, request, request.body, true, scope),
  };
}

function unfollowRoute(type: EntityType): DataRoute {
  return {
    kind: 'write',
    method: 'DELETE',
    path: `${type.path}/{id}/followers/{userId}`,
    docs: {
      operationId: `unfollow_${type.name}`,
      summary: `Remove a follower from ${aNounOf(type)}`,
      description: 'Removes a user from the followers. Creates an event but no version.',
      tag: type.name,
      answers,
      errors: [404],
    },
    handle: (request, scope) => change(type, request, request.params.userId ?? '', false, scope),
  };
}

/** The user id in the body, which is a JSON string or plain text. */
export function followerOf(body: string | null): string {
  const text = (body ?? '').trim();
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    throw catalogError('BAD_REQUEST', 'The body must be the id of a user');
  }
}

async function change(type: EntityType, request: Request, user: string | null, follow: boolean, scope: Scope) {
  const row = await rowToChange(type, { id: request.params.id ?? '' }, 'all', scope, ['ViewBasic']);
  const userId = checkId(followerOf(user));
  // Adding or removing oneself only requires `ViewBasic`; for others, it is an edit.
  if (userId !== scope.actor.id)
    await scope.catalog.authorizer.decide(scope.actor, ['EditAll'], type.name, () => factsOf(type, row, scope));
  const [found] = await seenRows(await getReferences(scope.sql, [userId]), () => !follow, scope);
  const { name: follower } = scope.catalog.registry.targetOf('followers');
  if (found?.type !== follower || found.deleted !== 0)
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById(follower, userId));
  const edge = {
    from_id: userId,
    from_type: follower,
    kind: RELATION.follows,
    to_id: row.id,
    to_type: type.name,
    ord: 0,
    data: null,
  };
  if (follow) await putRelations(scope.sql, [edge]);
  else await removeRelations(scope.sql, [edge]);
  // References, not JSON text as in other changes: clients update their list of followers from the event.
  const list = [parseReference(found.ref)];
  const event = await recordUpdate(
    type,
    row,
    follow ? { added: [{ name: 'followers', newValue: list }] } : { deleted: [{ name: 'followers', oldValue: list }] },
    scope,
  );
  return quietReply(event, type, row, undefined, scope);
}
