// Read-only numbers.
import type { Scope, Trait } from '../catalog/index.js';
import { type CountPlace, type CountSlice, countSlice, countTagUsages, listChildren } from '../storage/index.js';

/** Live entities of one type directly inside. */
export function childCount({ field, type }: { field: string; type: string }): Trait {
  return {
    field,
    empty: '0',
    inWrites: false,
    async load(rows, scope) {
      const counts = new Map<string, number>();
      for (const child of await listChildren(
        scope.sql,
        rows.map((row) => row.id),
        { type },
      ))
        counts.set(child.parent_id, (counts.get(child.parent_id) ?? 0) + 1);
      return new Map([...counts].map(([id, count]) => [id, String(count)]));
    },
  };
}

/** Uses of a tag or term and of those below it. */
export const tagUsageCount: Trait = {
  field: 'usageCount',
  empty: '0',
  inWrites: false,
  async load(rows, scope) {
    const counts = await countTagUsages(
      scope.sql,
      rows.map((row) => row.id),
    );
    return new Map(counts.map(({ id, count }) => [id, String(count)]));
  },
};

/** Live entities of one type at any depth below. */
export function liveBelow({ field, type }: { field: string; type: string }): Trait {
  return {
    field,
    empty: '0',
    inWrites: false,
    async load(rows, scope) {
      const counts = new Map<string, string>();
      for (const row of rows) counts.set(row.id, String(await countBelow(row.fqn, type, scope)));
      return counts;
    },
  };
}

async function countBelow(fqn: string, type: string, scope: Scope): Promise<number> {
  let total = 0;
  let place: CountPlace | null = { state: 0 };
  while (place) {
    const slice: CountSlice = await countSlice(scope.sql, { type, below: fqn }, place);
    total += slice.count;
    place = slice.next;
  }
  return total;
}
