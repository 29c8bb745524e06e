import { type Column, type ColumnProfile, parseObject, type Stored, type Table } from '../../../../contract/index.js';
import type { Scope } from '../../../catalog/index.js';
import { latestPointsByKey } from '../../../storage/index.js';
import { columnPath } from '../columns/columns.js';
import { columnProfileKind } from './profile-kinds.js';

/** An entity with its columns. */
export type Columned = Stored<Pick<Table, 'fullyQualifiedName' | 'columns'>>;

/** Sets `profile` of each column that has one to the latest profile. */
export async function latestColumnProfiles(
  id: string,
  holder: Columned,
  scope: Scope,
  columns = holder.columns,
): Promise<void> {
  const points = await latestPointsByKey(scope.sql, id, columnProfileKind);
  const profiles = new Map(points.map((point) => [point.key, point.doc]));
  const add = (column: Column) => {
    const profile = profiles.get(columnPath(holder, column));
    if (profile !== undefined) column.profile = parseObject<ColumnProfile>(profile);
    for (const child of column.children ?? []) add(child);
  };
  for (const column of columns ?? []) add(column);
}
