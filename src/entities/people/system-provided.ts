// Things that come with the product and cannot be deleted.
import { catalogError } from '../../../contract/index.js';
import { type Fields, type Scope, systemActor } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';

/** Who provides what is being created: things made by the system itself are the system's. */
export function providerOf(stored: Fields | null, scope: Scope): string {
  if (typeof stored?.provider === 'string') return stored.provider;
  return scope.actor.id === systemActor.id ? 'system' : 'user';
}

/** Refuses with 400 to delete what the system provides. */
export function refuseSystemProvided(row: EntityRow): void {
  const { provider } = JSON.parse(row.doc) as { provider?: string };
  if (provider === 'system') throw systemProvided(row);
}

export function systemProvided(row: EntityRow) {
  return catalogError('BAD_REQUEST', `System entity [${row.name}] of type ${row.type} can not be deleted.`);
}
