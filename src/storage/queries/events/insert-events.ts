import { runLater, type Sql, type SqlValue } from '../../port.js';
import type { EventRow } from '../../rows.js';

const insertText = (at: string) =>
  `insert into change_event (id, kind, entity_type, entity_id, entity_fqn, user_name, at, doc, change, entity)
    values ($1, $2, $3, $4, $5, $6, ${at}, $8, $9, $10)`;
const UNPLACED = insertText('$7');
/** Clocks may be set back, but the times of events never decrease in event order. */
const PLACED = insertText(
  'max($7, coalesce((select at from change_event where position = (select max(position) from change_event)), 0))',
);

/**
 * Appends events in the given order. Where writers run concurrently, `seq` is drawn at the end of the transaction: of
 * two transactions that contend for any lock, the later one then has the higher `seq` (see `placeEvents`).
 */
export async function insertEvents(tx: Sql, rows: readonly EventRow[]): Promise<void> {
  const text = tx.dialect.positionsAtInsert ? PLACED : UNPLACED;
  const insert = async () => {
    await Promise.all(rows.map((row) => runLater(tx, text, valuesOf(row))));
  };
  if (tx.atEnd) tx.atEnd(insert);
  else await insert();
}

function valuesOf(row: EventRow): SqlValue[] {
  const { id, kind, entity_type, entity_id, entity_fqn, user_name, at, doc, change, entity } = row;
  return [id, kind, entity_type, entity_id, entity_fqn, user_name, at, doc, change, entity];
}
