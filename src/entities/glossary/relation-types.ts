/**
 * Types of relations between glossary terms, from the setting `glossaryTermRelationSettings`. A relation is stored as
 * an edge in each direction in which it is shown: one of its own type, and one of the inverse type at the other term.
 */
import { type GlossaryTermRelationType, isObject, listOf } from '../../../contract/index.js';
import { createSight, type Scope } from '../../catalog/index.js';
import type { SettingKinds, SettingValue } from '../../feature/index.js';
import { cached, countEdges, getSettingValue } from '../../storage/index.js';

type RelationType = GlossaryTermRelationType;

const SETTING = 'glossaryTermRelationSettings';

/** The type of a relation that names none. */
export const DEFAULT_RELATION = 'relatedTo';

export const relationSettings: SettingKinds = {
  [SETTING]: {
    schema: `configuration/${SETTING}`,
    initial: ({ contract }): SettingValue =>
      contract.withDefaults(`configuration/${SETTING}`, { relationTypes: initialTypes }),
  },
};

const symmetric = { isSymmetric: true };

const initialTypes: RelationType[] = [
  type('relatedTo', 'Related to', 'associative', symmetric),
  type('synonym', 'Synonym', 'equivalence', { isSymmetric: true, isTransitive: true }),
  type('antonym', 'Antonym', 'associative', symmetric),
  type('broader', 'Broader', 'hierarchical', { inverseRelation: 'narrower', isTransitive: true }),
  type('narrower', 'Narrower', 'hierarchical', { inverseRelation: 'broader', isTransitive: true }),
  type('partOf', 'Part of', 'hierarchical', { inverseRelation: 'hasPart', isTransitive: true }),
  type('hasPart', 'Has part', 'hierarchical', { inverseRelation: 'partOf', isTransitive: true }),
];

function type(
  name: string,
  displayName: string,
  category: RelationType['category'],
  rest: Partial<RelationType>,
): RelationType {
  return { name, displayName, category, isSystemDefined: true, ...rest };
}

/** A sufficient check, because the setting is validated by its schema when written. */
const isRelationType = (one: unknown): one is RelationType => isObject(one) && typeof one.name === 'string';

/** The current relation types, by name. Cached until the next commit of any server. */
export function relationTypes({ sql }: Pick<Scope, 'sql'>): Promise<ReadonlyMap<string, RelationType>> {
  const load = async () => {
    const value = await getSettingValue<SettingValue>(sql, SETTING);
    const types = value === null ? initialTypes : listOf(value.relationTypes, isRelationType);
    return new Map(types.map((one) => [one.name, one]));
  };
  return cached(sql, `setting ${SETTING}`, load, (types) => types.size * 500);
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
