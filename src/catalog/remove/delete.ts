/**
 * Deletes and restores entities with their descendants. Small subtrees are processed within the request. A larger one
 * is locked, the request returns, and a job processes the rest in slices (`continueDeletion`). Reads treat it as
 * deleted immediately.
 */

import { catalogError, errorMessages } from '../../../contract/index.js';
import { first, present } from '../../context/index.js';
import { appendEvents } from '../../events/index.js';
import {
  addJobProgress,
  childCount,
  type DeletionRow,
  deleteEntities,
  type EntityRow,
  getEntityById,
  hasMoreLeaves,
  hasMoreUses,
  idsBelow,
  leafSlice,
  lockForRemoval,
  lockLeaves,
  markUsedBelow,
  RELATION,
  relationsFrom,
  relationsTo,
  removeDeletion,
  removeRelations,
  removeUses,
  setDeletedState,
} from '../../storage/index.js';
import type { CatalogOptions } from '../catalog.js';
import { changeEvent } from '../change/change-event.js';
import type { EntityType } from '../define/define.js';
import { type ComposeCache, emptyComposeCache } from '../read/compose.js';
import { loadEntities } from '../read/load.js';
import type { Scope } from '../routes/route.js';
import { commitDrafts } from '../write/commit.js';
import { changeDraft, type Draft, type Written } from '../write/draft.js';
import { timeAfter } from '../write/time-after.js';
import { lockSubtree } from './deletion-jobs.js';
import { removalKind } from './removals.js';

/** Maximum number of descendants processed within the request, which blocks all other writes meanwhile. */
const FIRST_SLICE = 100;
/** A soft delete or restore, which writes a version, takes this many times as long as a hard delete. */
const STATE_CHANGE_COST = 4;
/** So does the removal of a label, or of an edge from an owner, because the entity that has it is reindexed. */
const USE_COST = 4;

export interface DeleteOptions {
  hard: boolean;
  recursive: boolean;
}

/** Deletes a locked row. Resolves to the soft deleted entity, or to the last state of a hard deleted one. */
export async function deleteEntity(
  type: EntityType,
  row: EntityRow,
  options: DeleteOptions,
  scope: Scope,
): Promise<Written> {
  if (!options.recursive && (await childCount(scope.sql, row.id, options.hard ? 'all' : 'non-deleted')) > 0)
    throw catalogError('BAD_REQUEST', errorMessages.notEmpty(type.name, row.fqn));
  await type.hooks?.beforeDelete?.(row, scope, options.hard, options.recursive);
  return options.hard ? deleteHard(type, row, options, scope) : changeState(type, row, 1, options.recursive, scope);
}

/** Restores a soft deleted entity and its soft deleted descendants. */
export async function restoreEntity(type: EntityType, row: EntityRow, scope: Scope): Promise<Written> {
  return changeState(type, row, 0, true, scope);
}

/** Descendants are deleted before the entity is composed, so that the response and the event do not list them. */
async function deleteHard(type: EntityType, row: EntityRow, options: DeleteOptions, scope: Scope): Promise<Written> {
  await lockForRemoval(scope.sql, [row.id]);
  const limit = firstSlice(scope);
  const isLarge = await exceedsRequest(type, row, limit, scope);
  const slice = isLarge ? NOTHING_DONE : await hardSlice(row.id, limit, scope);
  const isShown = type.hooks?.releases?.shown === true;
  if (!isLarge && !isShown) await releaseEdges(type, row, scope);
  const { text } = first(await loadEntities([row], type, scope, withoutReleased(type)));
  const { id, fqn, version } = row;
  const event = {
    kind: 'entityDeleted',
    type: type.name,
    id,
    fqn,
    from: version,
    to: version,
    at: timeAfter(row, scope),
    text,
  };
  await appendEvents(scope.sql, [changeEvent({ ...event, ...(options.recursive ? { recursive: true } : {}) }, scope)]);
  scope.invalidate({ kind: 'rows', type: type.name });
  if (!isLarge && isShown) await releaseEdges(type, row, scope);
  if (slice.complete) await deleteRows([row.id], scope);
  else {
    await setDeletedState(scope.sql, [row.id], 2);
    if (isReferredTo(type, scope)) await markUsedBelow(scope.sql, row.id);
    await lockSubtree(row, removalKind.hard, slice.done, scope);
  }
  return { row, text, outcome: 'updated', kind: 'major' };
}

