import { catalogError } from '../../../contract/index.js';
import type { StoredTable } from './columns/columns.js';

/** Partition columns that BigQuery has but does not list. */
const pseudoColumns = ['_PARTITIONDATE', '_PARTITIONTIME'];

/** Refuses with 400 a partition by a column that the table does not have. */
export function checkPartition(table: StoredTable): void {
  const partition = table.tablePartition;
  const names = new Set([...(table.columns ?? []).map(({ name }) => name), ...pseudoColumns]);
  for (const { columnName } of partition?.columns ?? [])
    if (columnName !== undefined && !names.has(columnName))
      throw catalogError('BAD_REQUEST', `tablePartition: Invalid column name ${columnName}`);
}
