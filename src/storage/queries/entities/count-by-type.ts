import type { Sql } from '../../port.js';

export interface TypeCount {
  type: string;
  deleted: number;
  count: number;
}

/** How many entities there are of each type and state; walks the whole index of listings. */
export function countByType(sql: Sql): Promise<TypeCount[]> {
  return sql.all<TypeCount>(
    'select type, deleted, count(*) as count from entity where deleted < 2 group by type, deleted order by type, deleted',
  );
}
