/**
 * Callers must not lift denies that apply to them: a write that changes what rule conditions test (tags, domains,
 * owners and so on) must not reduce the operations denied to the caller. Costs nothing for callers without conditional
 * deny rules.
 */
import { forbidden } from '../../../contract/index.js';
import { anyOf, matchesFilter, type ResourceFilter } from '../../rules/index.js';
import { type EntityRow, getEntityById, listEntities } from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import { isObject } from '../document/document.js';
import { insideOf } from '../document/inside.js';
import { positionOf } from '../read/cursor.js';
import { loadEntities } from '../read/load.js';
import type { Scope } from '../routes/route.js';
import type { Draft } from '../write/draft.js';
import type { Denial, ResourceFacts } from './authorizer.js';
import { factsOf, factsOfValue } from './facts.js';
import { deniedThrough, inheritsOwnersOfDomains, leavesOf, ownersOfDomains } from './owners-of-domains.js';

/** A change of a stored entity: the loaded entity before and after, its row and its parent. */
export type Change = Pick<Draft, 'before' | 'after' | 'stored' | 'parentId'>;

const PAGE = 100;

/** Whether a conditional rule may deny the actor operations on entities of this type or on their descendants. */
export function mayLift(type: EntityType, scope: Scope): boolean {
  return (
    denialsOf(type, scope).length > 0 ||
    typesBelow(type, scope).length > 0 ||
    isLabel(type, scope) ||
    scope.catalog.registry.targetsOf('domains').includes(type.name)
  );
}

/** Whether entities of the type are used as labels, so that their own labels apply to what has them. */
function isLabel(type: EntityType, { catalog }: Scope): boolean {
  return catalog.registry.targetsOf('tags').includes(type.name);
}

/** Throws 403 with the rule if the change lifts a deny that applies to the actor, on the entity or on a descendant. */
export async function refuseLifting(type: EntityType, change: Change, scope: Scope): Promise<void> {
  const { stored } = change;
  if (!change.before || !stored || !mayLift(type, scope)) return;
  const before = await factsOfValue(type, change.before, scope);
  const after = await factsAfter(type, change, scope);
  refuseLifted(denialsOf(type, scope), before, after, `${type.name} ${stored.fqn}`, scope);
  for (const lower of typesBelow(type, scope)) await refuseLiftingBelow(lower, stored, before, after, scope);
  const through = await deniedThrough(stored, { before, after }, scope);
  if (through) throw liftingRefused(through.denial, `a ${through.type.name} in ${type.name} ${stored.fqn}`, scope);
  if (isLabel(type, scope)) refuseLiftingOfUses(stored, before, after, scope);
}

/**
 * What has a label also has the labels of that label. Changing one that a rule names, which denies the actor something
 * anywhere, is refused without looking for entities: there may be very many.
 */
function refuseLiftingOfUses(label: EntityRow, before: ResourceFacts, after: ResourceFacts, scope: Scope): void {
  const changed = new Set([
    ...before.tags.filter((tag) => !after.tags.includes(tag)),
    ...after.tags.filter((tag) => !before.tags.includes(tag)),
  ]);
  if (changed.size === 0) return;
  for (const type of scope.catalog.registry.types)
    for (const { rule, policy, operations, filter } of denialsOf(type, scope)) {
      const named = tagsNamed(filter);
      if (named.some((tag) => changed.has(tag)))
        throw liftingRefused({ rule, policy, operations }, `what has ${label.type} ${label.fqn}`, scope);
    }
}

function tagsNamed(filter: ResourceFilter): readonly string[] {
  return leavesOf(filter).flatMap((leaf) =>
    leaf.kind === 'above' ? tagsNamed(leaf.of) : 'tags' in leaf ? leaf.tags : [],
  );
}

function denialsOf(type: EntityType, { actor, catalog }: Scope): readonly Denial[] {
  return catalog.authorizer.denials(actor, type.name);
}

function typesBelow(type: EntityType, scope: Scope): EntityType[] {
  const { registry } = scope.catalog;
  return registry.types.filter(
    (lower) => registry.liesBelow(lower.name, type.name) && denialsOf(lower, scope).length > 0,
  );
}

/** Fields that an entity without its own values inherits from the nearest container with values. */
const inheritable = ['owners', 'domains', 'reviewers'] as const;

type Inherited = (typeof inheritable)[number];

/** Facts after the change, including what is inherited once the entity has no values of its own. */
async function factsAfter(type: EntityType, { after, parentId }: Change, scope: Scope): Promise<ResourceFacts> {
  const value = { ...after };
  for (const field of inheritable)
    if (field in value && !isOwn(value, field)) value[field] = await inheritedFrom(parentId, field, type, scope);
  if (inheritsOwnersOfDomains(type) && 'owners' in value && !isOwn(value, 'owners'))
    value.owners = await ownersOfDomains(value, scope);
  return factsOfValue(type, value, scope);
}

