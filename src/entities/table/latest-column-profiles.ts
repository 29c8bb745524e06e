import type { Fields, Scope } from '../../catalog/index.js';
import { latestPointsByKey } from '../../storage/index.js';
import { type Column, columnPath } from './columns.js';
import { columnProfileKind } from './profile-kinds.js';

/** Sets the newest profile of each column of a table value that has one. */
export async function latestColumnProfiles(
  tableId: string,
  table: Fields,
  scope: Scope,
  columns = table.columns,
): Promise<void> {
  const points = await latestPointsByKey(scope.sql, tableId, columnProfileKind);
  const profiles = new Map(points.map((point) => [point.key, point.doc]));
  const add = (column: Column) => {
    const profile = profiles.get(columnPath(table, column));
    if (profile !== undefined) column.profile = JSON.parse(profile) as unknown;
    for (const child of column.children ?? []) add(child);
  };
  for (const column of (columns ?? []) as Column[]) add(column);
}
