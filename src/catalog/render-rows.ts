/** Rows of a list as JSON text. */
import type { ShownRow } from '../storage/index.js';
import type { EntityType } from './define.js';
import type { Scope } from './route.js';
import type { Selection } from './selection.js';
import { composeShown } from './visible.js';

/** Rows of one query; a list with a higher limit is streamed. */
export const pageSize = 500;

export interface Paging {
  after?: string;
  before?: string;
  total: number;
}

/** Entities with commas between them. */
export async function renderRows(
  rows: readonly ShownRow[],
  type: EntityType,
  selection: Selection,
  scope: Scope,
): Promise<string> {
  return (await composeShown(rows, type, selection, scope)).join(',');
}
