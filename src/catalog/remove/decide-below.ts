/** Recursive deletes and restores: the caller needs the right to every descendant, not only to the entity itself. */
import { type CatalogError, operationsRefused } from '../../../contract/index.js';
import { negated } from '../../rules/index.js';
import { type CountPlace, countSlice, type EntityQuery, type EntityRow } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import { insideOf } from '../document/inside.js';
import type { Scope, SlicedScope } from '../routes/route.js';

/**
 * How descendants are checked. `whole`: all of them, in the current transaction. `first`: at most one slice, so that
 * other writes do not wait long. `decided`: not at all, because they were checked before.
 */
export type DescendantCheck = 'whole' | 'first' | 'decided';

/** There are more descendants than one slice can check: they must be checked in transactions of their own. */
export interface LargeBelow {
  kind: 'large';
  type: EntityType;
  fqn: string;
  queries: readonly EntityQuery[];
}

/**
 * Throws 403 if there are descendants that the actor may not delete. The message does not say how many, since the actor may
 * not see them. Types of which the actor may delete every entity are skipped.
 */
export async function decideBelow(
  type: EntityType,
  row: EntityRow,
  include: NonNullable<EntityQuery['include']>,
  look: DescendantCheck,
  scope: Scope,
): Promise<LargeBelow | null> {
  if (look === 'decided') return null;
  const queries = refusedBelow(type, row, include, scope);
  for (const query of queries) {
    let place: CountPlace | null = startOf(query);
    while (place) {
      const slice = await countSlice(scope.sql, query, place);
      if (slice.count > 0) throw deletionBelowRefused(type, row.fqn, scope);
      place = slice.next;
      if (place && look === 'first') return { kind: 'large', type, fqn: row.fqn, queries };
    }
  }
  return null;
}

export function isLarge(result: object): result is LargeBelow {
  return 'kind' in result && result.kind === 'large';
}

/**
 * Runs work that calls `decideBelow`: in one transaction if the descendants fit into one slice. Otherwise the decision
 * is made first, slice by slice, so that other writes can run in between, as they do during the delete of a large
 * subtree.
 */
export async function afterDecision<T extends object>(
  scope: SlicedScope,
  work: (inner: Scope, look: DescendantCheck) => Promise<T | LargeBelow>,
): Promise<T> {
  const first = await scope.transaction((inner) => work(inner, 'first'));
  if (!isLarge(first)) return first;
  await decideInSlices(first, scope);
  const second = await scope.transaction((inner) => work(inner, 'decided'));
  if (isLarge(second)) throw new Error('a decision was requested twice');
  return second;
}

async function decideInSlices({ type, fqn, queries }: LargeBelow, scope: SlicedScope): Promise<void> {
  for (const query of queries)
    for (let place: CountPlace | null = startOf(query); place; ) {
      const from: CountPlace = place;
      const slice = await scope.transaction((inner) => countSlice(inner.sql, query, from));
      if (slice.count > 0) throw deletionBelowRefused(type, fqn, scope);
      place = slice.next;
    }
}

export function deletionBelowRefused(type: EntityType, fqn: string, { actor }: Pick<Scope, 'actor'>): CatalogError {
  return operationsRefused(actor, ['Delete'], `on some entities below ${type.name} ${fqn}`);
}

/** Queries for the descendants that the actor may not delete, one per type. Types without restrictions are left out. */
function refusedBelow(
  type: EntityType,
  row: EntityRow,
  include: NonNullable<EntityQuery['include']>,
  { actor, catalog: { registry, authorizer } }: Scope,
): EntityQuery[] {
  return registry.types
    .filter(({ name }) => registry.liesBelow(name, type.name))
    .map(({ name }) => ({ name, filter: authorizer.filter(actor, 'Delete', name) }))
    .filter(({ filter }) => filter.kind !== 'all')
    .map(({ name, filter }) => ({
      type: name,
      below: insideOf(row, name, registry),
      include,
      filter: negated(filter),
    }));
}

function startOf(query: EntityQuery): CountPlace {
  return { state: query.include === 'deleted' ? 1 : 0 };
}
