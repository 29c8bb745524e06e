/** Rows of a list as JSON text. */
import type { ShownRow } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import { composeShown } from '../rights/visible.js';
import type { Scope } from '../routes/route.js';
import type { Selection } from './selection.js';

/** Maximum number of rows per query. Lists with a higher limit are streamed. */
export const pageSize = 500;

export interface Paging {
  after?: string;
  before?: string;
  total: number;
}

/** JSON texts of the entities, joined with commas. */
export async function renderRows(
  rows: readonly ShownRow[],
  type: EntityType,
  selection: Selection,
  scope: Scope,
): Promise<string> {
  return (await composeShown(rows, type, selection, scope)).join(',');
}
