import { CatalogError } from '../../../contract/index.js';
import type { EntityType } from '../define/define.js';
import type { Scope } from '../routes/route.js';
import type { ResourceFacts } from './authorizer.js';

/** `Authorizer.decide` as a question: returns false where it throws 403. */
export async function isAllowed(
  operation: string,
  type: EntityType,
  facts: () => Promise<ResourceFacts>,
  { actor, catalog }: Scope,
): Promise<boolean> {
  try {
    await catalog.authorizer.decide(actor, [operation], type.name, facts);
    return true;
  } catch (error) {
    if (error instanceof CatalogError && error.status === 403) return false;
    throw error;
  }
}
