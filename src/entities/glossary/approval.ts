/**
 * Approval states of terms (`entityStatus`). All rules of who may set which state are here. A term with reviewers, its
 * own or inherited ones, is approved and rejected by them only.
 */
import {
  catalogError,
  type EntityReference,
  type GlossaryTerm,
  isObject,
  type Status,
} from '../../../contract/index.js';
import { containersOf, type Fields, type Scope } from '../../catalog/index.js';
import {
  type EntityRow,
  getEntityByFqn,
  getEntityById,
  RELATION,
  relationsFrom,
  relationsTo,
} from '../../storage/index.js';
import { resolveReferences } from '../../traits/index.js';

/** States that only reviewers may set. */
const decisions: readonly (Status | undefined)[] = ['Approved', 'Rejected'];

/** State of a new term: in review if someone else has to approve it. */
export async function firstStatus(create: Fields, scope: Scope): Promise<Status> {
  const own = Array.isArray(create.reviewers) && create.reviewers.length > 0 ? create.reviewers : null;
  const reviewers = own ? await namedReviewers(own, scope) : await reviewersAbove(create, scope);
  return reviewers.length === 0 || (await isReviewer(reviewers, scope)) ? 'Approved' : 'In Review';
}

/** Refuses with 403 to approve or reject a term that has reviewers, unless the actor is one of them. */
export async function guardStatus(
  after: Pick<GlossaryTerm, 'entityStatus'>,
  before: Fields | null,
  scope: Scope,
): Promise<void> {
  if (before === null || after.entityStatus === before.entityStatus) return;
  if (!decisions.includes(after.entityStatus)) return;
  const reviewers = Array.isArray(before.reviewers)
    ? before.reviewers.filter(isObject).map(({ id }) => String(id))
    : [];
  if (reviewers.length === 0 || (await isReviewer(reviewers, scope))) return;
  throw catalogError(
    'FORBIDDEN',
    `Principal: CatalogPrincipal{name='${scope.actor.name}'} is not a reviewer of ${before.fullyQualifiedName}, and only reviewers may set entityStatus to ${after.entityStatus}`,
  );
}

/**
 * State of a moved term: an approved one that inherits reviewers where it is now, is reviewed by them. Otherwise a term
 * could be moved away, approved there, and moved back.
 */
export async function statusAfterMove(
  { entityStatus, reviewers, parent, glossary }: Partial<GlossaryTerm>,
  scope: Scope,
): Promise<Status | undefined> {
  if (entityStatus !== 'Approved' || reviewers?.some(({ inherited }) => inherited !== true)) return entityStatus;
  const id = parent?.id ?? glossary?.id;
  const above = id === undefined ? undefined : await getEntityById(scope.sql, id);
  const inherited = above ? await reviewersOf(above, scope) : [];
  return inherited.length === 0 || (await isReviewer(inherited, scope)) ? entityStatus : 'In Review';
}

async function namedReviewers(given: readonly unknown[], scope: Scope): Promise<string[]> {
  const types = scope.catalog.registry.targetsOf('reviewers');
  const users = scope.catalog.registry.targetsOf('users');
  const naming = { types: [...new Set([...users, ...types])], text: 'fqn', field: 'reviewers' } as const;
  const lists: EntityReference[][] = await resolveReferences([given], naming, scope);
  return lists.flat().map(({ id }) => id);
}

/** Reviewers that a new term inherits: those of the nearest container that has some. */
async function reviewersAbove({ parent, glossary }: Fields, scope: Scope): Promise<string[]> {
  const above: EntityRow | undefined =
    typeof parent === 'string'
      ? await getEntityByFqn(scope.sql, 'glossaryTerm', parent)
      : await getEntityByFqn(scope.sql, 'glossary', String(glossary));
  return above ? reviewersOf(above, scope) : [];
}

/** The reviewers of an entity, its own or those of the nearest container that has some. */
async function reviewersOf(above: EntityRow, scope: Scope): Promise<string[]> {
  const ids = [above.id, ...containersOf(above).map(([, id]) => id)];
  const edges = await relationsTo(scope.sql, ids, [RELATION.reviews]);
  const nearest = ids.find((id) => edges.some(({ to_id }) => to_id === id));
  return edges.filter(({ to_id }) => to_id === nearest).map(({ from_id }) => from_id);
}

/** Whether the actor is one of the reviewers, or a member of a team that is. */
async function isReviewer(reviewers: readonly string[], { actor, sql }: Scope): Promise<boolean> {
  if (reviewers.includes(actor.id)) return true;
  const members = await relationsFrom(sql, reviewers, [RELATION.has]);
  return members.some(({ to_id }) => to_id === actor.id);
}
