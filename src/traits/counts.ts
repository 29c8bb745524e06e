// Read-only counts, limited to entities that the reader may see.
import { createSight, insideOf, type Scope, type Trait, visibleIds } from '../catalog/index.js';
import {
  type CountPlace,
  type CountSlice,
  countSlice,
  countTagUsages,
  listChildren,
  type ShownRow,
} from '../storage/index.js';

/** A read-only count; 0 for entities that `count` does not return. */
export function countOf<const F extends string>(
  field: F,
  count: (rows: readonly ShownRow[], scope: Scope) => Promise<Iterable<{ id: string; count: number }>>,
): Trait<number, F> {
  return {
    field,
    empty: '0',
    inWrites: false,
    async load(rows, scope) {
      const numbers = new Map<string, string>();
      for (const { id, count: number } of await count(rows, scope)) numbers.set(id, String(number));
      return numbers;
    },
  };
}

/** Number of occurrences of each id. */
export function tally(ids: Iterable<string>): { id: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].map(([id, count]) => ({ id, count }));
}

/** Number of non-deleted direct children of one type. */
export function childCount<const F extends string>({ field, type }: { field: F; type: string }): Trait<number, F> {
  return countOf(field, async (rows, scope) => {
    const children = await listChildren(scope.sql, idsOf(rows), { types: [type] });
    const visible = await visibleIds(
      children.map(({ id }) => ({ id, type })),
      scope,
    );
    return tally(children.filter(({ id }) => visible.has(id)).map((child) => child.parent_id));
  });
}

/** Number of uses of a tag or glossary term, including its descendants. */
export const tagUsageCount = countOf('usageCount', (rows, scope) =>
  countTagUsages(scope.sql, idsOf(rows), createSight(scope).counted()),
);

/** Number of non-deleted descendants of one type. */
export function liveBelow<const F extends string>({ field, type }: { field: F; type: string }): Trait<number, F> {
  return countOf(field, async (rows, scope) => {
    const counts: { id: string; count: number }[] = [];
    for (const row of rows) counts.push({ id: row.id, count: await countBelow(row, type, scope) });
    return counts;
  });
}

export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map((row) => row.id);
}

async function countBelow(row: ShownRow, type: string, scope: Scope): Promise<number> {
  const filter = scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', type);
  const below = insideOf(row, type, scope.catalog.registry);
  let total = 0;
  let place: CountPlace | null = { state: 0 };
  while (place) {
    const slice: CountSlice = await countSlice(scope.sql, { type, below, filter }, place);
    total += slice.count;
    place = slice.next;
  }
  return total;
}
