/** The registered types, by name and by collection path. */
import type { EntityType, PartRule } from './define.js';

export interface Registry {
  readonly types: readonly EntityType[];
  /** The lists of parts that types declare. */
  readonly partLists: readonly PartList[];
  /** Throws when the type is not registered: a mistake of the program, never of a request. */
  get(name: string): EntityType;
  find(name: string): EntityType | undefined;
  /** Types whose entities can stand in a field of references (`targetOf`), in the order of registration. */
  targetsOf(field: string): readonly string[];
  /** The one such type; throws when there is none or several. */
  targetOf(field: string): EntityType;
  /** Collection path of a type below `/api`. */
  path(name: string): string;
  /** Whether entities of the one type can lie inside entities of the other, at any depth. */
  liesBelow(name: string, container: string): boolean;
}

/** A list of named parts, and the type that declares it. */
export interface PartList {
  readonly type: string;
  readonly rule: PartRule;
}

/** Refuses two types with one name or path. */
export function createRegistry(types: readonly EntityType[]): Registry {
  const byName = new Map<string, EntityType>();
  const paths = new Set<string>();
  for (const type of types) {
    if (byName.has(type.name)) throw new Error(`type ${type.name} is registered twice`);
    if (paths.has(type.path)) throw new Error(`path ${type.path} is registered twice`);
    byName.set(type.name, type);
    paths.add(type.path);
  }
  const find = (name: string) => byName.get(name);
  const get = (name: string) => {
    const type = byName.get(name);
    if (!type) throw new Error(`type ${name} is not registered`);
    return type;
  };
  const targets = targetsByField(types);
  const targetsOf = (field: string) => targets.get(field) ?? [];
  const targetOf = (field: string) => {
    const [only, ...more] = targetsOf(field);
    if (only === undefined || more.length > 0) throw new Error(`there must be one type for ${field}`);
    return get(only);
  };
  const above = new Map(types.map((type) => [type.name, containersAbove(type.name, byName)]));
  return {
    types,
    partLists: types.flatMap((type) => (type.parts ?? []).map((rule) => ({ type: type.name, rule }))),
    get,
    find,
    targetsOf,
    targetOf,
    path: (name) => get(name).path,
    liesBelow: (name, container) => above.get(name)?.has(container) ?? false,
  };
}

function targetsByField(types: readonly EntityType[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, targetOf = [] } of types)
    for (const field of targetOf) found.set(field, [...(found.get(field) ?? []), name]);
  return found;
}

/** Names of the types that a type can lie in, the type itself only when it can lie in its own kind. */
function containersAbove(name: string, types: ReadonlyMap<string, EntityType>): ReadonlySet<string> {
  const found = new Set<string>();
  const next = [name];
  for (let at = next.pop(); at !== undefined; at = next.pop())
    for (const { type } of types.get(at)?.parents ?? [])
      for (const parent of typeof type === 'string' ? [type] : type)
        if (!found.has(parent)) {
          found.add(parent);
          next.push(parent);
        }
  return found;
}
