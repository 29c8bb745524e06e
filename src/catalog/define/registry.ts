/** The registered types, by name and by collection path. */
import type { EntityType, PartRule } from './define.js';

export interface Registry {
  readonly types: readonly EntityType[];
  /** All part lists of all types. */
  readonly partLists: readonly PartList[];
  /** Throws if the type is not registered, which is a programming error: check names from requests with `find`. */
  get(name: string): EntityType;
  find(name: string): EntityType | undefined;
  /** Types that a reference field may point at (`EntityType.targetOf`), in order of registration. */
  targetsOf(field: string): readonly string[];
  /** The only such type. Throws if there is none or more than one. */
  targetOf(field: string): EntityType;
  /** Collection path of a type below `/api`. */
  path(name: string): string;
  /** Whether entities of type `name` can lie inside entities of type `container`, at any depth. */
  liesBelow(name: string, container: string): boolean;
  /**
   * Whether an entity of type `name` can have two possible containers with the same FQN, one of type `container` and
   * one of another type.
   */
  sharesNames(name: string, container: string): boolean;
}

/** A part list and the type that declares it. */
export interface PartList {
  readonly type: string;
  readonly rule: PartRule;
}

/** Throws if two types have the same name or path. */
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
  const depths = depthsOf(types, above);
  const shared = new Map(types.map(({ name }) => [name, sharingContainers(above.get(name) ?? new Set(), depths)]));
  return {
    types,
    partLists: types.flatMap((type) => (type.parts ?? []).map((rule) => ({ type: type.name, rule }))),
    get,
    find,
    targetsOf,
    targetOf,
    path: (name) => get(name).path,
    liesBelow: (name, container) => above.get(name)?.has(container) ?? false,
    sharesNames: (name, container) => shared.get(name)?.has(container) ?? false,
  };
}

function targetsByField(types: readonly EntityType[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, targetOf = [] } of types)
    for (const field of targetOf) found.set(field, [...(found.get(field) ?? []), name]);
  return found;
}

/** Minimum and maximum number of segments in the FQNs of a type. */
type Depth = readonly [fewest: number, most: number];

/** Stands for unbounded depth, of types that nest in themselves. No FQN has this many segments. */
const ANY_DEPTH = 10_000;

function depthsOf(
  types: readonly EntityType[],
  above: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, Depth> {
  const nests = (name: string) => above.get(name)?.has(name) ?? false;
  const unbounded = new Set(
    types.map(({ name }) => name).filter((name) => nests(name) || [...(above.get(name) ?? [])].some(nests)),
  );
  const depths = new Map<string, Depth>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const type of types) {
      const [fewest, most] = depths.get(type.name) ?? [Number.POSITIVE_INFINITY, 0];
      const own = ownDepth(type, depths);
      const limit = unbounded.has(type.name) ? ANY_DEPTH : Math.min(ANY_DEPTH, own[1]);
      const next: Depth = [Math.min(fewest, own[0]), Math.max(most, limit)];
      if (next[0] === fewest && next[1] === most) continue;
      depths.set(type.name, next);
      changed = true;
    }
  }
  return depths;
}

/** Depth from the parents computed so far. A type with its own `fqn` function may have any depth. */
function ownDepth({ parents = [], parentRequired, fqn }: EntityType, depths: ReadonlyMap<string, Depth>): Depth {
  if (fqn) return [1, ANY_DEPTH];
  const above = parents
    .flatMap(({ type }) => (typeof type === 'string' ? [type] : type))
    .flatMap((type) => (depths.has(type) ? [depths.get(type) as Depth] : []));
  const free: Depth[] = parentRequired && parents.length > 0 ? [] : [[1, 1]];
  const all = [...free, ...above.map(([fewest, most]): Depth => [fewest + 1, most + 1])];
  return [Math.min(...all.map(([fewest]) => fewest)), Math.max(0, ...all.map(([, most]) => most))];
}

/** The containers whose FQN another container type can have too. FQNs are unique only within a type. */
function sharingContainers(above: ReadonlySet<string>, depths: ReadonlyMap<string, Depth>): ReadonlySet<string> {
  const known = [...above].filter((name) => depths.has(name));
  const overlaps = (a: Depth, b: Depth) => a[0] <= b[1] && b[0] <= a[1];
  return new Set(
    known.filter((name) =>
      known.some((other) => other !== name && overlaps(depths.get(name) as Depth, depths.get(other) as Depth)),
    ),
  );
}

/** Names of all types that can contain the type, including itself if it nests. */
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
