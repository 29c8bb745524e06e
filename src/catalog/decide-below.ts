/** What takes everything below an entity along needs the right to each of them, not to the entity alone. */
import { CatalogError } from '../../contract/index.js';
import { negated } from '../rules/index.js';
import { type CountPlace, countSlice, type EntityQuery, type EntityRow } from '../storage/index.js';
import type { EntityType } from './define.js';
import type { Scope } from './route.js';

/**
 * Refuses with 403, naming their number, when there are entities below that the actor may not delete. Counted by the database, and only
 * for types where a rule has a condition; who may delete everything of a type costs nothing.
 */
export async function decideBelow(
  type: EntityType,
  row: EntityRow,
  include: NonNullable<EntityQuery['include']>,
  scope: Scope,
): Promise<void> {
  const { registry, authorizer } = scope.catalog;
  let refused = 0;
  for (const { name } of registry.types) {
    if (!registry.liesBelow(name, type.name)) continue;
    const filter = authorizer.filter(scope.actor, 'Delete', name);
    if (filter.kind === 'all') continue;
    refused += await countAll({ type: name, below: row.fqn, include, filter: negated(filter) }, scope);
  }
  if (refused > 0) throw deletionBelowRefused(type, row.fqn, refused, scope);
}

export function deletionBelowRefused(type: EntityType, fqn: string, refused: number, { actor }: Scope): CatalogError {
  const what = refused === 1 ? 'entity' : 'entities';
  return new CatalogError(
    'FORBIDDEN',
    `Principal: CatalogPrincipal{name='${actor.name}'} operations [Delete] not allowed on ${refused} ${what} below ${type.name} ${fqn}`,
  );
}

async function countAll(query: EntityQuery, scope: Scope): Promise<number> {
  let total = 0;
  let place: CountPlace | null = { state: query.include === 'deleted' ? 1 : 0 };
  while (place) {
    const slice = await countSlice(scope.sql, query, place);
    total += slice.count;
    place = slice.next;
  }
  return total;
}
