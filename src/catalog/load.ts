/** Loading what a write starts from. */
import { catalogError, errorMessages } from '../../contract/index.js';
import { type EntityRow, getEntityByFqn, getEntityById, listDeletions, lockEntities } from '../storage/index.js';
import { compose, containersOf } from './compose.js';
import type { EntityType, Fields } from './define.js';
import { readDocument } from './document.js';
import { withHrefs } from './reference.js';
import type { Scope } from './route.js';
import { selectAll } from './selection.js';

export type Include = 'non-deleted' | 'deleted' | 'all';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** How a request names an entity. */
export type Naming = { id: string } | { fqn: string };

/** Refuses an id that is no UUID with 400. */
export function checkId(id: string): string {
  if (!uuid.test(id)) throw catalogError('BAD_REQUEST', `id ${JSON.stringify(id.slice(0, 100))} is not a UUID`);
  return id.toLowerCase();
}

/** Reads `include`; default `non-deleted`. */
export function readInclude(text: string | undefined): Include {
  if (text === undefined || text === '' || text === 'non-deleted') return 'non-deleted';
  if (text === 'deleted' || text === 'all') return text;
  throw catalogError(
    'BAD_REQUEST',
    `include must be one of all, deleted, non-deleted, not ${JSON.stringify(text.slice(0, 100))}`,
  );
}

/** The row, or 404 in the variant of how it was named. */
export async function findRow(type: EntityType, naming: Naming, include: Include, scope: Scope): Promise<EntityRow> {
  const row =
    'id' in naming
      ? await getEntityById(scope.sql, checkId(naming.id))
      : await getEntityByFqn(scope.sql, type.name, naming.fqn);
  if (!row || row.type !== type.name || !included(row, include) || (await isBeingRemoved(row, scope))) {
    const message =
      'id' in naming
        ? errorMessages.notFoundById(type.name, naming.id)
        : errorMessages.notFoundByName(type.name, naming.fqn);
    throw catalogError('ENTITY_NOT_FOUND', message);
  }
  return row;
}

/** The same row, locked until the transaction ends. */
export async function lockRow(row: EntityRow, scope: Scope): Promise<EntityRow> {
  if (scope.sql.dialect.forUpdate === '') return row;
  const [locked] = await lockEntities(scope.sql, [row.id]);
  if (!locked) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById(row.type, row.id));
  return locked;
}

export function included(row: EntityRow, include: Include): boolean {
  if (row.deleted === 0) return include !== 'deleted';
  return row.deleted === 1 && include !== 'non-deleted';
}

/** Refuses writers with 409 while the entity or a container of it is being deleted. */
export async function guardLocked(
  rows: readonly Pick<EntityRow, 'id' | 'refs' | 'type' | 'fqn'>[],
  scope: Scope,
): Promise<void> {
  const roots = new Set((await listDeletions(scope.sql)).map((deletion) => deletion.root_id));
  if (roots.size === 0) return;
  for (const row of rows)
    if (roots.has(row.id) || containersOf(row).some(([, id]) => roots.has(id)))
      throw catalogError('ENTITY_LOCKED', errorMessages.locked(row.type, row.fqn));
}

/** An entity below one that is being removed for good is gone for readers already. */
async function isBeingRemoved(row: EntityRow, scope: Scope): Promise<boolean> {
  if (row.refs === null) return false;
  const roots = await scope.catalog.removals.roots(scope.sql, scope.context.now());
  return roots.size > 0 && containersOf(row).some(([, id]) => roots.has(id));
}

/** A whole stored entity: core with private fields, containers, traits, tags of parts; and its composed text. */
export interface Whole {
  value: Fields;
  text: string;
}

export async function loadWhole(rows: readonly EntityRow[], type: EntityType, scope: Scope): Promise<Whole[]> {
  const texts = await compose(rows, type, selectAll(type), scope);
  return rows.map((row, i) => {
    const text = texts[i] as string;
    const value = JSON.parse(withHrefs(text, `${scope.catalog.options.publicUrl}/api`)) as Fields;
    if (row.extra !== null) Object.assign(value, privateFields(row));
    return { value, text };
  });
}

function privateFields(row: EntityRow): Fields {
  return Object.fromEntries(
    Object.entries(readDocument({ doc: '{}', extra: row.extra })).filter(([key]) => key.startsWith('$')),
  );
}
