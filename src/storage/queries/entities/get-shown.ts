/** Lookups for responses, in every deletion state. Rows may be cached; callers must not modify them. */
import { kept, type Sql } from '../../port.js';
import type { ShownRow } from '../../rows.js';
import { hashFqn, SHOWN_COLUMNS } from './entity-columns.js';

export function getShownById(sql: Sql, id: string): Promise<ShownRow | undefined> {
  return keptRow(sql, `row ${id}`, () => sql.get<ShownRow>(`select ${SHOWN_COLUMNS} from entity where id = $1`, [id]));
}

export function getShownByFqn(sql: Sql, type: string, fqn: string): Promise<ShownRow | undefined> {
  return keptRow(sql, `row ${type} ${fqn}`, () =>
    sql.get<ShownRow>(`select ${SHOWN_COLUMNS} from entity where type = $1 and fqn_hash = $2`, [type, hashFqn(fqn)]),
  );
}

function keptRow(sql: Sql, name: string, load: () => Promise<ShownRow | undefined>): Promise<ShownRow | undefined> {
  return sql.dialect.remote ? kept(sql, name, load, weightOf) : load();
}

function weightOf(row: ShownRow | undefined): number {
  return row === undefined ? 50 : row.doc.length + (row.extra?.length ?? 0) + (row.cuts?.length ?? 0) + 300;
}
