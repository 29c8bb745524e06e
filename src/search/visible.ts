import type { Scope } from '../catalog/index.js';
import { getReferences, type SearchCondition } from '../storage/index.js';
import { anyOf, key, nothing } from './compile-query.js';
import { referenceToken } from './key-token.js';

/**
 * What the reader may see of these types, by the same decision that a GET makes: hits, totals, counts and suggestions all
 * stand on it.
 */
export async function visibleTo(types: readonly string[], deleted: boolean | null, scope: Scope): Promise<SearchCondition> {
  const free: string[] = [];
  const limited: SearchCondition[] = [];
  for (const type of types) {
    const filter = scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', type);
    if (filter.kind === 'all') free.push(type);
    else if (filter.kind !== 'none')
      limited.push({
        kind: 'and',
        of: [
          { kind: 'words', query: key('entityType', type) },
          { kind: 'rows', filter },
        ],
      });
  }
  const seen: SearchCondition[] = [{ kind: 'words', query: anyOf(free.map((type) => key('entityType', type))) }, ...limited];
  if (types.length === 0) return { kind: 'words', query: nothing };
  return {
    kind: 'and',
    of: [
      limited.length === 0 ? (seen[0] as SearchCondition) : { kind: 'or', of: free.length === 0 ? limited : seen },
      { kind: 'words', query: anyOf((deleted === null ? [false, true] : [deleted]).map((one) => key('deleted', one ? '1' : '0'))) },
      ...(await beingRemoved(scope)),
    ],
  };
}

/** What lies below an entity that is being removed for good is gone for readers already. */
async function beingRemoved(scope: Scope): Promise<SearchCondition[]> {
  const roots = await scope.catalog.removals.roots(scope.sql, scope.context.now());
  return [...roots].map((id) => ({
    kind: 'not',
    of: { kind: 'words', query: { kind: 'word', token: referenceToken(id), in: ['refs'] } },
  }));
}

/** The same as conditions on single rows, for what does not ask the full-text index. */
export async function visibleRows(types: readonly string[], deleted: boolean | null, scope: Scope): Promise<SearchCondition[]> {
  const filters = types.map((type) => ({ type, filter: scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', type) }));
  const free = filters.filter(({ filter }) => filter.kind === 'all').map(({ type }) => type);
  const limited = filters.filter(({ filter }) => filter.kind !== 'all' && filter.kind !== 'none');
  const roots = await scope.catalog.removals.roots(scope.sql, scope.context.now());
  const fqns = (await getReferences(scope.sql, [...roots])).map(
    ({ ref }) => (JSON.parse(ref) as { fullyQualifiedName: string }).fullyQualifiedName,
  );
  return [
    {
      kind: 'or',
      of: [
        { kind: 'types', types: free },
        ...limited.map(({ type, filter }): SearchCondition => ({
          kind: 'and',
          of: [
            { kind: 'types', types: [type] },
            { kind: 'rows', filter },
          ],
        })),
      ],
    },
    { kind: 'state', states: deleted === null ? [0, 1] : [deleted ? 1 : 0] },
    ...(fqns.length === 0 ? [] : [{ kind: 'list' as const, condition: { by: 'notBelow' as const, fqns } }]),
  ];
}
