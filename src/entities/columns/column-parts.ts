import type { PartRule } from '../../catalog/index.js';
import { completeColumn } from '../table/columns/check-columns.js';

/** The columns of a type, at `path`. */
export function columnParts(path: string): PartRule {
  return {
    path,
    children: 'children',
    nameList: 'columnNames',
    major: ['dataType', 'arrayDataType'],
    limits: ['dataLength', 'precision', 'scale'],
    tagged: true,
    complete: completeColumn,
    kept: ['description', 'displayName'],
    carried: ['customMetrics', 'extension'],
  };
}
