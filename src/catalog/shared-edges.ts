/** Traits that are edges are read together: one query for what is on the rows, one for what containers pass down as well. */
import { type EdgeRow, type EntityRow, relationsFrom, relationsTo } from '../storage/index.js';
import { containersOf } from './containers.js';
import type { Scope } from './route.js';
import type { Trait } from './trait.js';

interface Group {
  end: 'to' | 'from';
  inherited: boolean;
  kinds: string[];
}

/** The edges of each trait that declares some. */
export async function loadSharedEdges(
  traits: readonly Trait[],
  rows: readonly EntityRow[],
  scope: Scope,
): Promise<Map<Trait, EdgeRow[]>> {
  const groups = new Map<string, Group>();
  const groupOf = new Map<Trait, Group>();
  for (const trait of traits) {
    if (!trait.edges) continue;
    const { end, kind, inherited = false } = trait.edges;
    const group = groups.get(`${end} ${inherited}`) ?? { end, inherited, kinds: [] };
    group.kinds.push(kind);
    groups.set(`${end} ${inherited}`, group);
    groupOf.set(trait, group);
  }
  const loaded = new Map<Group, readonly EdgeRow[]>();
  for (const group of groups.values()) loaded.set(group, await loadGroup(group, rows, scope));
  return new Map(
    [...groupOf].map(([trait, group]) => [
      trait,
      (loaded.get(group) ?? []).filter((edge) => edge.kind === trait.edges?.kind),
    ]),
  );
}

function loadGroup(
  { end, inherited, kinds }: Group,
  rows: readonly EntityRow[],
  scope: Scope,
): Promise<readonly EdgeRow[]> {
  const ids = new Set<string>();
  let last: string | null = null;
  for (const row of rows) {
    ids.add(row.id);
    if (!inherited || row.refs === last) continue;
    last = row.refs;
    for (const [, id] of containersOf(row)) ids.add(id);
  }
  return (end === 'to' ? relationsTo : relationsFrom)(scope.sql, [...ids], kinds);
}
