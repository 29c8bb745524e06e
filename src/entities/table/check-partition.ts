import { catalogError, type PartitionColumnDetails } from '../../../contract/index.js';
import { equal } from '../../catalog/index.js';
import type { StoredTable } from './columns/columns.js';

/** Partition columns that BigQuery has but does not list. */
const pseudoColumns = ['_PARTITIONDATE', '_PARTITIONTIME'];

/**
 * Refuses with 400 a partition by a column that the table does not have. A stored one loses the columns that are removed
 * from the table.
 */
export function checkPartition(table: StoredTable, before: StoredTable | null): void {
  const partition = table.tablePartition;
  if (!partition) return;
  const names = new Set([...(table.columns ?? []).map(({ name }) => name), ...pseudoColumns]);
  const isMissing = ({ columnName }: PartitionColumnDetails) => columnName !== undefined && !names.has(columnName);
  const missing = (partition.columns ?? []).filter(isMissing);
  const [first] = missing;
  if (first === undefined) return;
  if (!equal(partition, before?.tablePartition ?? null))
    throw catalogError('BAD_REQUEST', `tablePartition: Invalid column name ${first.columnName}`);
  const columns = (partition.columns ?? []).filter((one) => !missing.includes(one));
  if (columns.length > 0) table.tablePartition = { ...partition, columns };
  else delete table.tablePartition;
}
