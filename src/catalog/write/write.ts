/**
 * Entity writes, for routes and for other modules: create, put, patch, delete, restore. Each prepares drafts and
 * commits them with `commitDrafts`. All run in the caller's transaction and check permissions themselves.
 */

import { CatalogError, catalogError } from '../../../contract/index.js';
import { first, present } from '../../context/index.js';
import type { EntityRow } from '../../storage/index.js';
import { preparePatch } from '../change/patch.js';
import { fieldsTouched, type Operation, pathsRead, readPatch, refuseInherited } from '../change/read-patch.js';
import type { EntityType, Fields } from '../define/define.js';
import { guardTag, isConditional } from '../document/etag.js';
import { emptyComposeCache } from '../read/compose.js';
import { type EntityKey, findForWrite, guardLocked, loadEntities } from '../read/load.js';
import { addLongLists, type ListNeed } from '../read/long-lists.js';
import { acceptInner } from '../references/accept-inner.js';
import { type DescendantCheck, decideBelow, isLarge, type LargeBelow } from '../remove/decide-below.js';
import { type DeleteOptions, deleteEntity, restoreEntity } from '../remove/delete.js';
import { decideChange, decideWrite } from '../rights/decide-change.js';
import { factsOf, factsOfValue } from '../rights/facts.js';
import { refuseLifting } from '../rights/lifted-denies.js';
import { patchOperations } from '../rights/operations.js';
import type { Scope } from '../routes/route.js';
import { commitDrafts } from './commit.js';
import { changeDraft, type Draft, type LoadedEntity, type Written } from './draft.js';
import { previousAhead } from './merge-window.js';
import { type CreateMode, prepareCreates } from './prepare.js';

/** Validates a create request, drops nulls and adds defaults. Throws 400 with the property and the rule. */
export function checkCreate(type: EntityType, body: unknown, scope: Scope): Fields {
  if (type.create === null) throw catalogError('METHOD_NOT_ALLOWED', `${type.name} cannot be created`);
  const result = scope.catalog.contract.validator(type.create)(body);
  if (!result.ok) throw catalogError('BAD_REQUEST', result.errors[0]?.message ?? 'The body does not match its schema');
  return scope.catalog.contract.withDefaults(type.create, result.value);
}

/** POST: creates an entity. 409 if the name is in use. */
export async function createEntity(type: EntityType, create: Fields, scope: Scope): Promise<Written> {
  return first(await writeAll(type, [create], { kind: 'create' }, scope, null));
}

/** PUT: creates the entity, or updates the one with the same FQN. */
export async function putEntity(
  type: EntityType,
  create: Fields,
  put: { override: boolean },
  scope: Scope,
  ifMatch: string | null = null,
): Promise<Written> {
  const mode: CreateMode = { kind: 'put', bot: scope.actor.isBot, override: put.override };
  return first(await writeAll(type, [create], mode, scope, ifMatch));
}

/** PUT of several entities, all or none. Throws the error of the first invalid one. */
export function putEntities(
  type: EntityType,
  bodies: readonly unknown[],
  put: { override: boolean },
  scope: Scope,
): Promise<Written[]> {
  const creates = bodies.map((body) => checkCreate(type, body, scope));
  return putOwn(type, creates, put, scope);
}

/** The same for entities that the server itself creates. Does not validate them. */
export function putOwn(
  type: EntityType,
  creates: readonly Fields[],
  put: { override: boolean },
  scope: Scope,
): Promise<Written[]> {
  const mode: CreateMode = { kind: 'put', bot: scope.actor.isBot, override: put.override };
  return writeAll(type, creates, mode, scope, null);
}

async function writeAll(
  type: EntityType,
  creates: readonly Fields[],
  mode: CreateMode,
  scope: Scope,
  ifMatch: string | null,
): Promise<Written[]> {
  const completed = type.hooks?.complete ? await type.hooks.complete(creates, scope) : creates;
  const { drafts, cache: known } = await prepareCreates(type, completed, mode, scope);
  for (const draft of drafts) {
    await decideWrite(type, draft, scope);
    if (draft.stored) {
      guardTag(ifMatch, draft.stored);
      draft.moveTag = isConditional(ifMatch);
    } else if (ifMatch !== null)
      throw catalogError('PRECONDITION_FAILED', 'If-Match is given, but no entity has this name');
  }
  return commitDrafts(drafts, type, scope, known);
}

/** PATCH by id or name. `body` is called after the entity was found, so that 404 comes before errors in the body. */
export async function patchEntity(
  type: EntityType,
  naming: EntityKey,
  body: () => unknown,
  ifMatch: string | null,
  scope: Scope,
): Promise<Written> {
  const row = await findForWrite(type, naming, 'all', scope);
  const known = emptyComposeCache();
  const previous = isConditional(ifMatch) ? undefined : previousAhead(row, scope);
  const whole = first(await loadEntities([row], type, scope, known));
  const operations = await readAllowedPatch(type, whole, body, scope);
  guardTag(ifMatch, row);
  await addLongLists(type, { row, whole }, known, ({ field }) => listNeed(field, operations), scope);
  const draft = await preparePatch(type, row, whole, operations, scope);
  await decideChange(type, draft, scope);
  draft.mayMerge = !isConditional(ifMatch);
  if (previous) draft.previous = previous;
  draft.moveTag = isConditional(ifMatch);
  return first(await commitDrafts([draft], type, scope, known));
}

/** What a patch needs of a list that may be long. */
function listNeed(field: string, operations: readonly Operation[]): ListNeed {
  const names = (fields: Iterable<string>) => [...fields].some((name) => name === field || name === '');
  if (names(pathsRead(operations).map(([name = '']) => name))) return 'whole';
  return names(fieldsTouched(operations)) ? 'ids' : 'none';
}

