import { factsOfValue, type Scope } from '../../catalog/index.js';
import { eventSubscription } from '../../entities/index.js';

/** Throws 403 for those who may not create alerts. */
export async function mayCreate(scope: Scope): Promise<void> {
  const { authorizer } = scope.catalog;
  const { name } = eventSubscription;
  authorizer.possible(scope.actor, 'Create', name);
  await authorizer.decide(scope.actor, ['Create'], name, () => factsOfValue(eventSubscription, {}, scope));
}
