/** Stores the changed trait values of drafts, with one call per trait for the whole batch. */
import type { EntityRow } from '../../storage/index.js';
import { diffTrait, isEmpty, noChanges } from '../change/diff.js';
import type { EntityType, Fields } from '../define/define.js';
import type { Trait, TraitChange } from '../define/trait.js';
import { eachPart, sharesParts } from '../document/document.js';
import type { Scope } from '../routes/route.js';
import type { Draft } from './draft.js';

/** Returns whether anything was stored. */
export async function saveTraits(
  steps: readonly { draft: Draft; row: EntityRow }[],
  type: EntityType,
  scope: Scope,
): Promise<boolean> {
  let saved = false;
  for (const trait of type.traits ?? []) {
    if (!trait.write) continue;
    const changes: TraitChange[] = [];
    for (const { draft, row } of steps) {
      if (traitChanged(trait, draft))
        changes.push({ row, before: draft.before?.[trait.field], after: draft.after[trait.field] });
      if (trait.loadParts) changes.push(...partChanges(trait, draft, row, type));
    }
    if (changes.length === 0) continue;
    await trait.write.save(changes, scope);
    saved = true;
  }
  return saved;
}

function traitChanged(trait: Trait, draft: Draft): boolean {
  const after = draft.after[trait.field];
  if (draft.before && draft.before[trait.field] === after) return false;
  if (!draft.before) return Array.isArray(after) ? after.length > 0 : after !== undefined && after !== null;
  const changes = noChanges();
  diffTrait(changes, trait.field, trait, draft.before[trait.field], after);
  return !isEmpty(changes);
}

/** Changed tags of parts. Removed parts count as having none. */
function partChanges(trait: Trait, draft: Draft, row: EntityRow, type: EntityType): TraitChange[] {
  const before = partValues(draft.before, draft.after, type, trait.field);
  const after = partValues(draft.after, draft.before, type, trait.field);
  const changes: TraitChange[] = [];
  for (const part of new Set([...before.keys(), ...after.keys()])) {
    const diff = noChanges();
    diffTrait(diff, part, trait, before.get(part) ?? [], after.get(part) ?? []);
    if (!isEmpty(diff)) changes.push({ row, part, before: before.get(part) ?? [], after: after.get(part) ?? [] });
  }
  return changes;
}

/** Non-empty values by part path. Part lists shared with `other` are skipped, because they cannot differ. */
function partValues(value: Fields | null, other: Fields | null, type: EntityType, field: string): Map<string, unknown> {
  const values = new Map<string, unknown>();
  if (!value) return values;
  for (const rule of type.parts ?? [])
    if (rule.tagged && !sharesParts(rule, other, value))
      eachPart(value, rule, (part, path) => {
        if (Array.isArray(part[field]) && part[field].length > 0) values.set(path, part[field]);
      });
  return values;
}
