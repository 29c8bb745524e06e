/** The field `relatedTerms`: typed relations to other terms. */
import {
  catalogError,
  type EntityReference,
  type GlossaryTermRelationType,
  isObject,
  parseReference,
  type TermRelation,
} from '../../../contract/index.js';
import { referenceText, type Scope, type Trait, type TraitChange } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import {
  type EntityRow,
  keepSetting,
  putRelations,
  type RelationRow,
  relationsFrom,
  removeRelations,
} from '../../storage/index.js';
import { resolveReferences } from '../../traits/index.js';
import { refuseRelations } from './relation-checks.js';
import { DEFAULT_RELATION, edgeKind, inverseOf, RELATION_SETTING, relationTypes } from './relation-types.js';

/** A relation with its type. */
export type TypedRelation = Required<TermRelation>;

export const relatedTerms: Trait<TypedRelation[], 'relatedTerms'> = {
  field: 'relatedTerms',
  empty: '[]',
  inWrites: true,
  guarded: true,
  load: async (rows, scope) => {
    const kinds = new Map([...(await relationTypes(scope)).keys()].map((name) => [edgeKind(name), name]));
    const path = scope.catalog.registry.path('glossaryTerm');
    const texts = new Map<string, string>();
    const ids = rows.map(({ id }) => id);
    for (const { from_id, to_id, kind, ref } of await relationsFrom(scope.sql, ids, [...kinds.keys()])) {
      const known = texts.get(from_id);
      const text = `{"relationType":${JSON.stringify(kinds.get(kind))},"term":${referenceText(ref, to_id, path)}}`;
      texts.set(from_id, known === undefined ? text : `${known},${text}`);
    }
    return new Map([...texts].map(([id, list]) => [id, `[${list}]`]));
  },
  write: {
    operation: 'EditAll',
    versioned: true,
    accept: (given, scope, _, stored) => acceptRelations(given, scope, stored),
    key: relationKey,
    save: saveRelations,
  },
};

export function relationKey({ relationType, term }: TypedRelation): string {
  return `${relationType} ${term.id}`;
}

/** Relations as clients send them, resolved; 400 or 404 for wrong ones. */
export async function acceptRelations(
  given: readonly unknown[],
  scope: Scope,
  stored?: unknown,
): Promise<(TypedRelation[] | undefined)[]> {
  // No type that a term is given is deleted before that is stored.
  if (given.some((value) => Array.isArray(value) && value.length > 0)) await keepSetting(scope.sql, RELATION_SETTING);
  const types = await relationTypes(scope);
  const naming = { types: ['glossaryTerm'], text: 'fqn', field: 'relatedTerms' } as const;
  return Promise.all(
    given.map(async (value) => {
      if (value === undefined) return undefined;
      if (!Array.isArray(value)) throw catalogError('BAD_REQUEST', 'relatedTerms: must be a list');
      const items = value.map((item) => readItem(item, types));
      // One list per item, because a term can be related in several ways.
      const terms = await resolveReferences(
        items.map(({ term }) => [term]),
        naming,
        scope,
        stored,
      );
      const relations = items.flatMap(({ relationType }, i) =>
        (terms[i] ?? []).map((term) => ({ relationType, term })),
      );
      return [...new Map(relations.map((relation) => [relationKey(relation), relation])).values()];
    }),
  );
}

/** An item of a request: the FQN of a term, or a relation with a reference. */
function readItem(item: unknown, types: ReadonlyMap<string, GlossaryTermRelationType>) {
  if (!isObject(item)) return { relationType: DEFAULT_RELATION, term: item };
  const { relationType = DEFAULT_RELATION, term } = item;
  if (typeof relationType !== 'string' || !types.has(relationType))
    throw catalogError(
      'BAD_REQUEST',
      `relatedTerms.relationType must be one of ${[...types.keys()].join(', ')}, not ${JSON.stringify(relationType)?.slice(0, 100)}`,
    );
  return { relationType, term };
}

async function saveRelations(changes: readonly TraitChange<TypedRelation[]>[], scope: Scope): Promise<void> {
  const types = await relationTypes(scope);
  const gone: RelationRow[] = [];
  const put: RelationRow[] = [];
  for (const { row, before = [], after = [] } of changes) {
    const [old, now] = [new Set(before.map(relationKey)), new Set(after.map(relationKey))];
    const added = after.filter((relation) => !old.has(relationKey(relation)));
    await refuseRelations(row, after, added, types, scope);
    for (const relation of before) if (!now.has(relationKey(relation))) gone.push(...edgesOf(row, relation, types));
    for (const relation of added) put.push(...edgesOf(row, relation, types));
  }
  if (gone.length > 0) await removeRelations(scope.sql, gone);
  if (put.length > 0) await putRelations(scope.sql, put);
}

/** The edge of the relation and that of its inverse. */
function edgesOf(
  row: Pick<EntityRow, 'id'>,
  { relationType, term }: { relationType: string; term: Pick<EntityReference, 'id'> },
  types: ReadonlyMap<string, GlossaryTermRelationType>,
): RelationRow[] {
  const type = 'glossaryTerm';
  const common = { from_type: type, to_type: type, ord: 0, data: null };
  const inverse = inverseOf(present(types.get(relationType)));
  return [
    { ...common, from_id: row.id, kind: edgeKind(relationType), to_id: term.id },
    ...(inverse === null ? [] : [{ ...common, from_id: term.id, kind: edgeKind(inverse), to_id: row.id }]),
  ];
}

/** The relations of a stored term, without those of deleted terms. */
export async function relationsOf(ids: readonly string[], scope: Scope) {
  const kinds = new Map([...(await relationTypes(scope)).keys()].map((name) => [edgeKind(name), name]));
  const edges = await relationsFrom(scope.sql, ids, [...kinds.keys()]);
  return edges
    .filter(({ deleted }) => deleted === 0)
    .map(({ from_id, to_id, kind, ref }) => ({
      from: from_id,
      to: to_id,
      relationType: present(kinds.get(kind)),
      term: parseReference(ref),
    }));
}
