/** Columns as parts of an entity: the same for every type whose columns are those of tables. Pure. */
import type { Column } from '../../../contract/index.js';
import type { PartRule } from '../../catalog/index.js';

/** The columns of a type, at `path`. `properties`: the type that describes their custom properties. */
export function columnParts(path: string, properties: string | null = null): PartRule {
  return {
    path,
    children: 'children',
    nameList: 'columnNames',
    major: ['dataType', 'arrayDataType'],
    limits: ['dataLength', 'precision', 'scale'],
    tagged: true,
    properties,
    complete: completeColumn,
    kept: ['description', 'displayName'],
    carried: ['customMetrics', 'extension'],
  };
}

/** Sets the derived fields of a column; `position` starts at 1. */
function completeColumn(column: Column, position: number): void {
  column.dataTypeDisplay ??= String(column.dataType).toLowerCase();
  column.ordinalPosition ??= position;
  // Deleting an absent property is as expensive as deleting a present one, so test first.
  if (column.dataType !== 'ARRAY' && 'arrayDataType' in column) delete column.arrayDataType;
  if ('profile' in column) delete column.profile;
}
