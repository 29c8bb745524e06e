/**
 * JSON Patch (RFC 6902) on the returned shape. Applying is pure; `preparePatch` makes the draft. Fields that the engine owns
 * are put back, as clients send whole diffs of what they read.
 */
import type { Operation } from 'fast-json-patch';
import fastJsonPatch from 'fast-json-patch';
import { catalogError } from '../../contract/index.js';
import type { EntityRow } from '../storage/index.js';
import { containersOf } from './compose.js';
import type { EntityType, Fields } from './define.js';
import { ownedFields } from './diff.js';
import { eachPart } from './document.js';
import type { Draft } from './draft.js';
import { checkFqn, checkName, joinFqn } from './fqn.js';
import { loadWhole } from './load.js';
import { completeParts } from './prepare.js';
import type { Scope } from './route.js';

const { applyPatch, deepClone } = fastJsonPatch;
const kinds = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/** The operations of a body. Anything that is no JSON Patch document is 400. */
export function readPatch(body: unknown): Operation[] {
  if (!Array.isArray(body))
    throw catalogError('BAD_REQUEST', 'The body must be a JSON Patch document: an array of operations');
  for (const [i, step] of (body as Fields[]).entries()) {
    const where = `operation ${i}`;
    if (typeof step !== 'object' || step === null || !kinds.has(String(step.op)))
      throw catalogError('BAD_REQUEST', `${where}: op must be one of ${[...kinds].join(', ')}`);
    if (!isPointer(step.path)) throw catalogError('BAD_REQUEST', `${where}: path must be a JSON Pointer`);
    if ((step.op === 'move' || step.op === 'copy') && !isPointer(step.from))
      throw catalogError('BAD_REQUEST', `${where}: from must be a JSON Pointer`);
    if ((step.op === 'add' || step.op === 'replace' || step.op === 'test') && !Object.hasOwn(step, 'value'))
      throw catalogError('BAD_REQUEST', `${where}: value is required`);
  }
  return body as Operation[];
}

/** Top-level fields that the operations touch. */
export function patchedFields(operations: readonly Operation[]): Set<string> {
  const fields = new Set<string>();
  for (const step of operations) {
    fields.add(topField(step.path));
    if (step.op === 'move') fields.add(topField(step.from));
  }
  return fields;
}

/** The patched copy of `value`; a path that is not there or a failed test is 400. */
export function applyOperations(value: Fields, operations: readonly Operation[]): Fields {
  const copy = deepClone(value) as Fields;
  for (const step of operations) openList(copy, step);
  try {
    return applyPatch(copy, operations as Operation[], true, true, true).newDocument as Fields;
  } catch (error) {
    const { name, index } = error as { name?: string; index?: number };
    const step = index === undefined ? undefined : operations[index];
    throw catalogError(
      'BAD_REQUEST',
      `The patch cannot be applied: ${name ?? 'bad operation'}${step ? ` at ${step.op} ${step.path.slice(0, 200)}` : ''}`,
    );
  }
}

/** compat: clients that saw no list add to its first place; an absent list counts as empty then (tables-crud, ingestion). */
function openList(value: Fields, step: Operation): void {
  if (step.op !== 'add') return;
  const parts = step.path.split('/').slice(1);
  const last = parts.pop();
  const field = parts.pop();
  if ((last !== '0' && last !== '-') || field === undefined || field === '__proto__') return;
  let holder: unknown = value;
  for (const part of parts) holder = (holder as Fields | undefined)?.[part];
  if (
    typeof holder === 'object' &&
    holder !== null &&
    !Array.isArray(holder) &&
    (holder as Fields)[field] === undefined
  )
    (holder as Fields)[field] = [];
}

