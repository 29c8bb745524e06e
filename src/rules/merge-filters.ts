// People with many policies have many rules that test the same: their filters are merged, so that a filter grows with the number of
// different conditions and not with the number of rules.
import { createHash } from 'node:crypto';
import { perObject } from './per-object.js';
import type { ResourceFilter } from './resource-filter.js';

/** Longer lists, such as the members of all teams below one, are shared by many filters and not copied into each. */
const MOST_MERGED = 64;

/** The parts without those that occur before. */
export function withoutRepeats(parts: readonly ResourceFilter[]): ResourceFilter[] {
  if (parts.length < 2) return [...parts];
  return [...new Map(parts.map((part) => [filterKey(part), part])).values()];
}

/**
 * Alternatives with the same meaning and fewer parts: lists of one kind become one list, and alternatives that differ only in
 * the owners become one with all these owners.
 */
export function mergeAlternatives(parts: readonly ResourceFilter[]): ResourceFilter[] {
  if (parts.length < 2) return [...parts];
  const merged = new Map<string, { part: ResourceFilter; lists: (readonly string[])[] }>();
  for (const part of parts) {
    const { key, list } = splitList(part);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { part, lists: list === null ? [] : [list] });
    else if (list !== null) known.lists.push(list);
  }
  return [...merged.values()].map(({ part, lists }) => (lists.length > 1 ? withList(part, lists.flat()) : part));
}

/** A key that is the same for parts that can be merged, and the list that is merged; null if only equal parts can be. */
function splitList(part: ResourceFilter): { key: string; list: readonly string[] | null } {
  switch (part.kind) {
    case 'ownedBy':
    case 'reviewedBy':
    case 'filedBy':
    case 'assignedTo':
    case 'inDomains':
    case 'is':
    case 'taggedAny':
    case 'certifiedAny':
      return ofList(part.kind, listOf(part));
    case 'and': {
      const [first, ...others] = part.of;
      return first?.kind === 'ownedBy'
        ? ofList(`and ${others.map(filterKey).join()}`, first.ids)
        : { key: filterKey(part), list: null };
    }
    default:
      return { key: filterKey(part), list: null };
  }
}

function ofList(key: string, list: readonly string[]) {
  return list.length > MOST_MERGED ? { key: `${key} #${digestOf(list)}`, list: null } : { key, list };
}

const digestOf = perObject((list: readonly string[]) => keyOf(JSON.stringify(list)));

/** A short text, the same for filters of the same form and values. */
export const filterKey = perObject((filter: ResourceFilter) => keyOf(JSON.stringify(filter)));

function keyOf(text: string): string {
  return text.length <= 64 ? text : createHash('sha256').update(text).digest('base64');
}

function listOf(part: ResourceFilter): readonly string[] {
  if ('ids' in part) return part.ids;
  if ('tags' in part) return part.tags;
  const first = part.kind === 'and' ? part.of[0] : undefined;
  return first ? listOf(first) : [];
}

function withList(part: ResourceFilter, list: readonly string[]): ResourceFilter {
  const values = [...new Set(list)];
  if ('ids' in part) return { ...part, ids: values };
  if ('tags' in part) return { ...part, tags: values };
  if (part.kind !== 'and') return part;
  const [first, ...others] = part.of;
  return first ? { kind: 'and', of: [withList(first, values), ...others] } : part;
}
