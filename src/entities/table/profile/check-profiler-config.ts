import type { Fields } from '../../../catalog/index.js';
import { requireColumn } from '../columns/columns.js';

interface ProfilerConfig extends Fields {
  excludeColumns?: string[];
  includeColumns?: { columnName?: string }[];
}

/** Refuses with 400 a configuration that names columns the table does not have. */
export function checkProfilerConfig(table: Fields, { excludeColumns = [], includeColumns = [] }: ProfilerConfig): void {
  for (const name of excludeColumns) requireColumn(table, name);
  for (const { columnName } of includeColumns) if (columnName !== undefined) requireColumn(table, columnName);
}
