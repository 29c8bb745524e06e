// A condition on resources in which everything about the actor is already evaluated: plain data to test
// one resource against, or to restrict a list query.

import { mergeAlternatives, withoutRepeats } from './merge-filters.js';
import { perObject } from './per-object.js';

/** Ids are UUIDs of users, teams and domains; tags and certifications are fully qualified names, case-sensitive. */
export type ResourceFilter =
  | { readonly kind: 'all' | 'none' | 'noOwner' | 'noDomain' }
  | { readonly kind: 'ownedBy' | 'reviewedBy' | 'inDomains' | 'is'; readonly ids: readonly string[] }
  /** Tasks that these people opened, or that these users and teams have to decide. */
  | { readonly kind: 'filedBy' | 'assignedTo'; readonly ids: readonly string[] }
  /** An owner is this team, a team below it, or a member of one of these. */
  | { readonly kind: 'ownedUnderTeam'; readonly teamId: string }
  | { readonly kind: 'taggedAny' | 'taggedAll' | 'certifiedAny'; readonly tags: readonly string[] }
  /** What it is about is of one of these types and passes their filter; or it is about nothing. */
  | { readonly kind: 'about'; readonly seen: readonly SeenSubjects[] }
  | { readonly kind: 'and' | 'or'; readonly of: readonly ResourceFilter[] }
  /**
   * What directly contains the resource passes; or it has no owners of its own, and one of its domains passes
   * (`fromDomains`), which facts never tell: they list inherited owners.
   */
  | { readonly kind: 'not' | 'above' | 'fromDomains'; readonly of: ResourceFilter };

/** Filters by type; types with the same filter stand together. */
export interface SeenSubjects {
  readonly types: readonly string[];
  readonly filter: ResourceFilter;
}

/** What conditions can test about a resource; inherited values count like own ones. */
export interface ResourceFacts {
  /** Absent or null for a resource that does not exist yet. */
  readonly id?: string | null;
  /** Users and teams. A user is its own owner. */
  readonly ownerIds: readonly string[];
  /** Teams among the owners, teams of users among the owners, and all their ancestors; used by matchTeam() only. */
  readonly ownerTeamIds: readonly string[];
  /** FQNs of tags and glossary terms, including those of columns, fields and tasks. */
  readonly tags: readonly string[];
  /** FQN of the certification tag. */
  readonly certification: string | null;
  readonly domainIds: readonly string[];
  readonly reviewerIds: readonly string[];
  /** Who opened it and who has to decide it; tasks only. */
  readonly filerIds?: readonly string[];
  readonly assigneeIds?: readonly string[];
  /** What the resource is about, such as the table of a task. */
  readonly about?: readonly (ResourceFacts & { readonly type: string })[];
  /** Facts of what directly contains it, for types whose rights depend on that. */
  readonly above?: ResourceFacts;
}

const ALL: ResourceFilter = { kind: 'all' };
const NONE: ResourceFilter = { kind: 'none' };

/** A constant as a filter. */
export function constantFilter(value: boolean): ResourceFilter {
  return value ? ALL : NONE;
}

/** Resources that pass all parts, with constants folded; everything if there are no parts. */
export function allOf(parts: readonly ResourceFilter[]): ResourceFilter {
  return join('and', parts, 'all', 'none');
}

/** Resources that pass at least one part, with constants folded; nothing if there are no parts. */
export function anyOf(parts: readonly ResourceFilter[]): ResourceFilter {
  return join('or', parts, 'none', 'all');
}

/** Resources that do not pass. */
export function negated(filter: ResourceFilter): ResourceFilter {
  if (filter.kind === 'all') return NONE;
  if (filter.kind === 'none') return ALL;
  return filter.kind === 'not' ? filter.of : { kind: 'not', of: filter };
}

/** The same filter, in which labels of what contains a resource count as its own. `inside`: resources in what passes. */
export function withLabelsOf(
  filter: ResourceFilter,
  inside: (filter: ResourceFilter) => ResourceFilter,
): ResourceFilter {
  switch (filter.kind) {
    case 'taggedAny':
    case 'certifiedAny':
      return anyOf([filter, inside(filter)]);
    case 'taggedAll':
      return allOf(filter.tags.map((tag) => withLabelsOf({ kind: 'taggedAny', tags: [tag] }, inside)));
    case 'and':
      return allOf(filter.of.map((part) => withLabelsOf(part, inside)));
    case 'or':
      return anyOf(filter.of.map((part) => withLabelsOf(part, inside)));
    case 'not':
      return negated(withLabelsOf(filter.of, inside));
    default:
      return filter;
  }
}

