/** The registered types, by name and by collection path. */
import type { EntityType } from './define.js';

export interface Registry {
  readonly types: readonly EntityType[];
  /** Throws when the type is not registered: a mistake of the program, never of a request. */
  get(name: string): EntityType;
  find(name: string): EntityType | undefined;
  /** Collection path of a type below `/api`. */
  path(name: string): string;
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
  return { types, get, find, path: (name) => get(name).path };
}
