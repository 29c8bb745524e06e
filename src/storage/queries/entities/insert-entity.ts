import type { Sql } from '../../port.js';
import type { WrittenRow } from '../../rows.js';
import { ENTITY_COLUMNS, entityValues } from './entity-columns.js';

const TEXT = `insert into entity (${ENTITY_COLUMNS}, fqn_hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;

/** Throws `UniqueViolation` if the id, or the name within the type, is taken, including by a soft deleted entity. */
export async function insertEntity(tx: Sql, row: WrittenRow): Promise<void> {
  const inserting = tx.run(TEXT, entityValues(row), { inserted: [row.id] });
  tx.written?.set(row.id, row); // set first: if the insert fails, the transaction's cache is discarded too
  await inserting;
}

/** Inserts several rows; statements are pipelined. */
export async function insertEntities(tx: Sql, rows: readonly WrittenRow[]): Promise<void> {
  await Promise.all(rows.map((row) => insertEntity(tx, row)));
}
