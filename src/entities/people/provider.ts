import { type Fields, type Scope, systemActor } from '../../catalog/index.js';

/** Who provides what is being written: things made by the system itself are the system's. */
export function providerOf(stored: Fields | null, scope: Scope): string {
  if (typeof stored?.provider === 'string') return stored.provider;
  return scope.actor.id === systemActor.id ? 'system' : 'user';
}
