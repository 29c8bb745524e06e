/** Resolves references in queries to the ids of the entities that they name. */
import { setImmediate } from 'node:timers/promises';
import type { Registry, Sight } from '../../catalog/index.js';
import { RELATION, relationsFrom, relationsTo, type Sql, searchHits } from '../../storage/index.js';
import { allOf, anyOf, idsNamed, idsWith, KEPT, key } from './find-ids.js';
import { holderTypes, type ReferencePart, type SearchField } from './search-fields.js';
import { LIMITS } from './search-query.js';

const MOST_REFERENCES = 500;
/** Values whose names are resolved in one query. */
const VALUES_AT_ONCE = 48;

/** The column that holds what identifies an entity; its name for others. */
const COMPARED: Partial<Record<ReferencePart, 'fqn' | 'display'>> = { fqn: 'fqn', displayName: 'display' };

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
      fqn: [],
      any: ['name', 'displayName', 'id'],
    }[by];
    const ofTypes = types && anyOf(types.map((type) => key('entityType', type)));
    const ids: string[] = [];
    for (let i = 0; i < values.length && ids.length < LIMITS.terms; i += VALUES_AT_ONCE) {
      const some = values.slice(i, i + VALUES_AT_ONCE);
      const keys = some.flatMap((value) => fields.map((field) => key(field, value)));
      if (keys.length > 0)
        ids.push(...(await idsWith(sql, ofTypes ? allOf([anyOf(keys), ofTypes]) : anyOf(keys), LIMITS.terms)));
      const fqns = by === 'fqn' ? some : by === 'any' ? some.filter((value) => /[."]/.test(value)) : [];
      ids.push(...(await idsNamed(sql, fqns, ofTypes, LIMITS.terms)));
      await setImmediate(); // yield: a list may be long
    }
    return by === 'any' ? [...new Set(ids)] : ids;
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
  async function idsLike(
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
        conditions: [KEPT, { kind: 'like', column: COMPARED[field.by] ?? 'name', pattern: like }],
      },
      MOST_REFERENCES,
    );
    return hits.map(({ id }) => id);
  }

  return { resolve, shown, idsLike };
}

/**
 * These labels and the terms that have them: documents hold the ids of their own labels only, and what has a term has
 * the labels of the term too.
 */
export async function withTermsOf(labelIds: readonly string[], sql: Sql): Promise<string[]> {
  if (labelIds.length === 0) return [];
  const edges = await relationsFrom(sql, labelIds, [RELATION.labels]);
  return [...new Set([...labelIds, ...edges.map(({ to_id }) => to_id)])];
}

/** The labels that these bring to what has them: ids of tags by id of term. */
export async function labelsOfTerms(labelIds: readonly string[], sql: Sql): Promise<Map<string, string[]>> {
  const labels = new Map<string, string[]>();
  if (labelIds.length === 0) return labels;
  for (const { from_id, to_id } of await relationsTo(sql, labelIds, [RELATION.labels]))
    labels.set(to_id, [...(labels.get(to_id) ?? []), from_id]);
  return labels;
}
