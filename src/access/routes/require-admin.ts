import { CatalogError } from '../../../contract/errors.js';
import type { Actor } from '../../catalog/index.js';
import { unauthorized } from '../tokens/token-claims.js';

/** Refuses with 403 whoever is no admin. */
export function requireAdmin(actor: Actor): void {
  if (!actor.isAdmin)
    throw new CatalogError('FORBIDDEN', `Principal: CatalogPrincipal{name='${actor.name}'} is not admin`);
}

/** Refuses with 403 whoever is neither this user nor an admin. */
export function requireSelfOrAdmin(actor: Actor, userId: string): void {
  if (actor.id !== userId) requireAdmin(actor);
}

/** Refuses with 401 where nobody is asking. */
export function requireActor(actor: Actor | null): Actor {
  if (actor === null) throw unauthorized('Not Authorized! Token not present');
  return actor;
}
