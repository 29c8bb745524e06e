/**
 * What a reader may see, by the same decision that a GET makes: hits, totals, counts and suggestions all stand on it.
 * What lies in a subtree on its way out is gone for readers already.
 */
import { hiddenCondition, type Scope } from '../catalog/index.js';
import type { RowFilter, SearchCondition, WordQuery } from '../storage/index.js';
import { anyOf, key } from './compile-query.js';

interface Seen {
  /** Types of which everything is seen. */
  free: string[];
  /** Types of which a part is seen, with the conditions of that part. */
  limited: { type: string; conditions: SearchCondition[] }[];
}

async function seen(types: readonly string[], deleted: boolean | null, scope: Scope): Promise<Seen> {
  const { authorizer, registry, removals } = scope.catalog;
  const under = await removals.under(scope.sql, scope.context.now());
  const include = deleted === null ? 'all' : deleted ? 'deleted' : 'non-deleted';
  const found: Seen = { free: [], limited: [] };
  for (const type of types) {
    const filter = authorizer.filter(scope.actor, 'ViewBasic', type);
    if (filter.kind === 'none') continue;
    const conditions: SearchCondition[] = hiddenCondition(under, type, include, registry).map((condition) => ({
      kind: 'list',
      condition,
    }));
    if (filter.kind !== 'all') conditions.push(rights(filter, type));
    if (conditions.length === 0) found.free.push(type);
    else found.limited.push({ type, conditions });
  }
  return found;
}

/** A filter of rights as a condition. A person counts as the owner of the own entry. */
function rights(filter: RowFilter, type: string): SearchCondition {
  if (type !== 'user') return { kind: 'rows', filter };
  switch (filter.kind) {
    case 'noOwner':
      return { kind: 'or', of: [] };
    case 'ownedBy':
      return {
        kind: 'or',
        of: [
          { kind: 'rows', filter },
          { kind: 'list', condition: { by: 'ids', ids: filter.ids } },
        ],
      };
    case 'and':
    case 'or':
      return { kind: filter.kind, of: filter.of.map((part) => rights(part, type)) };
    case 'not':
      return { kind: 'not', of: rights(filter.of, type) };
    default:
      return { kind: 'rows', filter };
  }
}

/** One key for type and state: two lists of nearly everything need not be compared. */
function ofTypes(types: readonly string[], deleted: boolean | null): WordQuery {
  const states = deleted === null ? [0, 1] : [deleted ? 1 : 0];
  return anyOf(types.flatMap((type) => states.map((state) => key('seen', `${type} ${state}`))));
}

/** The part of these types that the reader may see; `deleted` null: live or not. */
export async function visibleTo(
  types: readonly string[],
  deleted: boolean | null,
  scope: Scope,
): Promise<SearchCondition> {
  const { free, limited } = await seen(types, deleted, scope);
  const parts = limited.map(({ type, conditions }): SearchCondition => {
    return { kind: 'and', of: [{ kind: 'words', query: ofTypes([type], deleted) }, ...conditions] };
  });
  if (free.length > 0 || parts.length === 0) parts.unshift({ kind: 'words', query: ofTypes(free, deleted) });
  return parts.length === 1 ? (parts[0] as SearchCondition) : { kind: 'or', of: parts };
}

/** The same as conditions on single rows, for what does not ask the full-text index. */
export async function visibleRows(
  types: readonly string[],
  deleted: boolean | null,
  scope: Scope,
): Promise<SearchCondition[]> {
  const { free, limited } = await seen(types, deleted, scope);
  const parts = limited.map(({ type, conditions }): SearchCondition => {
    return { kind: 'and', of: [{ kind: 'types', types: [type] }, ...conditions] };
  });
  return [
    { kind: 'or', of: [{ kind: 'types', types: free }, ...parts] },
    { kind: 'state', states: deleted === null ? [0, 1] : [deleted ? 1 : 0] },
  ];
}
