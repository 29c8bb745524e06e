/**
 * Lists of any length (`Trait.long`), such as the members of a team. Loaded entities lack one that is too long, so that
 * a write costs the same however long it is. A write that changes it gets a list of ids, and the whole references only
 * of what it removes, which the change description names.
 */
import { type EntityReference, parseReference } from '../../../contract/index.js';
import { present } from '../../context/index.js';
import { type EntityRow, getReferences, listedIds } from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import type { Trait } from '../define/trait.js';
import { isObject } from '../document/document.js';
import { apiUrl, parseLinkedList } from '../document/reference.js';
import type { Scope } from '../routes/route.js';
import type { LoadedEntity } from '../write/draft.js';
import { type ComposeCache, LEFT_OUT } from './compose.js';
import { loadSharedEdges, MOST_LISTED } from './shared-edges.js';

/** How much of a list a write needs: `ids` to change it, `whole` references to read what is in them. */
export type ListNeed = 'none' | 'ids' | 'whole';

/** Adds the lists that were left out (`known`) and that `needOf` asks for to a loaded entity. Its text stays short. */
export async function addLongLists(
  type: EntityType,
  { row, whole }: { row: EntityRow; whole: LoadedEntity },
  known: ComposeCache,
  needOf: (trait: Trait) => ListNeed,
  scope: Scope,
): Promise<void> {
  for (const trait of type.traits ?? []) {
    if (!trait.long || known.texts.get(trait)?.get(row.id) !== LEFT_OUT) continue;
    const need = needOf(trait);
    if (need === 'ids') whole.value[trait.field] = await idsIn(trait, row, scope);
    if (need === 'whole') whole.value[trait.field] = await referencesIn(trait, row, scope);
  }
}

function idsIn({ edges, long }: Trait, { id }: EntityRow, { sql }: Scope): Promise<{ id: string; type: string }[]> {
  const { end, kind } = present(edges);
  return listedIds(sql, end, { id, kind, liveOnly: long?.liveOnly ?? false });
}

async function referencesIn(trait: Trait, row: EntityRow, scope: Scope): Promise<unknown[]> {
  const loaded = await loadSharedEdges([trait], [row], scope);
  const texts = await trait.load([row], scope, loaded.get(trait)?.edges);
  return parseLinkedList(present(texts.get(row.id)), apiUrl(scope));
}

/** Replaces what a write removes from long lists of `before` by whole references. */
export async function nameRemoved(type: EntityType, before: Fields, after: Fields, scope: Scope): Promise<void> {
  for (const { field, long } of type.traits ?? []) {
    const [old, now] = [before[field], after[field]];
    if (!long || old === now || !isLong(old)) continue;
    const kept = new Set((Array.isArray(now) ? now : []).map((item) => (isReference(item) ? item.id : null)));
    const removed = old.flatMap((item) => (isReference(item) && !kept.has(item.id) ? [item.id] : []));
    const named = new Map((await getReferences(scope.sql, removed)).map(({ id, ref }) => [id, parseReference(ref)]));
    before[field] = old.map((item) => (isReference(item) ? (named.get(item.id) ?? item) : item));
  }
}

export function isLong(list: unknown): list is unknown[] {
  return Array.isArray(list) && list.length > MOST_LISTED;
}

export function isReference(item: unknown): item is EntityReference {
  return isObject(item) && typeof item.id === 'string' && typeof item.type === 'string';
}
