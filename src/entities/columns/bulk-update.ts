/** Reads requests that update many columns. */
import { type BulkColumnUpdateRequest, catalogError } from '../../../contract/index.js';
import { type Catalog, limitItems, type Request, readBody } from '../../catalog/index.js';
import type { ColumnUpdate } from './column-change.js';

/** The update of one column. */
export interface NamedColumnUpdate extends Pick<ColumnUpdate, 'displayName' | 'description' | 'tags'> {
  columnFQN: string;
  entityType: string;
}

/** `api/data/bulkColumnUpdateRequest`: updates all columns of a name, narrowed by filters, or a list of columns. */
export interface BulkColumnUpdate extends Omit<BulkColumnUpdateRequest, 'columnUpdates'> {
  columnUpdates?: NamedColumnUpdate[];
  dryRun: boolean;
}

const schema = 'api/data/bulkColumnUpdateRequest';

/** The request; a name takes precedence over a list. 400 without either, 413 if the list is too long. */
export function readBulkUpdate(request: Request, scope: { catalog: Catalog }): BulkColumnUpdate {
  const { contract } = scope.catalog;
  const given = contract.withDefaults(schema, readBody(request, schema, scope));
  const { columnName, columnUpdates = [], dryRun = false, ...rest } = given;
  if (columnName) return { ...rest, dryRun, columnName };
  if (columnUpdates.length === 0) throw catalogError('BAD_REQUEST', 'columnName or columnUpdates is required');
  limitItems(columnUpdates, scope);
  return { ...rest, dryRun, columnUpdates };
}
