/**
 * Approval states (`entityStatus`) of terms and of data contracts. All rules of who may set which state are here. What has
 * reviewers, its own or inherited ones, is approved and rejected by them only.
 */
import { type EntityReference, forbidden, type GlossaryTerm, isObject, type Status } from '../../../contract/index.js';
import { containersOf, type Fields, type Scope, systemActor } from '../../catalog/index.js';
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

/** State of a new term: in review if someone else has to approve it. 403 if the actor may not choose its reviewers. */
export async function firstStatus(create: Fields, scope: Scope): Promise<Status> {
  const own = Array.isArray(create.reviewers) && create.reviewers.length > 0 ? create.reviewers : null;
  const above = await reviewersAbove(create, scope);
  if (own) await guardChoice(String(create.name), await namedReviewers(own, scope), above, scope);
  const reviewers = own ? await namedReviewers(own, scope) : above;
  return reviewers.length === 0 || (await isReviewer(reviewers, scope)) ? 'Approved' : 'In Review';
}

/**
 * State of what a request wants in a state: in review instead of approved or rejected, if someone else decides about that.
 * `above`: what it inherits reviewers from.
 */
export async function statusFor(
  wanted: Status,
  create: Fields,
  stored: Fields | null,
  above: EntityRow | undefined,
  scope: Scope,
): Promise<Status> {
  if (!decisions.includes(wanted) || stored?.entityStatus === wanted) return wanted;
  const passedOn = above ? await reviewersOf(above, scope) : [];
  const own = Array.isArray(create.reviewers) && create.reviewers.length > 0 ? create.reviewers : null;
  const chosen = own ? await namedReviewers(own, scope) : ownIdsIn(stored?.reviewers);
  const reviewers = chosen.length > 0 ? chosen : passedOn;
  return reviewers.length === 0 || (await isReviewer(reviewers, scope)) ? wanted : 'In Review';
}

/** Refuses with 403 the reviewers of something new, if they would let the actor approve what others review. */
export async function guardNewReviewers(create: Fields, above: EntityRow | undefined, scope: Scope): Promise<void> {
  if (!Array.isArray(create.reviewers) || create.reviewers.length === 0) return;
  const passedOn = above ? await reviewersOf(above, scope) : [];
  await guardChoice(String(create.name), await namedReviewers(create.reviewers, scope), passedOn, scope);
}

/** Refuses with 403 to approve or reject a term that has reviewers, unless the actor is one of them. */
export async function guardStatus(
  after: Pick<GlossaryTerm, 'entityStatus'>,
  before: Fields | null,
  scope: Scope,
): Promise<void> {
  if (before === null || after.entityStatus === before.entityStatus) return;
  if (!decisions.includes(after.entityStatus)) return;
  const reviewers = idsIn(before.reviewers);
  if (reviewers.length === 0 || (await isReviewer(reviewers, scope))) return;
  throw forbidden(
    scope.actor,
    `is not a reviewer of ${before.fullyQualifiedName}, and only reviewers may set entityStatus to ${after.entityStatus}`,
  );
}

/**
 * State of a moved term: an approved one that comes below reviewers is reviewed again, also if it has reviewers of its
 * own. Otherwise a term could be moved away, approved there, and moved back.
 */
export async function statusAfterMove(after: Placed, scope: Scope): Promise<Status | undefined> {
  const { entityStatus } = after;
  if (entityStatus !== 'Approved') return entityStatus;
  const above = await reviewersAt(after, scope);
  return above.length === 0 || (await isReviewer(above, scope)) ? entityStatus : 'In Review';
}

/**
 * Refuses with 403 a choice of reviewers that would let the actor approve what others review: to become a reviewer of a
 * term, or to leave it without any, takes a reviewer or an administrator. `moved`: the reviewers above are others now.
 */
export async function guardReviewers(
  after: Placed,
  before: Fields | null,
  { moved }: { moved: boolean },
  scope: Scope,
): Promise<void> {
  const own = ownIdsIn(after.reviewers);
  if (before === null || (!moved && own.join() === ownIdsIn(before.reviewers).join())) return;
  const above = await reviewersAt(after, scope);
  await guardChoice(
    String(before.fullyQualifiedName),
    own.length > 0 ? own : above,
    moved ? above : idsIn(before.reviewers),
    scope,
  );
}

/** `chosen`: the reviewers of the term from now on; `deciding`: those who would approve it otherwise. */
async function guardChoice(
  term: string,
  chosen: readonly string[],
  deciding: readonly string[],
  scope: Scope,
): Promise<void> {
  const { actor } = scope;
  if (deciding.length === 0 || actor.isAdmin || actor.id === systemActor.id) return;
  if (await isReviewer(deciding, scope)) return;
  if (chosen.length > 0 && !(await isReviewer(chosen, scope))) return;
  throw forbidden(
    actor,
    `is not a reviewer of ${term}, and only reviewers may make themselves reviewers or remove all reviewers`,
  );
}

type Placed = Partial<
  Pick<GlossaryTerm, 'name' | 'fullyQualifiedName' | 'entityStatus' | 'reviewers' | 'parent' | 'glossary'> & {
    /** The asset of a contract. */
    entity: EntityReference;
  }
>;

/** The reviewers that the term inherits where it is, whether or not it has its own. */
async function reviewersAt({ parent, glossary, entity }: Placed, scope: Scope): Promise<string[]> {
  const id = parent?.id ?? glossary?.id ?? entity?.id;
  const above = id === undefined ? undefined : await getEntityById(scope.sql, id);
  return above ? reviewersOf(above, scope) : [];
}

const referencesIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);
const idsIn = (value: unknown) => referencesIn(value).map(({ id }) => String(id));
const ownIdsIn = (value: unknown) => idsIn(referencesIn(value).filter(({ inherited }) => inherited !== true));

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
