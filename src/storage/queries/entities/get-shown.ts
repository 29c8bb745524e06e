/** Look-ups for answers to readers, in every state of deletion. */
import type { Sql } from '../../port.js';
import type { ShownRow } from '../../rows.js';
import { hashFqn, SHOWN_COLUMNS } from './entity-columns.js';

export function getShownById(sql: Sql, id: string): Promise<ShownRow | undefined> {
  return sql.get<ShownRow>(`select ${SHOWN_COLUMNS} from entity where id = $1`, [id]);
}

export function getShownByFqn(sql: Sql, type: string, fqn: string): Promise<ShownRow | undefined> {
  return sql.get<ShownRow>(`select ${SHOWN_COLUMNS} from entity where type = $1 and fqn_hash = $2`, [
    type,
    hashFqn(fqn),
  ]);
}