/** Removes the edges whose other ends need something; they are few. */
async function releaseEdges({ hooks }: EntityType, { id }: EntityRow, scope: Scope): Promise<void> {
  if (!hooks?.releases) return;
  const edges = await relationsFrom(scope.sql, [id], hooks.releases.kinds);
  await removeRelations(scope.sql, edges);
  await hooks.releases.released(edges, true, scope);
}

/** The fields of these edges are shown empty, since they end with the delete, and there may be very many. */
function withoutReleased({ traits = [], hooks }: EntityType): ComposeCache {
  const cache = emptyComposeCache();
  if (hooks?.releases?.shown) return cache;
  for (const trait of traits)
    if (trait.edges?.end === 'from' && hooks?.releases?.kinds.includes(trait.edges.kind))
      cache.texts.set(trait, new Map());
  return cache;
}

/** Whether too much lies below, or refers to what is deleted, for one request. */
async function exceedsRequest(type: EntityType, row: EntityRow, limit: number, scope: Scope): Promise<boolean> {
  if (await hasMoreLeaves(scope.sql, row.id, { states: EVERY_STATE, limit })) return true;
  if (!isReferredTo(type, scope)) return false;
  const below = await idsBelow(scope.sql, row.id);
  return hasMoreUses(scope.sql, [row.id, ...below], Math.ceil(limit / USE_COST));
}

/** Whether entities of the type, or of what can lie below, stand in fields of others, such as their labels or owners. */
function isReferredTo(type: EntityType, { catalog: { registry } }: Scope): boolean {
  return registry.types.some(
    ({ name, targetOf = [] }) => targetOf.length > 0 && (name === type.name || registry.liesBelow(name, type.name)),
  );
}

/** Soft deletes (1) or restores (0) a row and, in slices, its descendants. */
async function changeState(
  type: EntityType,
  row: EntityRow,
  deleted: 0 | 1,
  recursive: boolean,
  scope: Scope,
): Promise<Written> {
  const event = deleted === 1 ? 'entitySoftDeleted' : 'entityRestored';
  const written = first(
    await changeStates(type, [row], { deleted, event, ...(recursive ? { recursive } : {}) }, scope),
  );
  const limit = Math.ceil(firstSlice(scope) / STATE_CHANGE_COST);
  const { complete, done } = (await hasMoreLeaves(scope.sql, row.id, { states: [stateBefore(deleted)], limit }))
    ? NOTHING_DONE
    : await stateSlice(row.id, deleted, limit, scope);
  if (!complete) await lockSubtree(row, deleted === 1 ? removalKind.soft : removalKind.restore, done + 1, scope);
  return written;
}

async function changeStates(
  type: EntityType,
  rows: readonly EntityRow[],
  change: Pick<Draft, 'deleted' | 'event' | 'recursive'>,
  scope: Scope,
): Promise<Written[]> {
  const known = emptyComposeCache();
  const wholes = await loadEntities(rows, type, scope, known);
  const drafts = rows.map((row, i) => {
    const whole = present(wholes[i]);
    return { ...changeDraft(row, whole, whole.value), ...change };
  });
  return commitDrafts(drafts, type, scope, known);
}

const EVERY_STATE = [0, 1, 2];

/** The `deleted` state of entities still to be soft deleted (1) or restored (0). */
function stateBefore(deleted: 0 | 1): 0 | 1 {
  return deleted === 1 ? 0 : 1;
}

function firstSlice({ catalog }: Scope): number {
  return Math.min(FIRST_SLICE, catalog.options.deleteSlice);
}

/** Removes rows that are locked for it, and entities that are about them. */
async function deleteRows(ids: readonly string[], scope: Scope): Promise<void> {
  const concerning = await relationsTo(scope.sql, ids, [RELATION.about]);
  if (concerning.length > 0) {
    const about = [...new Set(concerning.map(({ from_id }) => from_id))];
    await lockForRemoval(scope.sql, about);
    await deleteRows(about, scope);
    for (const type of new Set(concerning.map(({ from_type }) => from_type))) scope.invalidate({ kind: 'rows', type });
  }
  await deleteEntities(scope.sql, ids);
}

