import { catalogError } from '../../../contract/index.js';
import type { StoredTable } from './columns/columns.js';

/** Columns that BigQuery has for partitions without listing them. */
const pseudoColumns = ['_PARTITIONDATE', '_PARTITIONTIME'];

/** Refuses a partition by a column that the table does not have. */
export function checkPartition(table: StoredTable): void {
  const partition = table.tablePartition;
  const names = new Set([...(table.columns ?? []).map(({ name }) => name), ...pseudoColumns]);
  for (const { columnName } of partition?.columns ?? [])
    if (columnName !== undefined && !names.has(columnName))
      throw catalogError('BAD_REQUEST', `tablePartition: Invalid column name ${columnName}`);
}
