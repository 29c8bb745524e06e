/** Reactions of users to threads, posts, comments, announcements and activity: one row for each, so none is lost. */
import {
  catalogError,
  errorMessages,
  forbidden,
  isObject,
  type Reaction,
  type ReactionType,
} from '../../../contract/index.js';
import { type Scope, shownReferences } from '../../catalog/index.js';
import { getReferences, listReactions, putReaction, removeReaction } from '../../storage/index.js';

export const reactionTypes: readonly ReactionType[] = [
  ...(['thumbsUp', 'thumbsDown', 'hooray', 'laugh', 'confused', 'heart', 'rocket', 'eyes'] as const),
];

export function isReactionType(text: string): text is ReactionType {
  return reactionTypes.some((type) => type === text);
}

/** Reactions by the id of what they are about. */
export async function reactionsOf(subjectIds: readonly string[], scope: Scope): Promise<Map<string, Reaction[]>> {
  const rows = await listReactions(scope.sql, subjectIds);
  const users = await shownReferences(
    rows.map(({ user_id }) => user_id),
    scope,
  );
  const found = new Map<string, Reaction[]>();
  for (const { subject_id, type, user_id } of rows) {
    const user = users.get(user_id);
    if (!user || !isReactionType(type)) continue;
    const list = found.get(subject_id) ?? [];
    list.push({ reactionType: type, user });
    found.set(subject_id, list);
  }
  return found;
}

/**
 * Stores the difference between two lists of reactions. 403 for a reaction in the name of somebody else, unless the actor
 * is an admin.
 */
export async function changeReactions(
  subjectId: string,
  before: readonly Reaction[],
  given: unknown,
  scope: Scope,
): Promise<void> {
  const now = readReactions(given);
  const old = new Map(before.map((one) => [keyOf(one), one]));
  const added = [...now].filter(([key]) => !old.has(key)).map(([, one]) => one);
  const removed = [...old].filter(([key]) => !now.has(key)).map(([, one]) => one);
  const others = [...added, ...removed].some(({ user }) => user.id !== scope.actor.id);
  if (others && !scope.actor.isAdmin) throw forbidden(scope.actor, 'may not change the reactions of others');
  await refuseUnknown(
    added.map(({ user }) => user.id),
    scope,
  );
  const at = scope.context.now();
  for (const { reactionType, user } of added)
    await putReaction(scope.sql, { subject_id: subjectId, type: reactionType, user_id: user.id, at });
  for (const { reactionType, user } of removed)
    await removeReaction(scope.sql, { subject_id: subjectId, type: reactionType, user_id: user.id });
}

type Given = Pick<Reaction, 'reactionType'> & { user: { id: string } };

const keyOf = ({ reactionType, user }: Given) => `${reactionType} ${user.id}`;
const MOST_REACTIONS = 10_000;

function readReactions(given: unknown): Map<string, Given> {
  const found = new Map<string, Given>();
  if (given === undefined || given === null) return found;
  if (!Array.isArray(given) || given.length > MOST_REACTIONS)
    throw catalogError('BAD_REQUEST', `reactions: must be a list of at most ${MOST_REACTIONS} reactions`);
  for (const item of given) {
    const { reactionType, user } = isObject(item) ? item : {};
    if (typeof reactionType !== 'string' || !isReactionType(reactionType))
      throw catalogError('BAD_REQUEST', `reactions.reactionType must be one of ${reactionTypes.join(', ')}`);
    if (!isObject(user) || typeof user.id !== 'string')
      throw catalogError('BAD_REQUEST', 'reactions.user must be a reference with an id');
    const one = { reactionType, user: { id: user.id.toLowerCase() } };
    found.set(keyOf(one), one);
  }
  return found;
}

async function refuseUnknown(ids: readonly string[], scope: Scope): Promise<void> {
  const rows = await getReferences(scope.sql, [...new Set(ids)]);
  const known = new Set(rows.filter(({ type, deleted }) => type === 'user' && deleted === 0).map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined)
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('user', missing.slice(0, 100)));
}
