/** The draft of a PATCH. Fields that the engine owns are put back, as clients send whole diffs of what they read. */
import type { Operation } from 'fast-json-patch';
import { catalogError } from '../../contract/index.js';
import type { EntityRow } from '../storage/index.js';
import { applyOperations, fieldsRead, touches } from './apply-patch.js';
import { containersOf } from './containers.js';
import type { EntityType, Fields } from './define.js';
import { ownedFields } from './diff.js';
import { isObject } from './document.js';
import { changeDraft, type Draft, type Whole } from './draft.js';
import { checkFqn, checkName, joinFqn } from './fqn.js';
import { acceptPatchedParts, completeParts } from './parts.js';
import type { Scope } from './route.js';
import { fieldsWithUnseen } from './visible.js';

/** The draft of a PATCH on a locked row. */
export async function preparePatch(
  type: EntityType,
  row: EntityRow,
  whole: Whole,
  operations: readonly Operation[],
  scope: Scope,
): Promise<Draft> {
  const before = whole.value;
  await refuseUnseen(type, before, operations, scope);
  const patched = restoreOwned(type, row, before, applyOperations(before, operations));
  const name = type.renameable ? checkName(patched.name) : row.name;
  patched.name = name;
  await acceptChanged(type, before, patched, operations, scope);
  completeParts(type, patched, before);
  const after = checkSchema(type, before, patched, scope);
  await type.hooks?.check?.(after, before, scope);
  return { ...changeDraft(row, whole, after), name, fqn: fqnOf(type, row, name, after) };
}

/** A step that tests or copies a value tells it, also what answers leave out for who asks. */
async function refuseUnseen(
  type: EntityType,
  before: Fields,
  operations: readonly Operation[],
  scope: Scope,
): Promise<void> {
  const read = fieldsRead(operations);
  const names = read.includes('') ? Object.keys(before) : read;
  const [unseen] = await fieldsWithUnseen(type, before, names, scope);
  if (unseen !== undefined)
    throw catalogError(
      'FORBIDDEN',
      `Principal: CatalogPrincipal{name='${scope.actor.name}'} may not see all of ${unseen}, so a patch may not read it`,
    );
}

function fqnOf(type: EntityType, row: EntityRow, name: string, after: Fields): string {
  if (name === row.name) return row.fqn;
  const parent = row.fqn.slice(0, Math.max(0, row.fqn.length - joinFqn(null, row.name).length - 1)) || null;
  return checkFqn(type.fqn ? type.fqn(parent, name, after) : joinFqn(parent, name));
}

function restoreOwned(type: EntityType, row: EntityRow, before: Fields, after: unknown): Fields {
  if (!isObject(after)) throw catalogError('BAD_REQUEST', 'The patch must leave an object');
  const fixed = [
    ...ownedFields,
    ...containersOf(row).map(([field]) => field),
    ...(type.fixed ?? []),
    ...(type.inheritedCore ?? []),
  ];
  for (const trait of type.traits ?? []) if (!trait.write) fixed.push(trait.field);
  for (const key of [...Object.keys(before), ...Object.keys(after)]) if (key.startsWith('$')) fixed.push(key);
  for (const field of fixed)
    if (before[field] !== undefined) after[field] = before[field];
    else if (Object.hasOwn(after, field)) delete after[field];
  return after;
}

/** Trait values that the patch touched go through the trait, as if sent in a request. */
async function acceptChanged(
  type: EntityType,
  before: Fields,
  after: Fields,
  operations: readonly Operation[],
  scope: Scope,
): Promise<void> {
  for (const trait of type.traits ?? []) {
    if (!trait.write) continue;
    if (touches(operations, trait.field)) {
      const [value] = await trait.write.accept([after[trait.field] ?? []], scope, type);
      if (value === undefined) delete after[trait.field];
      else after[trait.field] = trait.write.settle?.(before[trait.field], value) ?? value;
    }
    if (trait.loadParts && type.parts?.some((rule) => touches(operations, rule.path.split('.')[0] as string)))
      await acceptPatchedParts(type, trait, before, after, scope);
  }
}

/**
 * The result must fit the entity's schema; private fields are not part of it, and parts that stay were checked when they
 * came. Resolves to it without nulls.
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
  const result = scope.catalog.contract.validator(type.schema)(shown);
  if (!result.ok)
    throw catalogError('BAD_REQUEST', result.errors[0]?.message ?? 'The patched entity does not fit its schema');
  return { ...(result.value as Fields), ...unchecked };
}
