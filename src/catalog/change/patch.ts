/** Prepares PATCH requests. Read-only fields are reset, not refused: clients send diffs of complete responses. */
import { catalogError, forbidden } from '../../../contract/index.js';
import type { EntityRow } from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import { containersOf } from '../document/containers.js';
import { isObject, rootOfPath } from '../document/document.js';
import { equal } from '../document/equal.js';
import { checkFqn, checkName, joinFqn } from '../document/fqn.js';
import { keepInherited } from '../document/inherited-values.js';
import { acceptExtensions } from '../properties/accept-extension.js';
import { acceptPartExtensions } from '../properties/part-extensions.js';
import { isLong, nameRemoved } from '../read/long-lists.js';
import { acceptInner } from '../references/accept-inner.js';
import { type Move, readMove } from '../rename/move.js';
import { redactedFields } from '../rights/visible.js';
import type { Scope } from '../routes/route.js';
import { changeDraft, type Draft, type LoadedEntity } from '../write/draft.js';
import { acceptPatchedParts, completeParts } from '../write/parts.js';
import { applyOperations } from './apply-patch.js';
import { ownedFields } from './diff.js';
import { fieldsTouched, type Operation, pathsRead } from './read-patch.js';

/** The draft of a PATCH; `row` must be locked. */
export async function preparePatch(
  type: EntityType,
  row: EntityRow,
  whole: LoadedEntity,
  operations: readonly Operation[],
  scope: Scope,
): Promise<Draft> {
  const before = whole.value;
  await refuseUnseen(type, before, operations, scope);
  const applied = applyOperations(before, operations, scope.catalog.options.bodyLimit);
  const move = isObject(applied) ? await readMove(type, row, before, applied, scope) : null;
  const patched = restoreOwned(type, row, before, applied);
  if (move) setPlace(type, patched, move);
  const name = type.renameable ? checkName(patched.name) : row.name;
  patched.name = name;
  await acceptChanged(type, before, patched, operations, scope);
  completeParts(type, patched, before);
  keepInherited(type, row, before, patched);
  const after = checkSchema(type, before, patched, scope);
  if (scope.actor.isBot) mergeOfBot(type, before, after);
  await nameRemoved(type, before, after, scope);
  await type.hooks?.check?.(after, before, scope);
  await acceptInner(type, after, before, scope);
  const draft: Draft = { ...changeDraft(row, whole, after), name };
  if (move) {
    draft.fqn = checkFqn(type.fqn ? type.fqn(move.parent.fqn, name, after) : joinFqn(move.parent.fqn, name));
    draft.parentId = move.parent.id;
    draft.refs = move.refs;
  } else draft.fqn = fqnOf(type, row, name, after);
  await acceptExtensions(type, [draft], scope);
  await acceptPartExtensions(type, draft, scope);
  return draft;
}

/** A bot knows what it has seen in its run: what it replaces is merged, as in a PUT. */
function mergeOfBot(type: EntityType, before: Fields, after: Fields): void {
  for (const [field, merge] of Object.entries(type.mergedOnPut ?? {}))
    if (merge && after[field] !== before[field] && after[field] !== undefined)
      after[field] = merge(before[field], after[field]);
}

/**
 * An operation that tests, copies or moves a value reveals it. Throws 403 if that value is hidden from the caller in
 * responses.
 */
async function refuseUnseen(
  type: EntityType,
  before: Fields,
  operations: readonly Operation[],
  scope: Scope,
): Promise<void> {
  const places = pathsRead(operations);
  const names = places.some((keys) => keys.length === 0)
    ? Object.keys(before)
    : places.flatMap(([field]) => field ?? []);
  const { shown, unseen } = await redactedFields(type, before, [...new Set(names)], scope);
  const field = unseen.find((name) =>
    places.some((keys) => keys.length === 0 || (keys[0] === name && !isOpenPart(type, before, shown, keys))),
  );
  if (field !== undefined) throw forbidden(scope.actor, `may not view all of ${field}, so a patch may not read it`);
}

/**
 * Whether the path is within a list of parts and nothing there is hidden. Whole parts are never hidden, only their
 * fields.
 */
