import type { Sql } from '../../port.js';

export interface TypeCount {
  type: string;
  deleted: number;
  count: number;
}

/** Number of entities by type and state; scans the whole listing index. */
export function countByType(sql: Sql): Promise<TypeCount[]> {
  return sql.all<TypeCount>(
    'select type, deleted, count(*) as count from entity where deleted < 2 group by type, deleted order by type, deleted',
  );
}
