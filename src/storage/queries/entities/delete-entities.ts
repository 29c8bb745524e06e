import type { Sql } from '../../port.js';

const HANGING = [
  ['relation', 'from_id'],
  ['relation', 'to_id'],
  ['tag_usage', 'entity_id'],
  ['tag_usage', 'tag_id'],
  ['history', 'entity_id'],
  ['series', 'entity_id'],
  ['usage_day', 'entity_id'],
  ['entity_property', 'entity_id'],
  ['test_result', 'case_id'],
  ['test_dimension', 'case_id'],
  ['test_latest', 'case_id'],
  ['test_incident', 'case_id'],
  ['contract_result', 'contract_id'],
  ['contract_document', 'contract_id'],
  ['entity', 'id'],
] as const;

/** Removes entities and all rows that belong to them, except events. Returns the number of entities removed. */
export async function deleteEntities(tx: Sql, ids: readonly string[]): Promise<number> {
  const given = JSON.stringify(ids);
  let removed = 0;
  for (const [table, column] of HANGING)
    removed = await tx.run(`delete from ${table} where ${column} in ${tx.dialect.list('$1')}`, [given]);
  return removed;
}
