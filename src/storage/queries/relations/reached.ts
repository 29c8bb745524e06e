import type { Sql } from '../../port.js';
import type { ReferenceRow } from '../entities/get-entities.js';

/** What edges of a kind lead to from any of several entities. `without`: types that are left out. */
export interface Reached {
  ids: readonly string[];
  kind: string;
  without: readonly string[];
}

/** The first of the reached entities that are live, each once, by id. */
export function listReached(sql: Sql, reached: Reached, limit: number): Promise<ReferenceRow[]> {
  return sql.all<ReferenceRow>(
    `select other.id, other.type, other.deleted, other.ref from entity other
      where ${reachedCondition(sql)} order by other.id limit $4`,
    [...valuesOf(reached), limit],
  );
}

export async function countReached(sql: Sql, reached: Reached): Promise<number> {
  const found = await sql.get<{ count: number }>(
    `select count(*) as count from entity other where ${reachedCondition(sql)}`,
    valuesOf(reached),
  );
  return found?.count ?? 0;
}

const reachedCondition = ({ dialect: { list } }: Sql): string =>
  `other.deleted = 0 and other.type not in ${list('$3')} and other.id in
    (select edge.to_id from relation edge where edge.from_id in ${list('$1')} and edge.kind = $2)`;

const valuesOf = ({ ids, kind, without }: Reached) => [JSON.stringify(ids), kind, JSON.stringify(without)];
