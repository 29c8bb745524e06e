import type { Sql, SqlValue } from '../../port.js';
import type { EventRow } from '../../rows.js';

const TEXT = `insert into change_event (id, kind, entity_type, entity_id, entity_fqn, user_name, at, doc, change, entity)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/** Appends events in the order given. Call it after the rows of their entities are locked or written. */
export async function insertEvents(tx: Sql, rows: readonly EventRow[]): Promise<void> {
  await Promise.all(rows.map((row) => tx.run(TEXT, valuesOf(row))));
}

function valuesOf(row: EventRow): SqlValue[] {
  const { id, kind, entity_type, entity_id, entity_fqn, user_name, at, doc, change, entity } = row;
  return [id, kind, entity_type, entity_id, entity_fqn, user_name, at, doc, change, entity];
}