/** Rights come first: a caller who may not edit the entity gets 403, not 400 for the body. */
async function readAllowedPatch(type: EntityType, { value }: LoadedEntity, body: () => unknown, scope: Scope) {
  const { authorizer } = scope.catalog;
  const decide = (operations: readonly string[]) =>
    authorizer.decide(scope.actor, operations, type.name, () => factsOfValue(type, value, scope));
  const readable = async <T>(work: () => T): Promise<T> => {
    try {
      return work();
    } catch (error) {
      if (error instanceof CatalogError && error.status === 400)
        await decide([type.edit?.operation(value) ?? 'EditAll']);
      throw error;
    }
  };
  const operations = await readable(() => readPatch(body()));
  refuseInherited(operations);
  await decide(patchOperations(type, operations, value));
  await readable(() => refusePrivate(operations));
  return operations;
}

/**
 * Encrypted values are stored as `$` fields of the document. No step may address them, or copy or move the whole
 * document.
 */
function refusePrivate(operations: readonly Operation[]): void {
  for (const step of operations) {
    const from = step.op === 'copy' || step.op === 'move' ? step.from : null;
    const hidden = [step.path, from].find((path) => path?.startsWith('/$')) ?? (from === '' ? from : null);
    if (hidden !== null)
      throw catalogError('BAD_REQUEST', `The patch cannot be applied: bad path at ${step.op} ${hidden.slice(0, 200)}`);
  }
}

/** Computes the new entity. Declared as a method (bivariant), so that callers can use the fields of one type. */
type Change<E> = { change(value: E): E | Promise<E> }['change'];

/**
 * A change made by the server itself, such as a custom route that sets fields. `change` gets a copy of the loaded
 * entity and returns the new one. Creates versions and events as a PATCH does.
 */
export async function changeEntity(
  type: EntityType,
  row: EntityRow,
  change: Change<Fields>,
  scope: Scope,
): Promise<Written> {
  return first(await changeEntities(type, [row], change, scope));
}

/** The same for several entities of a type, all or none. `mayMerge`: into their current versions, as a PATCH does. */
export async function changeEntities(
  type: EntityType,
  rows: readonly EntityRow[],
  change: Change<Fields>,
  scope: Scope,
  { mayMerge }: { mayMerge: boolean } = { mayMerge: false },
): Promise<Written[]> {
  await guardLocked(rows, scope);
  const known = emptyComposeCache();
  const wholes = await loadEntities(rows, type, scope, known);
  const drafts: Draft[] = [];
  for (const [i, row] of rows.entries()) {
    const whole = present(wholes[i]);
    const after = await change(structuredClone(whole.value));
    // What is hidden in those fields is left out of responses.
    await acceptInner(type, after, whole.value, scope, type.namesOthers?.fields);
    const draft = { ...changeDraft(row, whole, after), mayMerge };
    await refuseLifting(type, draft, scope);
    drafts.push(draft);
  }
  return commitDrafts(drafts, type, scope, known);
}

/**
 * DELETE by id or name. A soft deleted entity can only be hard deleted. Types whose schema has no `deleted` field do
 * not support soft deletes: they are always deleted permanently, which frees the name.
 */
export async function removeEntity(
  type: EntityType,
  naming: EntityKey,
  given: DeleteOptions,
  ifMatch: string | null,
  scope: Scope,
): Promise<Written> {
  const written = await removeUnlessLarge(type, naming, { given, ifMatch, look: 'whole' }, scope);
  if (isLarge(written)) throw new Error(`unexpected large result for ${type.name} with look 'whole'`);
  return written;
}

/** The same, but with `look: 'first'` it returns early if there are too many descendants to authorize in one slice. */
export async function removeUnlessLarge(
  type: EntityType,
  naming: EntityKey,
  { given, ifMatch, look }: { given: DeleteOptions; ifMatch: string | null; look: DescendantCheck },
  scope: Scope,
): Promise<Written | LargeBelow> {
  const options = { ...given, hard: given.hard || !scope.catalog.contract.fieldNames(type.schema).includes('deleted') };
  const row = await findForWrite(type, naming, options.hard ? 'all' : 'non-deleted', scope);
  // The response shows the entity.
  const operations = ['ViewBasic', 'Delete'];
  await scope.catalog.authorizer.decide(scope.actor, operations, type.name, () => factsOf(type, row, scope));
  await type.hooks?.guard?.(row, 'delete', scope);
  const include = options.hard ? 'all' : 'non-deleted';
  const large = options.recursive ? await decideBelow(type, row, include, look, scope) : null;
  if (large) return large;
  guardTag(ifMatch, row);
  return deleteEntity(type, row, options, scope);
}

/** PUT restore. 400 if the entity is not deleted. */
export async function restoreUnlessLarge(
  type: EntityType,
  id: string,
  look: DescendantCheck,
  scope: Scope,
): Promise<Written | LargeBelow> {
  const row = await findForWrite(type, { id }, 'all', scope);
  // The response shows the entity, and so does a refusal.
  const operations = ['ViewBasic', 'Delete'];
  await scope.catalog.authorizer.decide(scope.actor, operations, type.name, () => factsOf(type, row, scope));
  if (row.deleted !== 1) throw catalogError('BAD_REQUEST', `${type.name} ${row.fqn} is not deleted`);
  await type.hooks?.guard?.(row, 'restore', scope);
  return (await decideBelow(type, row, 'deleted', look, scope)) ?? restoreEntity(type, row, scope);
}
