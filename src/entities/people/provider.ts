import { type Fields, type Scope, systemActor } from '../../catalog/index.js';

/** `provider` of an entity: `system` if the system itself created it, else `user`. */
export function providerOf(stored: Fields | null, scope: Scope): string {
  if (typeof stored?.provider === 'string') return stored.provider;
  return scope.actor.id === systemActor.id ? 'system' : 'user';
}
