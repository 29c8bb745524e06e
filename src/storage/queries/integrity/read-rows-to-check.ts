import type { Sql } from '../../port.js';
import type { EntityRow, EventRow } from '../../rows.js';
import { ENTITY_COLUMNS, hashFqn } from '../entities/entity-columns.js';
import { eventText } from '../events/event-text.js';

/** An entity with what other tables say of it. */
export interface RowToCheck {
  row: EntityRow;
  /** Whether the stored hash belongs to the name. */
  hashed: boolean;
  /** Kept versions, oldest first: in tenths, and the text as it was. */
  history: { version: number; doc: string }[];
  /** Texts of its change events, oldest first. */
  events: string[];
}

interface Hashed extends EntityRow {
  fqn_hash: Uint8Array;
}

/** Entities in the order of their ids, behind `after` (empty at first). */
export async function readRowsToCheck(sql: Sql, after: string, limit: number): Promise<RowToCheck[]> {
  const rows = await sql.all<Hashed>(
    `select ${ENTITY_COLUMNS}, fqn_hash from entity where id > $1 and deleted < 2 order by id limit $2`,
    [after, limit],
  );
  const checks: RowToCheck[] = [];
  for (const { fqn_hash: hash, ...row } of rows) {
    const history = await sql.all<{ version: number; doc: string }>(
      'select version, doc from history where entity_id = $1 order by version',
      [row.id],
    );
    const events = await sql.all<Pick<EventRow, 'doc' | 'change' | 'entity'>>(
      'select doc, change, entity from change_event where entity_id = $1 order by position',
      [row.id],
    );
    checks.push({
      row,
      hashed: Buffer.compare(hash, hashFqn(row.fqn)) === 0,
      history,
      events: events.map(eventText),
    });
  }
  return checks;
}
