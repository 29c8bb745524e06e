import type { Scope } from '../routes/route.js';

/** Whether the caller may see every entity of every type. */
export function seesAll({ catalog, actor }: Pick<Scope, 'catalog' | 'actor'>): boolean {
  return (
    actor.isAdmin ||
    catalog.registry.types.every(({ name }) => catalog.authorizer.filter(actor, 'ViewBasic', name).kind === 'all')
  );
}