/** Resources in something that passes. */
export function insideOne(filter: ResourceFilter): ResourceFilter {
  return filter.kind === 'none' ? NONE : { kind: 'above', of: filter };
}

function join(
  kind: 'and' | 'or',
  parts: readonly ResourceFilter[],
  neutral: 'all' | 'none',
  decisive: 'all' | 'none',
): ResourceFilter {
  const flat: ResourceFilter[] = [];
  for (const part of parts) {
    if (part.kind === decisive) return part;
    if (part.kind === kind) flat.push(...part.of);
    else if (part.kind !== neutral) flat.push(part);
  }
  const of = kind === 'or' ? mergeAlternatives(flat) : withoutRepeats(flat);
  const [only] = of;
  if (only === undefined) return constantFilter(neutral === 'all');
  return of.length === 1 ? only : { kind, of };
}

/** Whether one resource passes a filter. */
export function matchesFilter(filter: ResourceFilter, resource: ResourceFacts): boolean {
  switch (filter.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'noOwner':
      return resource.ownerIds.length === 0;
    case 'noDomain':
      return resource.domainIds.length === 0;
    case 'ownedBy':
      return intersects(filter.ids, resource.ownerIds);
    case 'is':
      return typeof resource.id === 'string' && filter.ids.includes(resource.id);
    case 'reviewedBy':
      return intersects(filter.ids, resource.reviewerIds);
    case 'filedBy':
      return intersects(filter.ids, resource.filerIds ?? []);
    case 'assignedTo':
      return intersects(filter.ids, resource.assigneeIds ?? []);
    case 'inDomains':
      return intersects(filter.ids, resource.domainIds);
    case 'ownedUnderTeam':
      return resource.ownerTeamIds.includes(filter.teamId);
    case 'taggedAny':
      return intersects(filter.tags, resource.tags);
    case 'taggedAll':
      return containsAll(resource.tags, filter.tags);
    case 'certifiedAny':
      return resource.certification !== null && filter.tags.includes(resource.certification);
    case 'about':
      return (resource.about ?? []).every((one) =>
        filter.seen.some((seen) => seen.types.includes(one.type) && matchesFilter(seen.filter, one)),
      );
    case 'and':
      return filter.of.every((part) => matchesFilter(part, resource));
    case 'or':
      return filter.of.some((part) => matchesFilter(part, resource));
    case 'not':
      return !matchesFilter(filter.of, resource);
    case 'above':
      return resource.above !== undefined && matchesFilter(filter.of, resource.above);
    case 'fromDomains':
      return false;
  }
}

/**
 * The filter for resources that inherit the owners of their domains. The same decision on facts; on rows, owners are looked
 * for in the domains too.
 */
export function withOwnersOfDomains(filter: ResourceFilter): ResourceFilter {
  switch (filter.kind) {
    case 'ownedBy':
    case 'ownedUnderTeam':
      return anyOf([filter, { kind: 'fromDomains', of: filter }]);
    case 'noOwner':
      return allOf([filter, negated({ kind: 'fromDomains', of: negated(filter) })]);
    case 'and':
      return allOf(filter.of.map(withOwnersOfDomains));
    case 'or':
      return anyOf(filter.of.map(withOwnersOfDomains));
    case 'not':
      return negated(withOwnersOfDomains(filter.of));
    default:
      return filter;
  }
}

function intersects(left: readonly string[], right: readonly string[]): boolean {
  const has = membership(left, right.length);
  return right.some(has);
}

function containsAll(all: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every(membership(all, wanted.length));
}

/** A membership test used `times` times; builds a set if that pays off, so that long lists take linear time. */
function membership(values: readonly string[], times: number): (value: string) => boolean {
  if (values.length > MANY) return (value) => setOf(values).has(value);
  if (values.length <= 4 || times <= 4) return (value) => values.includes(value);
  const known = new Set(values);
  return (value) => known.has(value);
}

/** Lists of filters that are longer are shared and tested often: their sets are kept as long as the lists. */
const MANY = 64;
const setOf = perObject((values: readonly string[]): ReadonlySet<string> => new Set(values));
