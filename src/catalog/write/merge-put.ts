/** Merges the values of a PUT into the stored ones. */
import type { EntityType, Fields, PartRule } from '../define/define.js';
import type { PutMode, Trait } from '../define/trait.js';
import { eachPart } from '../document/document.js';
import type { Scope } from '../routes/route.js';

/**
 * Fields of the create request are replaced, or removed if absent; all other stored fields are preserved. A bot overwrites
 * what people wrote only if the request says so, and never with an empty text: that its source has no comment does not make theirs wrong.
 */
export function mergePut(
  type: EntityType,
  core: Fields,
  before: Fields,
  given: Map<Trait, unknown>,
  put: PutMode,
  scope: Scope,
): Fields {
  const after: Fields = { ...before };
  const keeps = (written: unknown) => put.bot && (!put.override || !written);
  for (const field of replacedFields(type, core, scope)) {
    if ((field === 'description' || field === 'displayName') && before[field] && keeps(core[field])) continue;
    const merge = type.mergedOnPut?.[field];
    if (merge && core[field] !== undefined) after[field] = merge(before[field], core[field]);
    else if (core[field] === undefined) delete after[field];
    else after[field] = core[field];
  }
  for (const [trait, value] of given) {
    const merge = trait.write?.merge ?? keepStored;
    after[trait.field] = merge(before[trait.field], value, put);
  }
  for (const rule of type.parts ?? []) keepPartFields(after, before, rule, keeps);
  return after;
}

/**
 * The fields a PUT replaces: those of the create schema that are stored in the document, and those that hooks added.
 */
function replacedFields(type: EntityType, core: Fields, scope: Scope): Set<string> {
  const fields = new Set(Object.keys(core));
  const kept = notCore(type);
  const absentKept = new Set(type.preserveOnPut);
  for (const field of type.create ? scope.catalog.contract.fieldNames(type.create) : [])
    if (!kept.has(field) && !absentKept.has(field)) fields.add(field);
  return fields;
}

/** Fields of a create request that are not copied into the document as they are. */
export function notCore(type: EntityType): Set<string> {
  return new Set([
    'name',
    ...(type.parents ?? []).map((rule) => rule.field),
    ...(type.transient ?? []),
    ...(type.traits ?? []).map((trait) => inputOf(trait) ?? trait.field),
  ]);
}

function keepPartFields(after: Fields, before: Fields, rule: PartRule, keeps: (written: unknown) => boolean): void {
  const old = new Map<string, Fields>();
  eachPart(before, rule, (part, path) => old.set(path, part));
  eachPart(after, rule, (part, path) => {
    const stored = old.get(path);
    if (!stored) return;
    for (const field of rule.kept ?? []) if (stored[field] && keeps(part[field])) part[field] = stored[field];
    for (const field of rule.carried ?? [])
      if (part[field] === undefined && stored[field] !== undefined) part[field] = stored[field];
  });
}

/**
 * What the traits of a PUT are merged into: the stored entities, without what yields to the given values if the PUT overrides
 * what people wrote.
 */
export async function mergeBases(
  values: ReadonlyMap<Trait, readonly unknown[]>,
  before: readonly (Fields | undefined)[],
  put: PutMode | null,
  scope: Scope,
): Promise<readonly (Fields | undefined)[]> {
  if (!put?.override) return before;
  const bases = before.map((value) => value && { ...value });
  for (const [trait, given] of values) {
    if (!trait.write?.keepOnOverride) continue;
    const stored = bases.map((base) => base?.[trait.field]);
    const kept = await keptOnOverride(trait, stored, given, scope);
    for (const [i, base] of bases.entries()) if (base) base[trait.field] = kept[i];
  }
  return bases;
}

/** The stored values without what yields to the given ones when a PUT overrides what people wrote. */
export async function keptOnOverride(
  { write }: Trait,
  stored: readonly unknown[],
  given: readonly unknown[],
  scope: Scope,
): Promise<readonly unknown[]> {
  if (!write?.keepOnOverride) return stored;
  const pairs = stored.map((value, i) => ({ stored: value, given: given[i] }));
  return write.keepOnOverride(pairs, scope);
}

function keepStored(stored: unknown, given: unknown): unknown {
  return given === undefined ? stored : given;
}

/** The field of the create request that a trait reads; null if there is none. */
export function inputOf(trait: Trait): string | null {
  return trait.write?.input === undefined ? trait.field : trait.write.input;
}
