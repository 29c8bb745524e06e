/**
 * Authorizes writes: every change needs the same rights as a PATCH of it, also within a PUT or a replaced document. The
 * states are compared only if some edit operation is restricted for the actor.
 */
import { getEntityById } from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import { eachPart } from '../document/document.js';
import type { Scope } from '../routes/route.js';
import type { Draft } from '../write/draft.js';
import type { ResourceFacts } from './authorizer.js';
import { factsOf, factsOfValue } from './facts.js';
import { isAllowed } from './is-allowed.js';
import { type Change, refuseLifting } from './lifted-denies.js';
import { changeOperations, possibleChangeOperations } from './operations.js';
import { inheritsOwnersOfDomains, ownersOfDomains } from './owners-of-domains.js';

/** Authorizes a PUT or POST. Throws 403. Texts that a bot may not edit are reset to the stored ones instead. */
export async function decideWrite(type: EntityType, draft: Draft, scope: Scope): Promise<void> {
  const { authorizer } = scope.catalog;
  const { stored } = draft;
  if (!stored) return authorizer.decide(scope.actor, ['Create'], type.name, () => factsOfNew(type, draft, scope));
  const edit = type.edit?.operation(draft.before ?? {}) ?? 'EditAll';
  await authorizer.decide(scope.actor, ['ViewBasic', edit], type.name, () => factsOf(type, stored, scope));
  if (stored.deleted === 1) await type.hooks?.guard?.(stored, 'restore', scope);
  if (scope.actor.isBot) await resetRefusedTexts(type, draft, scope);
  await decideChange(type, draft, scope);
}

/** Throws 403 unless the actor may make every change of the draft, without lifting a deny that applies to them. */
export async function decideChange(type: EntityType, change: Change, scope: Scope): Promise<void> {
  await decideFields(type, change, scope);
  await refuseLifting(type, change, scope);
}

async function decideFields(type: EntityType, { before, after }: Change, scope: Scope): Promise<void> {
  if (!before || isUnrestricted(possibleChangeOperations(type), type, scope)) return;
  const operations = changeOperations(type, before, after);
  if (operations.length === 0) return;
  const { authorizer } = scope.catalog;
  await authorizer.decide(scope.actor, operations, type.name, () => factsOfValue(type, before, scope));
}

function isUnrestricted(operations: readonly string[], type: EntityType, scope: Scope): boolean {
  const { authorizer } = scope.catalog;
  return operations.every((operation) => authorizer.filter(scope.actor, operation, type.name).kind === 'all');
}

const texts = [
  ['displayName', 'EditDisplayName'],
  ['description', 'EditDescription'],
] as const;

/**
 * Crawlers send every field with every PUT, so fields that they may not edit are reset instead of refusing the request.
 */
async function resetRefusedTexts(type: EntityType, { before, after }: Draft, scope: Scope): Promise<void> {
  if (!before) return;
  for (const [field, operation] of texts) {
    const facts = () => factsOfValue(type, before, scope);
    if (isUnrestricted([operation], type, scope) || (await isAllowed(operation, type, facts, scope))) continue;
    resetField(field, before, after);
    for (const rule of type.parts ?? []) {
      const old = new Map<string, Fields>();
      eachPart(before, rule, (part, path) => old.set(path, part));
      eachPart(after, rule, (part, path) => {
        const stored = old.get(path);
        if (stored) resetField(field, stored, part);
      });
    }
  }
}

function resetField(field: string, before: Fields, after: Fields): void {
  if (before[field] === undefined) delete after[field];
  else after[field] = before[field];
}

/** Facts of an entity to be created, including what it will inherit. */
async function factsOfNew(type: EntityType, draft: Draft, scope: Scope): Promise<ResourceFacts> {
  const given = await factsOfValue(type, draft.after, scope);
  const passedOn = inheritsOwnersOfDomains(type) && given.ownerIds.length === 0;
  const own = passedOn
    ? await factsOfValue(type, { ...draft.after, owners: await ownersOfDomains(draft.after, scope) }, scope)
    : given;
  const parent = draft.parentId === null ? undefined : await getEntityById(scope.sql, draft.parentId);
  if (!parent) return own;
  const above = await factsOf(scope.catalog.registry.get(parent.type), parent, scope);
  const orAbove = (ids: readonly string[], inherited: readonly string[]) => (ids.length > 0 ? ids : inherited);
  return {
    ...own,
    ownerIds: orAbove(own.ownerIds, above.ownerIds),
    ownerTeamIds: own.ownerIds.length > 0 ? own.ownerTeamIds : above.ownerTeamIds,
    domainIds: orAbove(own.domainIds, above.domainIds),
    reviewerIds: orAbove(own.reviewerIds, above.reviewerIds),
    ...(type.rightsAbove ? { above } : {}),
  };
}
