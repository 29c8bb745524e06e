import type { ShownRow } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import type { Scope } from '../routes/route.js';
import type { ResourceFacts } from './authorizer.js';
import { factsOf } from './facts.js';

/**
 * Throws 403 unless every operation is allowed on the entity, and it may be seen: whatever else somebody may do with it, no answer
 * shows an entity to those who may not GET it.
 */
export async function decideOnSeen(
  operations: readonly string[],
  type: EntityType,
  row: ShownRow,
  scope: Scope,
): Promise<void> {
  let known: Promise<ResourceFacts> | undefined;
  const facts = () => {
    known ??= factsOf(type, row, scope);
    return known;
  };
  // The operation that was asked for is the one that a refusal names.
  for (const some of operations.includes(VIEW) ? [operations] : [operations, [VIEW]])
    await scope.catalog.authorizer.decide(scope.actor, some, type.name, facts);
}

const VIEW = 'ViewBasic';
