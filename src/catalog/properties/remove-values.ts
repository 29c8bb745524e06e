/** Removes the values of a custom property that is no longer defined. */
import { isObject } from '../../../contract/index.js';
import {
  dropProperties,
  type EntityRow,
  entitiesWithProperty,
  lockEntities,
  lockFreeEntities,
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
  await removeFrom(await lockEntities(scope.sql, ids), type, property, scope);
  return ids.length === limit;
}

/**
 * The same for entities that nobody else is writing. Whoever changes the type must not wait for writers of its entities,
 * as these wait for its definitions.
 */
export async function removeFreeValues(type: EntityType, property: string, limit: number, scope: Scope): Promise<void> {
  const ids = await entitiesWithProperty(scope.sql, type.name, property, limit);
  await removeFrom(await lockFreeEntities(scope.sql, ids), type, property, scope);
}

async function removeFrom(rows: readonly EntityRow[], type: EntityType, property: string, { sql }: Scope) {
  if (rows.length === 0) return;
  await updateEntities(
    sql,
    rows.map((row) => withoutValue(type, row, property)),
  );
  await dropProperties(
    sql,
    rows.map(({ id }) => id),
    property,
  );
}

function withoutValue(type: EntityType, row: EntityRow, property: string) {
  const core = readDocument(row);
  const { [property]: _, ...kept } = isObject(core[EXTENSION]) ? core[EXTENSION] : {};
  if (Object.keys(kept).length > 0) core[EXTENSION] = kept;
  else delete core[EXTENSION];
  return { ...row, ...writeDocument(type, core), revision: row.revision + 1 };
}
