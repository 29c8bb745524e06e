/**
 * Deleting and restoring, with everything below. What fits one slice is done in the request; a larger subtree is locked, the request
 * answers, and the rest follows slice by slice (`continueDeletion`). Readers see it gone at once.
 */
import { catalogError, errorMessages } from '../../contract/index.js';
import { appendEvents } from '../events/index.js';
import {
  childCount,
  type DeletionRow,
  deleteEntities,
  type EntityRow,
  getEntityById,
  insertDeletion,
  leafSlice,
  markEntities,
  removeDeletion,
} from '../storage/index.js';
import { changeEvent } from './change-event.js';
import { commitDrafts } from './commit.js';
import type { EntityType } from './define.js';
import type { Draft, Written } from './draft.js';
import { guardLocked, loadWhole } from './load.js';
import type { Scope } from './route.js';

export interface DeleteOptions {
  hard: boolean;
  recursive: boolean;
}

/** Deletes a locked row; the result is the entity as it was left (soft) or as it was (hard). */
export async function deleteEntity(
  type: EntityType,
  row: EntityRow,
  options: DeleteOptions,
  scope: Scope,
): Promise<Written> {
  await guardLocked([row], scope);
  if (!options.recursive && (await childCount(scope.sql, row.id, options.hard ? 'all' : 'non-deleted')) > 0)
    throw catalogError('BAD_REQUEST', errorMessages.notEmpty(type.name, row.fqn));
  await type.hooks?.beforeDelete?.(row, scope, options.hard);
  return options.hard ? deleteHard(type, row, options, scope) : turn(type, row, 1, options.recursive, scope);
}

/** Makes a soft deleted entity, and what was soft deleted below it, live again. */
export async function restoreEntity(type: EntityType, row: EntityRow, scope: Scope): Promise<Written> {
  await guardLocked([row], scope);
  return turn(type, row, 0, true, scope);
}

async function deleteHard(type: EntityType, row: EntityRow, options: DeleteOptions, scope: Scope): Promise<Written> {
  const [whole] = await loadWhole([row], type, scope);
  const text = whole?.text as string;
  const { id, fqn, version } = row;
  const event = {
    kind: 'entityDeleted',
    type: type.name,
    id,
    fqn,
    from: version,
    to: version,
    at: scope.context.now(),
    text,
  };
  await appendEvents(scope.sql, [changeEvent({ ...event, ...(options.recursive ? { recursive: true } : {}) }, scope)]);
  scope.mark({ kind: 'rows', type: type.name });
  if (await hardSlice(row.id, scope)) await deleteEntities(scope.sql, [row.id]);
  else {
    await markEntities(scope.sql, [row.id], 2);
    await lockSubtree(row, 1, scope);
  }
  return { row, text, outcome: 'updated', kind: 'major' };
}

/** Soft delete (1) or restore (0) of a row and, slice by slice, of what is below it. */
async function turn(
  type: EntityType,
  row: EntityRow,
  deleted: 0 | 1,
  recursive: boolean,
  scope: Scope,
): Promise<Written> {
  const draft = await turnDraft(type, row, deleted, scope);
  draft.event = deleted === 1 ? 'entitySoftDeleted' : 'entityRestored';
  if (recursive) draft.recursive = true;
  const [written] = await commitDrafts([draft], type, scope);
  if (!(await turnSlice(row.id, deleted, scope))) await lockSubtree(row, deleted === 1 ? 0 : 2, scope);
  return written as Written;
}

async function turnDraft(type: EntityType, row: EntityRow, deleted: 0 | 1, scope: Scope): Promise<Draft> {
  const [whole] = await loadWhole([row], type, scope);
  if (!whole) throw new Error(`entity ${row.id} went away within its transaction`);
  return {
    id: row.id,
    name: row.name,
    fqn: row.fqn,
    parentId: row.parent_id,
    refs: row.refs,
    stored: row,
    before: whole.value,
    beforeText: whole.text,
    after: whole.value,
    deleted,
    event: null,
    mayMerge: false,
    moveTag: false,
  };
}

/** Removes one slice below the root; true when nothing is left. */
async function hardSlice(rootId: string, scope: Scope): Promise<boolean> {
  const { deleteSlice } = scope.catalog.options;
  let left = deleteSlice;
  while (left > 0) {
    const rows = await leafSlice(scope.sql, rootId, { states: [0, 1, 2], limit: left });
    if (rows.length === 0) return true;
    for (const row of rows) await scope.catalog.registry.get(row.type).hooks?.beforeDelete?.(row, scope, true);
    await deleteEntities(
      scope.sql,
      rows.map((row) => row.id),
    );
    for (const type of new Set(rows.map((row) => row.type))) scope.mark({ kind: 'rows', type });
    left -= rows.length;
  }
  return (await childCount(scope.sql, rootId, 'all')) === 0;
}

async function turnSlice(rootId: string, deleted: 0 | 1, scope: Scope): Promise<boolean> {
  const from = deleted === 1 ? 0 : 1;
  let left = Math.ceil(scope.catalog.options.deleteSlice / 4);
  while (left > 0) {
    const rows = await leafSlice(scope.sql, rootId, { states: [from], limit: left });
    if (rows.length === 0) return true;
    for (const name of new Set(rows.map((row) => row.type))) {
      const type = scope.catalog.registry.get(name);
      const drafts: Draft[] = [];
      for (const row of rows) if (row.type === name) drafts.push(await turnDraft(type, row, deleted, scope));
      await commitDrafts(drafts, type, scope);
    }
    left -= rows.length;
  }
  return (await leafSlice(scope.sql, rootId, { states: [from], limit: 1 })).length === 0;
}

async function lockSubtree(row: EntityRow, mode: DeletionRow['hard'], scope: Scope): Promise<void> {
  await insertDeletion(scope.sql, {
    root_id: row.id,
    root_type: row.type,
    root_fqn: row.fqn,
    hard: mode,
    started_at: scope.context.now(),
    actor: scope.actor.name,
    progress: 0,
  });
  scope.mark({ kind: 'deletion', rootId: row.id });
}

/** The next slice of a deletion or restore that outgrew its request; true when it is complete. */
export async function continueDeletion(deletion: DeletionRow, scope: Scope): Promise<boolean> {
  const root = await getEntityById(scope.sql, deletion.root_id);
  const hard = deletion.hard === 1;
  const done =
    !root || (hard ? await hardSlice(root.id, scope) : await turnSlice(root.id, deletion.hard === 0 ? 1 : 0, scope));
  if (!done) return false;
  if (root && hard) await deleteEntities(scope.sql, [root.id]);
  await removeDeletion(scope.sql, deletion.root_id);
  scope.mark({ kind: 'deletion', rootId: deletion.root_id });
  return true;
}