async function inheritedFrom(parentId: string | null, field: Inherited, type: EntityType, scope: Scope) {
  const inherits = type.traits?.some((trait) => trait.field === field && trait.edges?.inherited === true);
  const parent = inherits && parentId !== null ? await getEntityById(scope.sql, parentId) : undefined;
  if (!parent) return [];
  const facts = await factsOf(scope.catalog.registry.get(parent.type), parent, scope);
  return idsIn(facts, field).map((id) => ({ id }));
}

function idsIn({ ownerIds, domainIds, reviewerIds }: ResourceFacts, field: Inherited): readonly string[] {
  return { owners: ownerIds, domains: domainIds, reviewers: reviewerIds }[field];
}

function isOwn(value: Fields, field: Inherited): boolean {
  const list = value[field];
  return Array.isArray(list) && list.some((item) => isObject(item) && item.inherited !== true);
}

/**
 * Descendants that inherit owners, domains or reviewers from the entity change with it. They are read only if the change affects
 * the result of a condition.
 */
async function refuseLiftingBelow(
  type: EntityType,
  row: EntityRow,
  before: ResourceFacts,
  after: ResourceFacts,
  scope: Scope,
): Promise<void> {
  const denials = denialsOf(type, scope);
  const { ownerIds, ownerTeamIds, domainIds, reviewerIds } = after;
  const given = { ...before, ownerIds, ownerTeamIds, domainIds, reviewerIds };
  const leaves = denials.flatMap(({ filter }) => leavesOf(filter));
  const kept = (leaf: ResourceFilter) => testsAlike(leaf, before, leaf.kind === 'above' ? after : given);
  if (leaves.every(kept)) return;
  const query = {
    type: type.name,
    below: insideOf(row, type.name, scope.catalog.registry),
    include: 'all',
    filter: anyOf(denials.map(({ filter }) => filter)),
  } as const;
  for (let rows: EntityRow[] = [], last: EntityRow | undefined; ; last = rows.at(-1)) {
    rows = await listEntities(scope.sql, { ...query, limit: PAGE, ...(last ? { after: positionOf(last) } : {}) });
    for (const { value } of await loadEntities(rows, type, scope)) {
      const facts = await factsOfValue(type, value, scope);
      const then = factsBelow(value, facts, before, after);
      refuseLifted(denials, facts, then, `an entity below ${row.fqn}`, scope);
    }
    if (rows.length < PAGE) return;
  }
}

/** Whether the change of an entity leaves a condition on it alone, or one on what contains it. */
function testsAlike(leaf: ResourceFilter, before: ResourceFacts, after: ResourceFacts): boolean {
  return leaf.kind === 'above'
    ? leavesOf(leaf.of).every((inner) => testsAlike(inner, before, after))
    : matchesFilter(leaf, before) === matchesFilter(leaf, after);
}

/** The same facts, in which what contains the entity has changed. */
function withAbove<F extends Pick<ResourceFacts, 'above'>>(facts: F, after: ResourceFacts): F {
  if (!facts.above) return facts;
  return { ...facts, above: facts.above.id === after.id ? after : withAbove(facts.above, after) };
}

/** Facts of a descendant after the change: inherited values are replaced by the new ones of the changed entity. */
function factsBelow(value: Fields, facts: ResourceFacts, before: ResourceFacts, after: ResourceFacts): ResourceFacts {
  const owned = isOwn(value, 'owners') || !sameIds(facts.ownerIds, before.ownerIds);
  const placed = isOwn(value, 'domains') || !sameIds(facts.domainIds, before.domainIds);
  const reviewed = isOwn(value, 'reviewers') || !sameIds(facts.reviewerIds, before.reviewerIds);
  return {
    ...withAbove(facts, after),
    ...(owned ? {} : { ownerIds: after.ownerIds, ownerTeamIds: after.ownerTeamIds }),
    ...(placed ? {} : { domainIds: after.domainIds }),
    ...(reviewed ? {} : { reviewerIds: after.reviewerIds }),
  };
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

function refuseLifted(
  denials: readonly Denial[],
  before: ResourceFacts,
  after: ResourceFacts,
  what: string,
  scope: Scope,
): void {
  const left = new Set(denials.filter(({ filter }) => matchesFilter(filter, after)).flatMap((one) => one.operations));
  for (const { rule, policy, operations, filter } of denials) {
    const lifted = matchesFilter(filter, before) ? operations.filter((operation) => !left.has(operation)) : [];
    if (lifted.length > 0) throw liftingRefused({ rule, policy, operations: lifted }, what, scope);
  }
}

function liftingRefused(
  { rule, policy, operations }: Pick<Denial, 'rule' | 'policy' | 'operations'>,
  what: string,
  { actor }: Scope,
) {
  return forbidden(
    actor,
    `may not end what rule ${rule} of policy ${policy} denies them: [${operations.join(', ')}] on ${what}`,
  );
}