/** The draft of a PATCH on a locked row. */
export async function preparePatch(
  type: EntityType,
  row: EntityRow,
  operations: readonly Operation[],
  conditional: boolean,
  scope: Scope,
): Promise<Draft> {
  const [whole] = await loadWhole([row], type, scope);
  const before = whole?.value as Fields;
  const after = restoreOwned(type, row, before, applyOperations(before, operations));
  const name = type.renameable ? checkName(after.name) : row.name;
  after.name = name;
  await acceptChanged(type, before, after, operations, scope);
  completeParts(type, after);
  checkSchema(type, after, scope);
  await type.hooks?.check?.(after, before, scope);
  const parentFqn = row.fqn.slice(0, Math.max(0, row.fqn.length - joinFqn(null, row.name).length - 1)) || null;
  return {
    id: row.id,
    name,
    fqn: name === row.name ? row.fqn : checkFqn(type.fqn ? type.fqn(parentFqn, name, after) : joinFqn(parentFqn, name)),
    parentId: row.parent_id,
    refs: row.refs,
    stored: row,
    before,
    beforeText: whole?.text ?? null,
    after,
    deleted: row.deleted,
    event: 'entityUpdated',
    mayMerge: !conditional,
    moveTag: conditional,
  };
}

function restoreOwned(type: EntityType, row: EntityRow, before: Fields, after: Fields): Fields {
  if (typeof after !== 'object' || after === null || Array.isArray(after))
    throw catalogError('BAD_REQUEST', 'The patch must leave an object');
  const fixed = [
    ...ownedFields,
    ...containersOf(row).map(([field]) => field),
    ...(type.fixed ?? []),
    ...(type.inheritedCore ?? []),
  ];
  for (const trait of type.traits ?? []) if (!trait.write) fixed.push(trait.field);
  for (const key of Object.keys(before)) if (key.startsWith('$')) fixed.push(key);
  for (const field of fixed)
    if (before[field] === undefined) delete after[field];
    else after[field] = before[field];
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
  const touched = patchedFields(operations);
  for (const trait of type.traits ?? []) {
    if (!trait.write) continue;
    if (touched.has(trait.field)) {
      const [value] = await trait.write.accept([after[trait.field] ?? []], scope, type);
      after[trait.field] = value;
    }
    if (trait.loadParts && type.parts?.some((rule) => touched.has(rule.path.split('.')[0] as string)))
      await acceptPartTags(type, trait.field, before, after, scope);
  }
}

async function acceptPartTags(
  type: EntityType,
  field: string,
  before: Fields,
  after: Fields,
  scope: Scope,
): Promise<void> {
  const trait = type.traits?.find((candidate) => candidate.field === field);
  const parts: Fields[] = [];
  const old = new Map<string, unknown>();
  for (const rule of type.parts ?? []) {
    if (!rule.tagged) continue;
    eachPart(before, rule, (part, path) => old.set(path, part[field]));
    eachPart(after, rule, (part, path) => {
      if (part[field] === undefined || part[field] === null) part[field] = [];
      if (JSON.stringify(part[field]) !== JSON.stringify(old.get(path) ?? [])) parts.push(part);
    });
  }
  if (parts.length === 0 || !trait?.write) return;
  const accepted = await trait.write.accept(
    parts.map((part) => part[field]),
    scope,
    type,
  );
  parts.forEach((part, i) => {
    part[field] = accepted[i];
  });
}

/** The result must fit the entity's schema; private fields are not part of it. */
function checkSchema(type: EntityType, after: Fields, scope: Scope): void {
  const shown = Object.fromEntries(Object.entries(after).filter(([key]) => !key.startsWith('$')));
  const result = scope.catalog.contract.validator(type.schema)(shown);
  if (!result.ok)
    throw catalogError('BAD_REQUEST', result.errors[0]?.message ?? 'The patched entity does not fit its schema');
}

function isPointer(path: unknown): path is string {
  return typeof path === 'string' && (path === '' || path.startsWith('/')) && path.length <= 4096;
}

function topField(path: string): string {
  return (path.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
}
