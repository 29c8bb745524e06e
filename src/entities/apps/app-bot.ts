/** The bot in whose name an app works. An app that is installed without one gets a bot of its own, without roles. */
import { catalogError, isObject } from '../../../contract/index.js';
import { createEntity, type Fields, type Scope, systemActor } from '../../catalog/index.js';
import { type EntityRow, getEntityByFqn, getEntityById, putRelations, relationsFrom } from '../../storage/index.js';
import { mayImpersonate, setGrant } from '../people/impersonation.js';
import { ACCESS_EDGE } from '../policies/access-edges.js';
import { notAdmin } from '../policies/not-admin.js';

export const appBotEdge = 'worksAs';

/** Returns `unseen` if the app has a bot already. */
export async function addAppBot(row: EntityRow, app: Fields, scope: Scope): Promise<unknown> {
  if (isObject(app.bot)) return 'unseen';
  const bot = await ownBot(botName(row.name), row.name, { ...scope, actor: systemActor });
  await putRelations(scope.sql, [
    { from_id: row.id, from_type: row.type, kind: appBotEdge, to_id: bot.id, to_type: bot.type, ord: 0, data: null },
  ]);
  return null;
}

/**
 * Lets the own bot of an app act for users. 403 unless an administrator installs the app, 400 to begin with it later, as for
 * bots.
 */
export async function addActingBot(app: string, installs: boolean, scope: Scope): Promise<void> {
  const bot = await ownBot(botName(app), app, { ...scope, actor: systemActor });
  const [edge] = await relationsFrom(scope.sql, [bot.id], [ACCESS_EDGE.actsAs]);
  const account = edge && (await getEntityById(scope.sql, edge.to_id));
  if (!account || mayImpersonate(account)) return;
  if (!scope.actor.isAdmin) throw notAdmin('set allowBotImpersonation', scope);
  if (!installs)
    throw catalogError('BAD_REQUEST', 'allowBotImpersonation can only be enabled when the app is installed');
  await setGrant(account, true, scope);
}

const botName = (app: string) => `${app}Bot`;

/** The bot of that name, which stays when its app is removed and is found again when it is installed again. */
async function ownBot(name: string, app: string, scope: Scope): Promise<EntityRow> {
  const { registry } = scope.catalog;
  const found = await getEntityByFqn(scope.sql, 'bot', name.includes('.') ? `"${name}"` : name);
  if (found && found.deleted === 0) return found;
  const account = name.toLowerCase();
  const description = `The account in whose name the app ${app} works.`;
  const email = `${account.replace(/[^a-z0-9.]/g, '-').slice(0, 60)}@cairn.example`;
  await createEntity(registry.get('user'), { name: account, email, isBot: true, description }, scope);
  const body = { name, botUser: account, description: `Works for the app ${app}.` };
  return (await createEntity(registry.get('bot'), body, scope)).row;
}
