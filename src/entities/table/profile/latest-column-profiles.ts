import { type Column, type ColumnProfile, parseObject } from '../../../../contract/index.js';
import type { Scope } from '../../../catalog/index.js';
import { latestPointsByKey } from '../../../storage/index.js';
import { columnPath, type StoredTable } from '../columns/columns.js';
import { columnProfileKind } from './profile-kinds.js';

/** Sets `profile` of each column that has one to the latest profile. */
export async function latestColumnProfiles(
  tableId: string,
  table: StoredTable,
  scope: Scope,
  columns = table.columns,
): Promise<void> {
  const points = await latestPointsByKey(scope.sql, tableId, columnProfileKind);
  const profiles = new Map(points.map((point) => [point.key, point.doc]));
  const add = (column: Column) => {
    const profile = profiles.get(columnPath(table, column));
    if (profile !== undefined) column.profile = parseObject<ColumnProfile>(profile);
    for (const child of column.children ?? []) add(child);
  };
  for (const column of columns ?? []) add(column);
}
