import { catalogError, type EntityReference, parseObject, type Stored, type User } from '../../contract/index.js';
import type { Scope } from '../catalog/index.js';
import { getEntitiesByIds } from '../storage/index.js';
import { resolveReferences } from '../traits/index.js';

/** The users and teams that are asked to act on a task. 400 for bots, which never would. */
export async function readAssignees(
  given: readonly unknown[],
  field: string,
  scope: Scope,
): Promise<EntityReference[]> {
  const naming = { types: scope.catalog.registry.targetsOf('owners'), text: 'fqn', field } as const;
  const found = (await resolveReferences([given], naming, scope)).flat();
  const rows = await getEntitiesByIds(
    scope.sql,
    found.map(({ id }) => id),
  );
  const bot = rows.find(({ doc }) => parseObject<Partial<Stored<User>>>(doc).isBot === true);
  if (bot) throw catalogError('BAD_REQUEST', `${field}: ${bot.fqn} is a bot, and tasks are for people`);
  return found;
}
