import type { EntityReference } from '../../../contract/index.js';
import { getReferences, type ReferenceRow } from '../../storage/index.js';
import { apiUrl, linkTo, parseLinked } from '../document/reference.js';
import type { Scope } from '../routes/route.js';
import { visibleIds } from './visible.js';

/** References with public links, by id. Entities that are gone, or hidden from the reader, are left out. */
export async function shownReferences(ids: readonly string[], scope: Scope): Promise<Map<string, EntityReference>> {
  const rows = await getReferences(scope.sql, [...new Set(ids)]);
  const visible = await visibleIds(rows, scope);
  const shown = rows.filter(({ id, deleted }) => deleted < 2 && visible.has(id));
  return new Map(shown.map((row) => [row.id, referenceOf(row, scope)]));
}

/** A reference with its public link, of an entity that the reader may see. */
export function referenceOf(
  row: Pick<ReferenceRow, 'ref' | 'id' | 'type'>,
  scope: Pick<Scope, 'catalog'>,
): EntityReference {
  return parseLinked<EntityReference>(linkTo(row, scope), apiUrl(scope));
}
