// A bot that acts for a user: the rights of that user decide, and what it writes is recorded under both names.
import { CatalogError, catalogError, parseObject, type Stored, type User } from '../../../contract/index.js';
import { type Actor, quoteName, type ResourceFacts, splitFqn } from '../../catalog/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import { type EntityRow, getEntityByFqn, RELATION, relationsTo, type Sql } from '../../storage/index.js';
import type { AccessAuthorizer } from '../decisions/authorizer.js';
import { unauthorized } from './token-claims.js';

const IMPERSONATE = 'Impersonate';

/**
 * The user of this name as an actor. Fails with 403 unless `account` is the account of a bot that was granted to act for
 * others and may act for this user; with 401 if there is no such user.
 */
export async function impersonate(
  account: EntityRow,
  name: string,
  authorizer: Pick<AccessAuthorizer, 'prepare' | 'decide' | 'filter'>,
  sql: Sql,
): Promise<Actor> {
  const bot = actorOf(account);
  if (!bot.isBot) throw catalogError('FORBIDDEN', 'Only bot users can impersonate other users');
  if (parseObject<Stored<User>>(account.doc).allowImpersonation !== true)
    throw catalogError('FORBIDDEN', `Bot ${bot.name} does not have impersonation enabled`);
  await authorizer.prepare(bot, sql);
  const user = await findUser(name, sql);
  if (!user && authorizer.filter(bot, IMPERSONATE, ACCESS_TYPE.user).kind === 'all')
    throw unauthorized(`Cannot impersonate non-existent user: ${name}`);
  // Bots that may act for some users only are not told which others exist.
  if (!user || !(await mayActFor(user, bot, authorizer, sql)))
    throw catalogError('FORBIDDEN', `Bot ${bot.name} is not authorized to impersonate user ${name}`);
  return { ...actorOf(user), impersonatedBy: bot.name };
}

export function actorOf({ id, name, doc }: EntityRow): Actor {
  const { isAdmin = false, isBot = false } = parseObject<Stored<User>>(doc);
  return { id, name, isAdmin, isBot };
}

async function findUser(name: string, sql: Sql): Promise<EntityRow | undefined> {
  const [only] = name.includes('"') ? splitFqn(name) : [name];
  const row = await getEntityByFqn(sql, ACCESS_TYPE.user, quoteName((only ?? name).toLowerCase()));
  return row?.deleted === 0 ? row : undefined;
}

async function mayActFor(
  user: EntityRow,
  bot: Actor,
  authorizer: Pick<AccessAuthorizer, 'decide'>,
  sql: Sql,
): Promise<boolean> {
  try {
    await authorizer.decide(bot, [IMPERSONATE], ACCESS_TYPE.user, () => factsOfUser(user, sql));
    return true;
  } catch (error) {
    if (error instanceof CatalogError && error.status === 403) return false;
    throw error;
  }
}

/** As for every other decision on a user; users have neither tags nor reviewers. */
async function factsOfUser({ id }: EntityRow, sql: Sql): Promise<ResourceFacts> {
  const domains = await relationsTo(sql, [id], [RELATION.hasDomain]);
  return {
    type: ACCESS_TYPE.user,
    id,
    ownerIds: [],
    ownerTeamIds: [],
    tags: [],
    certification: null,
    domainIds: domains.filter(({ deleted }) => deleted === 0).map(({ from_id }) => from_id),
    reviewerIds: [],
  };
}
