/** Conditions on the types of containers, which documents hold by their ids alone. */
import type { EntityType, Registry } from '../../catalog/index.js';
import { both, type Condition, combination, either, ofTypes } from './condition.js';

/** What has a container of one of these types in a field; `rowCondition` counts those that the rows decide. */
export function inContainers(
  registry: Registry,
  field: string,
  containers: readonly string[],
  rowCondition: (condition: Condition) => Condition,
): Condition {
  const { always, sometimes } = typesByContainer(registry, field, containers);
  const direct: Condition = {
    kind: 'rows',
    condition: { kind: 'list', condition: { by: 'parentType', types: containers } },
  };
  const byRow = sometimes.length > 0 ? [both([ofTypes(sometimes), rowCondition(direct)])] : [];
  return both([inField(field), either([ofTypes(always), ...byRow])]);
}

/** Any container in a field. */
export function inField(field: string): Condition {
  return combination({ kind: 'any', field: `c.${field}` });
}

/** The types of containers by the response field that holds them. */
type ContainerTypes = ReadonlyMap<string, ReadonlySet<string>>;

/** Types whose entities show a container of one of these types in a field. */
interface TypesByContainer {
  /** Those whose containers in the field are all of these types. */
  always: readonly string[];
  /** Those that can also have others there. */
  sometimes: readonly string[];
}

/** The types with a container of one of the types `wanted` in a field: tables have a `service` of `databaseService`. */
function typesByContainer(registry: Registry, field: string, wanted: readonly string[]): TypesByContainer {
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
