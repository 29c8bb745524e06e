/** The rules that the relation types set for relations between terms. */
import { catalogError, type GlossaryTermRelationType } from '../../../contract/index.js';
import { type Scope, splitFqn, visibleIds } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { countRelations, type EntityRow, lockRows } from '../../storage/index.js';
import type { TypedRelation } from './related-terms.js';
import { edgeKind, inverseOf } from './relation-types.js';

type RelationType = GlossaryTermRelationType;

/** `label` names the other term in messages: its FQN only if the caller may see it. */
type Added = TypedRelation & { label: string };

/** Throws 400 if one of the `added` relations breaks a rule of its type. `all`: the relations after the write. */
export async function refuseRelations(
  row: EntityRow,
  all: readonly TypedRelation[],
  added: readonly TypedRelation[],
  types: ReadonlyMap<string, RelationType>,
  scope: Scope,
): Promise<void> {
  const visible = await visibleIds(
    added.map(({ term }) => ({ id: term.id, type: 'glossaryTerm' })),
    scope,
  );
  for (const { relationType, term } of added) {
    const type = present(types.get(relationType));
    const relation = { relationType, term, label: visible.has(term.id) ? (term.fullyQualifiedName ?? '') : term.id };
    refuseItself(row, relation, type);
    refuseOtherGlossary(row, relation, type);
    refuseReverse(row, all, relation, type);
    await refuseTooMany(row, all, relation, type, scope);
  }
}

function refuseItself(row: EntityRow, { term }: Added, type: RelationType): void {
  if (term.id === row.id && !type.isReflexive)
    throw catalogError('BAD_REQUEST', `relatedTerms: ${row.fqn} cannot be related to itself by ${type.name}`);
}

function refuseOtherGlossary(row: EntityRow, { term, label }: Added, type: RelationType): void {
  const glossary = (fqn: string) => splitFqn(fqn)[0];
  if (type.isCrossGlossaryAllowed === false && glossary(row.fqn) !== glossary(term.fullyQualifiedName ?? ''))
    throw catalogError(
      'BAD_REQUEST',
      `relatedTerms: ${type.name} does not relate terms of different glossaries, such as ${row.fqn} and ${label}`,
    );
}

/** A relation and its inverse cannot hold in the same direction: nothing is both broader and narrower. */
function refuseReverse(
  row: EntityRow,
  all: readonly TypedRelation[],
  { term, label }: Added,
  type: RelationType,
): void {
  const inverse = inverseOf(type);
  const opposite = inverse === type.name ? null : inverse;
  if (opposite !== null && all.some((other) => other.term.id === term.id && other.relationType === opposite))
    throw catalogError(
      'BAD_REQUEST',
      `relatedTerms: ${row.fqn} cannot be related to ${label} by both ${type.name} and ${opposite}`,
    );
}

/** The greatest number of relations of the type out of a term, and into one; undefined: any number. */
function limitsOf({ cardinality, sourceMax, targetMax, isFunctional, isInverseFunctional }: RelationType) {
  const one = (limited: boolean) => (limited ? 1 : undefined);
  if (cardinality === 'CUSTOM') return { out: sourceMax ?? undefined, into: targetMax ?? undefined };
  return {
    out: one(cardinality === 'ONE_TO_ONE' || cardinality === 'MANY_TO_ONE' || isFunctional === true),
    into: one(cardinality === 'ONE_TO_ONE' || cardinality === 'ONE_TO_MANY' || isInverseFunctional === true),
  };
}

async function refuseTooMany(
  row: EntityRow,
  all: readonly TypedRelation[],
  { term, label }: Added,
  type: RelationType,
  scope: Scope,
): Promise<void> {
  const { out, into } = limitsOf(type);
  const outgoing = all.filter(({ relationType }) => relationType === type.name).length;
  if (out !== undefined && outgoing > out) throw tooMany(row.fqn, type.name, out, 'from');
  if (into === undefined) return;
  // Locked, so that two writers do not both add the last one.
  await lockRows(scope.sql, [{ ...row, id: term.id }]);
  const [found] = await countRelations(scope.sql, { ids: [term.id], kind: edgeKind(type.name), end: 'to' });
  if ((found?.count ?? 0) + 1 > into) throw tooMany(label, type.name, into, 'to');
}

function tooMany(fqn: string, type: string, most: number, end: 'from' | 'to') {
  const relations = most === 1 ? 'relation' : 'relations';
  return catalogError(
    'BAD_REQUEST',
    `relatedTerms: at most ${most} ${relations} of type ${type} may lead ${end} ${fqn}`,
  );
}