function isOpenPart(type: EntityType, before: Fields, shown: Fields, keys: readonly string[]): boolean {
  if (!type.parts?.some(({ path }) => path === keys[0])) return false;
  const look = (value: unknown) => keys.reduce(ownValue, value) ?? null;
  return equal(look(before), look(shown));
}

function ownValue(holder: unknown, key: string): unknown {
  return isObject(holder) || Array.isArray(holder) ? Object.getOwnPropertyDescriptor(holder, key)?.value : undefined;
}

function setPlace(type: EntityType, patched: Fields, { refs, fields }: Move): void {
  const shown = new Set(containersOf({ refs }).map(([field]) => field));
  for (const { field } of type.parents ?? []) if (!shown.has(field)) delete patched[field];
  Object.assign(patched, fields);
}

function fqnOf(type: EntityType, row: EntityRow, name: string, after: Fields): string {
  if (name === row.name) return row.fqn;
  const parent = row.fqn.slice(0, Math.max(0, row.fqn.length - joinFqn(null, row.name).length - 1)) || null;
  return checkFqn(type.fqn ? type.fqn(parent, name, after) : joinFqn(parent, name));
}

function restoreOwned(type: EntityType, row: EntityRow, before: Fields, after: unknown): Fields {
  if (!isObject(after)) throw catalogError('BAD_REQUEST', 'The result of the patch must be an object');
  const readOnly = [
    ...ownedFields,
    ...containersOf(row).map(([field]) => field),
    // Also the parent fields that do not apply to this entity: a value there would look like a container.
    ...(type.parents ?? []).map(({ field }) => field),
    ...(type.readOnly ?? []),
    ...(type.inheritedCore ?? []),
  ];
  for (const trait of type.traits ?? []) if (!trait.write) readOnly.push(trait.field);
  for (const key of [...Object.keys(before), ...Object.keys(after)]) if (key.startsWith('$')) readOnly.push(key);
  for (const field of readOnly)
    if (before[field] !== undefined) after[field] = before[field];
    else if (Object.hasOwn(after, field)) delete after[field];
  return after;
}

/** Resolves the trait values that the patch touched, like values in a create request. */
async function acceptChanged(
  type: EntityType,
  before: Fields,
  after: Fields,
  operations: readonly Operation[],
  scope: Scope,
): Promise<void> {
  const fields = fieldsTouched(operations);
  const touches = (field: string) => fields.has(field) || fields.has('');
  for (const trait of type.traits ?? []) {
    if (!trait.write) continue;
    if (touches(trait.field)) {
      const [value] = await trait.write.accept([after[trait.field] ?? []], scope, type, before[trait.field]);
      if (value === undefined) delete after[trait.field];
      else after[trait.field] = trait.write.settle?.(before[trait.field], value) ?? value;
    }
    if (trait.loadParts && type.parts?.some((rule) => touches(rootOfPath(rule.path))))
      await acceptPatchedParts(type, trait, before, after, scope);
  }
}

/**
 * Validates the patched entity against its schema and returns it without nulls. Skips private fields, which are not in
 * the schema, unchanged lists of parts, which were validated when they were written, and long lists of references, which
 * are resolved.
 */
function checkSchema(type: EntityType, before: Fields, after: Fields, scope: Scope): Fields {
  const unchecked: Fields = {};
  const shown = { ...after };
  for (const key of Object.keys(after))
    if (key.startsWith('$')) {
      unchecked[key] = after[key];
      delete shown[key];
    }
  for (const { path } of type.parts ?? [])
    if (Array.isArray(after[path]) && after[path] === before[path]) {
      unchecked[path] = after[path];
      shown[path] = [];
    }
  for (const { field, long } of type.traits ?? [])
    if (long && isLong(after[field])) {
      unchecked[field] = after[field];
      shown[field] = [];
    }
  const result = scope.catalog.contract.validator(type.schema)(shown, before);
  if (!result.ok)
    throw catalogError('BAD_REQUEST', result.errors[0]?.message ?? 'The patched entity does not match its schema');
  return { ...result.value, ...unchecked };
}
