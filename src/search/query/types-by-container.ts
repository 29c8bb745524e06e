import type { EntityType, Registry } from '../../catalog/index.js';

/** The types of containers by the response field that holds them. */
type ContainerTypes = ReadonlyMap<string, ReadonlySet<string>>;

/** Types whose entities show a container of one of these types in a field. */
export interface TypesByContainer {
  /** Those whose containers in the field are all of these types. */
  always: readonly string[];
  /** Those that can also have others there. */
  sometimes: readonly string[];
}

/** The types with a container of one of the types `wanted` in a field: tables have a `service` of `databaseService`. */
export function typesByContainer(registry: Registry, field: string, wanted: readonly string[]): TypesByContainer {
  const always: string[] = [];
  const sometimes: string[] = [];
  for (const type of registry.types) {
    const possible = [...(containersOfType(type, registry, new Set()).get(field) ?? [])];
    const fitting = possible.filter((container) => wanted.includes(container));
    if (fitting.length > 0) (fitting.length === possible.length ? always : sometimes).push(type.name);
  }
  return { always, sometimes };
}

/** Containers include those of the parents. `seen`: types that nest in themselves. */
function containersOfType(type: EntityType, registry: Registry, seen: ReadonlySet<string>): ContainerTypes {
  const found = new Map<string, Set<string>>();
  const add = (field: string, name: string) => found.set(field, (found.get(field) ?? new Set()).add(name));
  for (const { field, type: parents } of type.parents ?? [])
    for (const name of [parents].flat()) {
      add(field, name);
      const parent = seen.has(name) ? undefined : registry.find(name);
      if (!parent) continue;
      const above = containersOfType(parent, registry, new Set([...seen, type.name]));
      for (const [higher, names] of above) for (const one of names) add(higher, one);
    }
  return found;
}
