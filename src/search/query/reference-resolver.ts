/** Resolves references in queries to the ids of the entities that they name. */
import { setImmediate } from 'node:timers/promises';
import type { Registry, Sight } from '../../catalog/index.js';
import { type Sql, searchHits } from '../../storage/index.js';
import { anyOf, idsWith, key } from './compile-words.js';
import { holderTypes, type ReferencePart, type SearchField } from './search-fields.js';
import { LIMITS } from './search-query.js';

const MOST_REFERENCES = 500;
/** Values whose names are resolved in one query. */
const VALUES_AT_ONCE = 48;

export interface ResolverDeps {
  sql: Sql;
  registry: Registry;
  sight: Pick<Sight, 'all' | 'allowed'>;
}

export function createReferenceResolver({ sql, registry, sight }: ResolverDeps) {
  /** Ids of the entities that the values name; `null` types: any. */
  async function resolve(
    types: readonly string[] | null,
    by: ReferencePart,
    values: readonly string[],
  ): Promise<string[]> {
    if (by === 'id') return [...values];
    if (types?.length === 0) return [];
    const fields = {
      name: ['name'],
      displayName: ['displayName', 'name'],
      fqn: ['fullyQualifiedName'],
      any: ['name', 'displayName', 'fullyQualifiedName', 'id'],
    }[by];
    const ofTypes = types && anyOf(types.map((type) => key('entityType', type)));
    const ids: string[] = [];
    for (let i = 0; i < values.length && ids.length < LIMITS.terms; i += VALUES_AT_ONCE) {
      const some = values.slice(i, i + VALUES_AT_ONCE);
      const named = anyOf(some.flatMap((value) => fields.map((field) => key(field, value))));
      ids.push(...(await idsWith(sql, ofTypes ? { kind: 'and', of: [named, ofTypes] } : named, LIMITS.terms)));
      await setImmediate(); // yield: a list may be long
    }
    return ids;
  }

  /**
   * Removes references to entities that the caller may not see: hits do not show them, so a search must not find by
   * them.
   */
  async function shown(field: Extract<SearchField, { kind: 'reference' }>, ids: readonly string[]) {
    const [type] = field.guarded ? (field.types ?? []) : [];
    if (type === undefined || ids.length === 0) return ids;
    const seen = await sight.allowed(
      'ViewBasic',
      ids.map((id) => ({ id, type })),
    );
    return ids.filter((id) => seen.has(id));
  }

  /** Ids of the entities whose name (or FQN, where the field uses that) matches. */
  async function idsNamed(
    field: Extract<SearchField, { kind: 'inherited' | 'reference' }>,
    like: string,
  ): Promise<string[]> {
    const declared = field.kind === 'inherited' ? registry.targetsOf(field.field) : field.types;
    const types = declared ?? holderTypes(registry);
    if (types.length === 0) return [];
    const hits = await searchHits(
      sql,
      {
        words: anyOf(types.map((type) => key('entityType', type))),
        conditions: [{ kind: 'like', column: field.by === 'fqn' ? 'fqn' : 'name', pattern: like }],
      },
      MOST_REFERENCES,
    );
    return hits.map(({ id }) => id);
  }

  return { resolve, shown, idsNamed };
}
