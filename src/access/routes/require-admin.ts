import { CatalogError, forbidden } from '../../../contract/errors.js';
import type { Actor } from '../../catalog/index.js';
import { unauthorized } from '../tokens/token-claims.js';

/** Fails with 403 unless the actor is an admin. */
export function requireAdmin(actor: Actor): void {
  if (!actor.isAdmin) throw forbidden(actor, 'is not admin');
}

/** Fails with 403 unless the actor is this user or an admin. */
export function requireSelfOrAdmin(actor: Actor, userId: string): void {
  if (actor.id !== userId) requireAdmin(actor);
}

/**
 * Fails with 403 if a bot acts for the actor: with credentials it could go on as that user, or as another bot, when it may not
 * any more.
 */
export function refuseImpersonator({ name, impersonatedBy }: Actor): void {
  if (impersonatedBy !== undefined)
    throw new CatalogError('FORBIDDEN', `Bot ${impersonatedBy} acts for user ${name} and may not use credentials`);
}

/** Fails with 401 for an anonymous request. */
export function requireActor(actor: Actor | null): Actor {
  if (actor === null) throw unauthorized('Not Authorized! Token not present');
  return actor;
}
