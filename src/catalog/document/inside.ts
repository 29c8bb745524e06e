/**
 * Membership in containers. `EntityRow.refs` decides: it lists the ids of all containers of an entity. FQN prefixes
 * only narrow the scan of the listing index, because two services of different families can have the same name.
 */
import { type EntityRow, getEntityByFqn, getEntityById, type Inside } from '../../storage/index.js';
import type { Registry } from '../define/registry.js';
import type { Scope } from '../routes/route.js';
import { containersOf } from './containers.js';
import { givenFqn } from './fqn.js';

type Container = Pick<EntityRow, 'id' | 'type' | 'fqn'>;

/** Condition for entities of type `listed` inside a container. */
export function insideOf({ id, type, fqn }: Container, listed: string, registry: Registry): Inside {
  return { fqn, id: registry.sharesNames(listed, type) ? id : null };
}

/** Whether a row lies inside the container with this id, at any depth. */
export function liesInside(row: Pick<EntityRow, 'refs'>, containerId: string): boolean {
  return containersOf(row).some(([, id]) => id === containerId);
}

/**
 * The container of `listed` entities that a request names by FQN, or by id if `orId`; null if there is none. If several
 * match, the first in the order of `types`. Queries the database only if the FQN alone is ambiguous.
 */
export async function findContainer(
  listed: string,
  types: readonly string[],
  value: string,
  { orId }: { orId: boolean },
  scope: Scope,
): Promise<Inside | null> {
  const { registry } = scope.catalog;
  if (orId && /^[0-9a-f-]{36}$/i.test(value)) {
    const row = await getEntityById(scope.sql, value.toLowerCase());
    if (row && types.includes(row.type)) return insideOf(row, listed, registry);
  }
  const [first] = types;
  if (types.length === 1 && first !== undefined && !registry.sharesNames(listed, first))
    return { fqn: givenFqn(registry.find(first), value), id: null };
  const row = await containerNamed(types, value, scope);
  return row ? insideOf(row, listed, registry) : null;
}

/** The row of the container that a request names by FQN or id; null if there is none. */
export async function findContainerRow(
  type: string | readonly string[],
  value: string,
  scope: Scope,
): Promise<EntityRow | null> {
  const types = typeof type === 'string' ? [type] : type;
  if (!/^[0-9a-f-]{36}$/i.test(value)) return containerNamed(types, value, scope);
  const row = await getEntityById(scope.sql, value.toLowerCase());
  return row && types.includes(row.type) ? row : null;
}

async function containerNamed(types: readonly string[], value: string, scope: Scope): Promise<EntityRow | null> {
  for (const name of types) {
    const type = scope.catalog.registry.find(name);
    const row = type && (await getEntityByFqn(scope.sql, name, givenFqn(type, value)));
    if (row) return row;
  }
  return null;
}
