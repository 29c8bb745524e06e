/** Prepares parts (columns) for storing: sets derived fields, checks names, resolves tags. */
import { catalogError } from '../../../contract/index.js';
import type { EntityType, Fields } from '../define/define.js';
import type { PutMode, Trait } from '../define/trait.js';
import { eachPart, sharesParts } from '../document/document.js';
import type { Scope } from '../routes/route.js';
import type { Draft } from './draft.js';
import { keptOnOverride } from './merge-put.js';

/**
 * Sets derived fields. Throws 400 if two siblings have the same name, which identifies a part. Lists that are the same
 * object as in the stored `before` are skipped, because they are complete.
 */
export function completeParts(type: EntityType, core: Fields, before: Fields | null = null): void {
  for (const rule of type.parts ?? []) {
    if (sharesParts(rule, before, core)) continue;
    const seen = new Set<string>();
    eachPart(core, rule, (part, path, position) => {
      if (seen.has(path)) throw catalogError('BAD_REQUEST', `${rule.path}: ${path.slice(0, 300)} is given twice`);
      seen.add(path);
      rule.complete?.(part, position);
    });
  }
}

/** Resolves the tags of parts of all drafts in one batch. A PUT (`put` is set) merges them with the stored ones. */
export async function acceptParts(
  type: EntityType,
  drafts: readonly Draft[],
  put: PutMode | null,
  scope: Scope,
): Promise<void> {
  const trait = type.traits?.find((candidate) => candidate.loadParts);
  if (!trait?.write) return;
  const holders: { part: Fields; stored: unknown }[] = [];
  for (const draft of drafts)
    for (const rule of type.parts ?? []) {
      if (!rule.tagged) continue;
      const old = new Map<string, unknown>();
      if (draft.before) eachPart(draft.before, rule, (part, path) => old.set(path, part[trait.field]));
      eachPart(draft.after, rule, (part, path) => holders.push({ part, stored: old.get(path) }));
    }
  const given = holders.map(({ part }) => part[trait.field]);
  if (
    given.every((value) => value === undefined || (Array.isArray(value) && value.length === 0)) &&
    holders.every((holder) => !holder.stored)
  )
    return;
  const stored = holders.map((holder) => holder.stored);
  const accepted = await trait.write.accept(given, scope, type, stored);
  const bases = put?.override ? await keptOnOverride(trait, stored, accepted, scope) : stored;
  const { merge } = trait.write;
  for (const [i, { part }] of holders.entries())
    part[trait.field] = put && merge ? merge(bases[i], accepted[i], put) : (accepted[i] ?? stored[i]);
}

/** Resolves the tags of those parts whose tags a patch changed. */
export async function acceptPatchedParts(
  type: EntityType,
  trait: Trait,
  before: Fields,
  after: Fields,
  scope: Scope,
): Promise<void> {
  const { field } = trait;
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
    [...old.values()],
  );
  parts.forEach((part, i) => {
    part[field] = accepted[i];
  });
}
