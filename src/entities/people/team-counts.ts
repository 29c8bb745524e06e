// Read-only numbers of teams.
import type { Trait } from '../../catalog/index.js';
import { countMembers, RELATION, relationsFrom } from '../../storage/index.js';

/** Users of a team and of all teams below it. */
export const userCount: Trait = {
  field: 'userCount',
  empty: '0',
  inWrites: false,
  async load(rows, scope) {
    const counts = await countMembers(
      scope.sql,
      rows.map((row) => row.id),
    );
    return new Map(counts.map(({ id, count }) => [id, String(count)]));
  },
};

/** Live teams directly below. */
export const childrenCount: Trait = {
  field: 'childrenCount',
  empty: '0',
  inWrites: false,
  async load(rows, scope) {
    const counts = new Map<string, number>();
    const ids = rows.map((row) => row.id);
    for (const edge of await relationsFrom(scope.sql, ids, [RELATION.parentOf]))
      if (edge.deleted === 0) counts.set(edge.from_id, (counts.get(edge.from_id) ?? 0) + 1);
    return new Map([...counts].map(([id, count]) => [id, String(count)]));
  },
};
