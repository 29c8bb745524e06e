// A bot that acts for a user: the rights of that user decide, and what it writes is recorded under both names.
import { catalogError, parseObject, type Stored, type User } from '../../../contract/index.js';
import { type Actor, quoteName, splitFqn } from '../../catalog/index.js';
import { ACCESS_TYPE, actorOf } from '../../entities/index.js';
import { matchesFilter, type ResourceFacts } from '../../rules/index.js';
import { type EntityRow, getEntityByFqn, RELATION, relationsTo, type Sql } from '../../storage/index.js';
import type { AccessAuthorizer } from '../decisions/authorizer.js';
import { unauthorized } from './token-claims.js';

/**
 * The user of this name as an actor. Fails with 403 unless `account` is the account of a bot that was granted to act for
 * others and may act for this user; with 401 if there is no such user.
 */
export async function impersonate(
  account: EntityRow,
  name: string,
  authorizer: Pick<AccessAuthorizer, 'prepare' | 'filter'>,
  sql: Sql,
): Promise<Actor> {
  const bot = actorOf(account);
  if (!bot.isBot) throw catalogError('FORBIDDEN', 'Only bot users can impersonate other users');
  if (parseObject<Stored<User>>(account.doc).allowImpersonation !== true)
    throw catalogError('FORBIDDEN', `Bot ${bot.name} does not have impersonation enabled`);
  await authorizer.prepare(bot, sql);
  const allowed = authorizer.filter(bot, 'Impersonate', ACCESS_TYPE.user);
  const user = await findUser(name, sql);
  if (!user && allowed.kind === 'all') throw unauthorized(`Cannot impersonate non-existent user: ${name}`);
  // A bot that may act for some users only must not learn which others exist.
  if (!user || !matchesFilter(allowed, await factsOf(user, sql)))
    throw catalogError('FORBIDDEN', `Bot ${bot.name} is not authorized to impersonate user ${name}`);
  return { ...actorOf(user), impersonatedBy: bot.name };
}

async function findUser(name: string, sql: Sql): Promise<EntityRow | undefined> {
  const [only] = name.includes('"') ? splitFqn(name) : [name];
  const row = await getEntityByFqn(sql, ACCESS_TYPE.user, quoteName((only ?? name).toLowerCase()));
  return row?.deleted === 0 ? row : undefined;
}

/** As for every other decision on a user; users have neither tags nor reviewers. */
async function factsOf({ id }: EntityRow, sql: Sql): Promise<ResourceFacts> {
  const domains = await relationsTo(sql, [id], [RELATION.hasDomain]);
  return {
    id,
    ownerIds: [],
    ownerTeamIds: [],
    tags: [],
    certification: null,
    domainIds: domains.filter(({ deleted }) => deleted === 0).map(({ from_id }) => from_id),
    reviewerIds: [],
  };
}
