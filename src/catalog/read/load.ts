/** Finds, locks and loads the entities that requests name. */

import { catalogError, errorMessages } from '../../../contract/index.js';
import { present } from '../../context/index.js';
import {
  type DeletionRow,
  type EntityRow,
  getEntityByFqn,
  getEntityById,
  getShownByFqn,
  getShownById,
  listDeletions,
  lockEntityByFqn,
  lockEntityById,
  type ShownRow,
} from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import { readDocument } from '../document/document.js';
import { givenFqn } from '../document/fqn.js';
import { parseComposed } from '../document/parts-text.js';
import { apiUrl } from '../document/reference.js';
import { isHidden, isWithin } from '../remove/removals.js';
import type { Scope } from '../routes/route.js';
import type { LoadedEntity } from '../write/draft.js';
import { type ComposeCache, compose } from './compose.js';
import { selectAll } from './selection.js';

export type Include = 'non-deleted' | 'deleted' | 'all';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** How a request identifies an entity. */
export type EntityKey = { id: string } | { fqn: string };

/** Returns the id in lower case. Throws 400 if it is not a UUID. */
export function checkId(id: string): string {
  if (!uuid.test(id)) throw catalogError('BAD_REQUEST', `id ${JSON.stringify(id.slice(0, 100))} is not a UUID`);
  return id.toLowerCase();
}

/** Parses the query parameter `include`; default `non-deleted`. */
export function readInclude(text: string | undefined): Include {
  if (text === undefined || text === '' || text === 'non-deleted') return 'non-deleted';
  if (text === 'deleted' || text === 'all') return text;
  throw catalogError(
    'BAD_REQUEST',
    `include must be one of all, deleted, non-deleted, not ${JSON.stringify(text.slice(0, 100))}`,
  );
}

/** The row, or 404 with a message that fits `naming`. */
export async function findRow(type: EntityType, naming: EntityKey, include: Include, scope: Scope): Promise<EntityRow> {
  return requireShown(getRow(type, naming, scope), type, naming, include, scope);
}

/** The same, but only with the columns that responses need. */
export async function findShown(
  type: EntityType,
  naming: EntityKey,
  include: Include,
  scope: Scope,
): Promise<ShownRow> {
  const find =
    'id' in naming
      ? getShownById(scope.sql, checkId(naming.id))
      : getShownByFqn(scope.sql, type.name, givenFqn(type, naming.fqn));
  const ofType = find.then((row) => (row?.type === type.name ? row : null));
  return requireShown(ofType, type, naming, include, scope);
}

async function requireShown<R extends ShownRow>(
  finding: Promise<R | null>,
  type: EntityType,
  naming: EntityKey,
  include: Include,
  scope: Scope,
): Promise<R> {
  // Asked for together, so that they are one round trip.
  const [row, removals] = await Promise.all([finding, scope.catalog.removals.under(scope.sql)]);
  if (!row || !included(row, include) || isHidden(removals, row, include)) throw notFound(type, naming);
  return row;
}

/**
 * The row, locked until the transaction ends. 404 as for reads, except that an entity being deleted is 409, so that the
 * client knows to retry.
 */
export async function findForWrite(
  type: EntityType,
  naming: EntityKey,
  include: Include,
  scope: Scope,
): Promise<EntityRow> {
  // Read after taking the lock: a deletion that starts later waits for it.
  const [row, deletions] = await Promise.all([getRowLocked(type, naming, scope), listDeletions(scope.sql)]);
  if (!row) throw notFound(type, naming);
  refuseLocked([row], deletions);
  if (!included(row, include)) throw notFound(type, naming);
  return row;
}

async function getRow(type: EntityType, naming: EntityKey, scope: Scope): Promise<EntityRow | null> {
  const row =
    'id' in naming
      ? await getEntityById(scope.sql, checkId(naming.id))
      : await getEntityByFqn(scope.sql, type.name, givenFqn(type, naming.fqn));
  return row?.type === type.name ? row : null;
}

async function getRowLocked(type: EntityType, naming: EntityKey, scope: Scope): Promise<EntityRow | null> {
  const row =
    'id' in naming
      ? await lockEntityById(scope.sql, checkId(naming.id))
      : await lockEntityByFqn(scope.sql, type.name, givenFqn(type, naming.fqn));
  return row?.type === type.name ? row : null;
}

export function notFound(type: EntityType, naming: EntityKey) {
  const message =
    'id' in naming
      ? errorMessages.notFoundById(type.name, naming.id)
      : errorMessages.notFoundByName(type.name, naming.fqn);
  return catalogError('ENTITY_NOT_FOUND', message);
}

export function included(row: Pick<EntityRow, 'deleted'>, include: Include): boolean {
  if (row.deleted === 0) return include !== 'deleted';
  return row.deleted === 1 && include !== 'non-deleted';
}

/** Throws 409 while an entity or one of its containers is being deleted. */
export async function guardLocked(
  rows: readonly Pick<EntityRow, 'id' | 'type' | 'fqn' | 'refs'>[],
  scope: Scope,
): Promise<void> {
  if (rows.length > 0) refuseLocked(rows, await listDeletions(scope.sql));
}

/** The same with given `deletions`, which must have been read after the rows were locked. */
export function refuseLocked(
  rows: readonly Pick<EntityRow, 'id' | 'type' | 'fqn' | 'refs'>[],
  deletions: readonly DeletionRow[],
): void {
  for (const removal of deletions)
    for (const row of rows)
      if (isWithin(removal, row)) throw catalogError('ENTITY_LOCKED', errorMessages.locked(row.type, row.fqn));
}

/** Loads entities in the order of `rows`. Data loaded on the way is added to `known`. */
export async function loadEntities(
  rows: readonly ShownRow[],
  type: EntityType,
  scope: Scope,
  cache?: ComposeCache,
): Promise<LoadedEntity[]> {
  const texts = await compose(rows, type, selectAll(type), scope, cache);
  return rows.map((row, i) => {
    const text = present(texts[i]);
    const { value, parts } = parseComposed(type, row, text, apiUrl(scope));
    if (row.extra !== null) Object.assign(value, privateFields(row));
    return { value, text, parts };
  });
}

function privateFields(row: ShownRow): Fields {
  return Object.fromEntries(
    Object.entries(readDocument({ doc: '{}', extra: row.extra })).filter(([key]) => key.startsWith('$')),
  );
}
