/** Removes the values of a custom property that is no longer defined. */
import { isObject } from '../../../contract/index.js';
import {
  dropProperties,
  type EntityRow,
  entitiesWithProperty,
  lockEntities,
  updateEntities,
} from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import { readDocument, writeDocument } from '../document/document.js';
import type { Scope } from '../routes/route.js';
import { EXTENSION } from './extension-values.js';

/**
 * Removes the values of at most `limit` entities, without new versions: the change is one of the type. Returns whether
 * there may be more.
 */
export async function removeValues(type: EntityType, property: string, limit: number, scope: Scope): Promise<boolean> {
  const ids = await entitiesWithProperty(scope.sql, type.name, property, limit);
  if (ids.length === 0) return false;
  const rows = await lockEntities(scope.sql, ids);
  await updateEntities(
    scope.sql,
    rows.map((row) => withoutValue(type, row, property)),
  );
  await dropProperties(scope.sql, ids, property);
  return ids.length === limit;
}

function withoutValue(type: EntityType, row: EntityRow, property: string) {
  const core = readDocument(row);
  const { [property]: _, ...kept } = isObject(core[EXTENSION]) ? core[EXTENSION] : {};
  if (Object.keys(kept).length > 0) core[EXTENSION] = kept;
  else delete core[EXTENSION];
  return { ...row, ...writeDocument(type, core), revision: row.revision + 1 };
}
