import { catalogError } from '../../../contract/index.js';
import type { Fields } from '../../catalog/index.js';
import type { Column } from './columns.js';

/** Columns that BigQuery has for partitions without listing them. */
const pseudoColumns = ['_PARTITIONDATE', '_PARTITIONTIME'];

/** Refuses a partition by a column that the table does not have. */
export function checkPartition(table: Fields): void {
  const partition = table.tablePartition as { columns?: { columnName?: string }[] } | undefined;
  const names = new Set([...((table.columns ?? []) as Column[]).map(({ name }) => name), ...pseudoColumns]);
  for (const { columnName } of partition?.columns ?? [])
    if (columnName !== undefined && !names.has(columnName))
      throw catalogError('BAD_REQUEST', `tablePartition: Invalid column name ${columnName}`);
}
