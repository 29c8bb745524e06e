/**
 * Types of relations between glossary terms, from the setting `glossaryTermRelationSettings`. A relation is stored as
 * an edge in each direction in which it is shown: one of its own type, and one of the inverse type at the other term.
 */
import { type GlossaryTermRelationType, isObject, listOf } from '../../../contract/index.js';
import { createSight, type Scope } from '../../catalog/index.js';
import type { SettingValue } from '../../feature/index.js';
import { cached, countEdges, getSettingValue } from '../../storage/index.js';
import { initialTypes } from './initial-relation-types.js';

type RelationType = GlossaryTermRelationType;

export const RELATION_SETTING = 'glossaryTermRelationSettings';

/** The type of a relation that names none. */
export const DEFAULT_RELATION = 'relatedTo';

/** The types of a value of the setting. The check is sufficient, because the schema validates what is written. */
export const typesOf = (value: SettingValue): RelationType[] =>
  listOf(value.relationTypes, (one): one is RelationType => isObject(one) && typeof one.name === 'string');

/** The current relation types, by name. Cached until the next commit of any server. */
export function relationTypes({ sql }: Pick<Scope, 'sql'>): Promise<ReadonlyMap<string, RelationType>> {
  const load = async () => {
    const value = await getSettingValue<SettingValue>(sql, RELATION_SETTING);
    const types = value === null ? initialTypes : typesOf(value);
    return new Map(types.map((one) => [one.name, one]));
  };
  return cached(sql, `setting ${RELATION_SETTING}`, load, (types) => types.size * 500);
}

/** Kind of the edges of a relation type. */
export const edgeKind = (relationType: string): string => `term.${relationType}`;

/** The type that the relation has when seen from the other term; null if it is not shown there. */
export function inverseOf({ name, isSymmetric, inverseRelation }: RelationType): string | null {
  return isSymmetric ? name : (inverseRelation ?? null);
}

/** Number of relations of each type, between terms that the reader may see. A symmetric relation counts once. */
export async function relationUsage(scope: Scope): Promise<Record<string, number>> {
  const types = await relationTypes(scope);
  const kinds = [...types.keys()].map(edgeKind);
  const edges = new Map(
    (await countEdges(scope.sql, kinds, createSight(scope).counted())).map((row) => [row.kind, row]),
  );
  return Object.fromEntries(
    [...types].map(([name, { isSymmetric }]) => {
      const { count = 0, onward = 0 } = edges.get(edgeKind(name)) ?? {};
      return [name, isSymmetric ? onward : count];
    }),
  );
}
