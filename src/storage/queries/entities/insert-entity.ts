import type { Sql } from '../../port.js';
import type { WrittenRow } from '../../rows.js';
import { ENTITY_COLUMNS, entityValues } from './entity-columns.js';

const TEXT = `insert into entity (${ENTITY_COLUMNS}, fqn_hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;

/** Throws `UniqueViolation` when the id or the name of the type is taken, by a soft deleted entity too. */
export async function insertEntity(tx: Sql, row: WrittenRow): Promise<void> {
  await tx.run(TEXT, entityValues(row), { inserted: [row.id] });
  tx.written?.set(row.id, row);
}

/** Several at once; statements are sent without waiting for each other. */
export async function insertEntities(tx: Sql, rows: readonly WrittenRow[]): Promise<void> {
  await Promise.all(rows.map((row) => insertEntity(tx, row)));
}
