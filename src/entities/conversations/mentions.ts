/** People and teams that a message mentions, as entity links: `<#E::user::john>`, also with a text: `<#E::user::john|@john>`. */
import { catalogError } from '../../../contract/index.js';
import { quoteName, type Scope } from '../../catalog/index.js';
import { getEntitiesByFqns, putAddressees, RELATION, relationsTo } from '../../storage/index.js';

/** Kinds of people that a thread or post addresses. */
export const ADDRESSED = { mention: 'mention', assignee: 'assignee' } as const;

const MOST_MENTIONS = 1000;

/** Ids of the users and teams that exist; what else a message names is text. 400 for too many. */
export async function mentionedIn(message: string, scope: Scope): Promise<string[]> {
  const wanted = new Map<string, Set<string>>();
  const mentions = new Set<string>();
  for (const [text, type = '', name = ''] of message.matchAll(/<#E::(user|team)::([^<>|\n]{1,512})/g)) {
    if (mentions.add(text).size > MOST_MENTIONS)
      throw catalogError('BAD_REQUEST', `message must not mention more than ${MOST_MENTIONS} users and teams`);
    const names = wanted.get(type) ?? new Set<string>();
    wanted.set(type, names);
    const fold = scope.catalog.registry.find(type)?.foldName ?? ((text: string) => text);
    names.add(fold(name));
    names.add(quoteName(fold(name)));
  }
  const ids: string[] = [];
  for (const [type, names] of wanted)
    for (const row of await getEntitiesByFqns(scope.sql, type, [...names])) if (row.deleted === 0) ids.push(row.id);
  return ids;
}

/** Records whom a message mentions. `postId`: '' for the opening message of a thread. */
export async function recordMentions(
  message: string,
  { threadId, postId }: { threadId: string; postId: string },
  scope: Scope,
): Promise<string[]> {
  const people = await mentionedIn(message, scope);
  await putAddressees(scope.sql, { thread_id: threadId, post_id: postId, kind: ADDRESSED.mention }, people);
  return people;
}

/** A user and the teams that have the user as a member. */
export async function withTeams(userId: string, scope: Scope): Promise<string[]> {
  const teams = await relationsTo(scope.sql, [userId], [RELATION.has]);
  return [userId, ...teams.map(({ from_id }) => from_id)];
}
