/** The containers of what lies below a moved entity. Pure. */
import { present } from '../../context/index.js';
import type { EntityRow, OuterContainers } from '../../storage/index.js';
import type { Container, EntityType, ParentRule } from '../define/define.js';
import { containersFor } from '../write/resolve-parents.js';

/** An entity as a container. */
export type Holder = Pick<EntityRow, 'id' | 'type' | 'refs'>;

/** How deep the types are nested to see that deeper levels have the same outer containers. */
const LEVELS = 3;

/**
 * The containers behind the moved entity (`holder`, at its new place) in `refs` of its descendants, by type; null where
 * they may depend on more than the type.
 */
export function outerContainers(
  holder: Holder,
  type: EntityType,
  below: readonly EntityType[],
): OuterContainers[] | null {
  const groups = new Map<string, string[]>();
  for (const one of below) {
    const ends = endsBelow(holder, type, { below, of: one });
    const [end] = ends;
    if (end === undefined || ends.size > 1) return null;
    groups.set(end, [...(groups.get(end) ?? []), one.name]);
  }
  return [...groups].map(([end, types]) => ({ types, end }));
}

/** The different ends of `refs` of a type at several depths; none where others can lie between it and the moved entity. */
function endsBelow(
  holder: Holder,
  type: EntityType,
  { below, of }: { below: readonly EntityType[]; of: EntityType },
): Set<string> {
  const between = below.map(({ name }) => name).filter((name) => name !== type.name);
  const ends = new Set<string>();
  if (of.parents?.some((rule) => between.some((name) => isFor(rule, name)))) return ends;
  let parent = holder;
  for (let level = 0; level < LEVELS; level++) {
    for (const rule of of.parents?.filter((one) => isFor(one, type.name)) ?? [])
      ends.add(endBehind(holder.id, containersFor(of, rule, parent)));
    const nests = type.parents?.find((rule) => isFor(rule, type.name));
    if (!nests) break;
    const refs = JSON.stringify(containersFor(type, nests, parent));
    parent = { id: `${holder.id} ${level}`, type: type.name, refs };
  }
  return ends;
}

function endBehind(id: string, containers: readonly Container[]): string {
  const outer = containers.slice(containers.findIndex(([, of]) => of === id) + 1);
  return `${outer.map((container) => `,${JSON.stringify(container)}`).join('')}]`;
}

/** Containers of a descendant whose parent has moved. */
export function refsIn(parent: Holder, type: EntityType): string {
  const rule = present(type.parents?.find((one) => isFor(one, parent.type)));
  return JSON.stringify(containersFor(type, rule, parent));
}

function isFor({ type }: ParentRule, name: string): boolean {
  return typeof type === 'string' ? type === name : type.includes(name);
}