export interface Slice {
  /** Number of entities processed, and of uses of them that were removed. */
  done: number;
  /** No entities are left. */
  complete: boolean;
}

const NOTHING_DONE: Slice = { done: 0, complete: false };

/** Hard deletes up to `limit` descendants of the root. */
async function hardSlice(rootId: string, limit: number, scope: Scope): Promise<Slice> {
  let left = limit;
  while (left > 0) {
    const rows = await lockLeaves(scope.sql, rootId, { states: EVERY_STATE, limit: left, lock: 'forUpdate' });
    if (rows.length === 0) return { done: limit - left, complete: true };
    const ids = rows.map((row) => row.id);
    left -= (await removeUses(scope.sql, ids, left)).count;
    if (left <= 0) return { done: limit - left, complete: false };
    for (const row of rows) await scope.catalog.registry.get(row.type).hooks?.beforeDelete?.(row, scope, true, true);
    await deleteRows(ids, scope);
    for (const type of new Set(rows.map((row) => row.type))) scope.invalidate({ kind: 'rows', type });
    left -= rows.length;
  }
  return { done: limit - left, complete: (await childCount(scope.sql, rootId, 'all')) === 0 };
}

async function stateSlice(rootId: string, deleted: 0 | 1, limit: number, scope: Scope): Promise<Slice> {
  const from = stateBefore(deleted);
  let left = limit;
  while (left > 0) {
    const rows = await lockLeaves(scope.sql, rootId, { states: [from], limit: left });
    if (rows.length === 0) return { done: limit - left, complete: true };
    for (const name of new Set(rows.map((row) => row.type))) {
      const ofType = rows.filter((row) => row.type === name);
      await changeStates(scope.catalog.registry.get(name), ofType, { deleted, event: null }, scope);
    }
    left -= rows.length;
  }
  const rest = await leafSlice(scope.sql, rootId, { states: [from], limit: 1 });
  return { done: limit - left, complete: rest.length === 0 };
}

/** Maximum number of entities in a slice of a delete or restore. */
export function largestSlice({ hard }: DeletionRow, { deleteSlice }: CatalogOptions): number {
  return hard === removalKind.hard ? deleteSlice : Math.ceil(deleteSlice / STATE_CHANGE_COST);
}

/**
 * Processes the next slice, of up to `limit` entities, of a delete or restore, on behalf of the user who requested it.
 */
export async function continueDeletion(
  deletion: DeletionRow,
  scope: Scope,
  limit = largestSlice(deletion, scope.catalog.options),
): Promise<Slice> {
  const onBehalf = { ...scope, actor: { ...scope.actor, name: deletion.actor } };
  const root = await getEntityById(scope.sql, deletion.root_id);
  const slice = root ? await continueFrom(root, deletion, limit, onBehalf) : { done: 0, complete: true };
  if (!slice.complete) {
    await addJobProgress(scope.sql, deletion.job_id, { done: slice.done, at: scope.context.now() });
    return slice;
  }
  if (root && deletion.hard === removalKind.hard) await deleteRows([root.id], scope);
  await removeDeletion(scope.sql, deletion.root_id);
  scope.invalidate({ kind: 'deletion', rootId: deletion.root_id });
  return slice;
}

async function continueFrom(root: EntityRow, deletion: DeletionRow, limit: number, scope: Scope): Promise<Slice> {
  if (deletion.hard === removalKind.hard) {
    const below = await hardSlice(root.id, limit, scope);
    const left = limit - below.done;
    if (!below.complete || left <= 0) return { ...below, complete: false };
    await lockForRemoval(scope.sql, [root.id]);
    const { count, edges } = await removeUses(scope.sql, [root.id], left);
    const complete = count < left;
    const { hooks } = scope.catalog.registry.get(root.type);
    if (edges.length > 0 || complete) await hooks?.releases?.released(edges, complete, scope);
    return { done: below.done + count, complete };
  }
  return stateSlice(root.id, deletion.hard === removalKind.soft ? 1 : 0, limit, scope);
}
