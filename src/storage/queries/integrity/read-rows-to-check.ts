import type { Sql } from '../../port.js';
import type { EntityRow, EventRow } from '../../rows.js';
import { ENTITY_COLUMNS, hashFqn } from '../entities/entity-columns.js';
import { eventText } from '../events/event-text.js';

/** An entity with its stored data. */
export interface RowToCheck {
  row: EntityRow;
  /** Whether the stored hash matches the name. */
  hashed: boolean;
  /** Stored versions, oldest first: in tenths, with their text. */
  history: { version: number; doc: string }[];
}

interface Hashed extends EntityRow {
  fqn_hash: Uint8Array;
}

const ROWS = `select ${ENTITY_COLUMNS}, fqn_hash from entity`;

/** Entities in id order, after `after` (empty at first). */
export async function readRowsToCheck(sql: Sql, after: string, limit: number): Promise<RowToCheck[]> {
  return withHistory(
    sql,
    await sql.all<Hashed>(`${ROWS} where id > $1 and deleted < 2 order by id limit $2`, [after, limit]),
  );
}

/** Reads these entities again. */
export async function readRowsAgain(sql: Sql, ids: readonly string[]): Promise<RowToCheck[]> {
  const given = sql.dialect.list('$1');
  return withHistory(
    sql,
    await sql.all<Hashed>(`${ROWS} where id in ${given} and deleted < 2 order by id`, [JSON.stringify(ids)]),
  );
}

async function withHistory(sql: Sql, rows: readonly Hashed[]): Promise<RowToCheck[]> {
  const checks: RowToCheck[] = [];
  for (const { fqn_hash: hash, ...row } of rows) {
    const history = await sql.all<{ version: number; doc: string }>(
      'select version, doc from history where entity_id = $1 order by version',
      [row.id],
    );
    checks.push({ row, hashed: Buffer.compare(hash, hashFqn(row.fqn)) === 0, history });
  }
  return checks;
}

/** Events of these entities, oldest first, including those without a position. Scans all events. */
export async function eventsOfEntities(
  sql: Sql,
  ids: readonly string[],
): Promise<Pick<EventRow, 'entity_id' | 'doc'>[]> {
  const rows = await sql.all<Pick<EventRow, 'entity_id' | 'at' | 'doc' | 'change' | 'entity'>>(
    `select entity_id, at, doc, change, entity from change_event where entity_id in ${sql.dialect.list('$1')}
      order by ${sql.dialect.positionsAtInsert ? 'position' : 'seq'}`,
    [JSON.stringify(ids)],
  );
  return rows.map((row) => ({ entity_id: row.entity_id, doc: eventText(row) }));
}
