/** Attributes of entities that policy conditions can test. Loaded only if a rule has a condition. */
import {
  getEntitiesByIds,
  getEntityById,
  RELATION,
  relationsFrom,
  relationsTo,
  type ShownRow,
} from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import { containersOf } from '../document/containers.js';
import { eachPart, isObject } from '../document/document.js';
import { isOwnItem } from '../document/own-items.js';
import { loadEntities } from '../read/load.js';
import type { Scope } from '../routes/route.js';
import type { ResourceFacts } from './authorizer.js';

/** Facts of a stored entity. */
export async function factsOf(type: EntityType, row: ShownRow, scope: Scope): Promise<ResourceFacts> {
  const [whole] = await loadEntities([row], type, scope);
  return factsOfValue(type, whole?.value ?? {}, scope);
}

/** Facts of what directly contains an entity, if rules on its type test them. */
async function factsAbove(type: EntityType, id: unknown, scope: Scope): Promise<Pick<ResourceFacts, 'above'>> {
  if (!type.rightsAbove || typeof id !== 'string') return {};
  const row = await getEntityById(scope.sql, id);
  const parent = row?.parent_id ? await getEntityById(scope.sql, row.parent_id) : undefined;
  return parent ? { above: await factsOf(scope.catalog.registry.get(parent.type), parent, scope) } : {};
}

/** Facts of a loaded entity, or of one to be stored. */
export async function factsOfValue(type: EntityType, value: Fields, scope: Scope): Promise<ResourceFacts> {
  const ownerIds = ids(value.owners);
  const about = type.hasSubject && typeof value.id === 'string' ? await subjectFacts(value.id, scope) : [];
  const { above } = await factsAbove(type, value.id, scope);
  return {
    type: type.name,
    id: typeof value.id === 'string' ? value.id : null,
    ownerIds,
    ownerTeamIds: ownerIds.length > 0 ? await scope.catalog.authorizer.ownerTeams(ownerIds, scope.sql) : [],
    tags: [...new Set([...tagNames(value.tags, tagsAbove(above)), ...partTags(type, value)])],
    certification:
      isObject(value.certification) && isObject(value.certification.tagLabel)
        ? String(value.certification.tagLabel.tagFQN)
        : null,
    domainIds: await domainsOf(type, value, scope),
    reviewerIds: ids(value.reviewers),
    ...(type.hasSubject ? { filerIds: ids([value.createdBy]), assigneeIds: ids(value.assignees) } : {}),
    ...(about.length > 0 ? { about } : {}),
    ...(above ? { above } : {}),
  };
}

/**
 * Also for entities without domains, such as a contract: the domains of the nearest container that has any, as in row filters.
 * Those that a user or team inherits from teams do not count, as row filters do not show them.
 */
async function domainsOf(type: EntityType, value: Fields, { sql }: Scope): Promise<string[]> {
  const hasOwn = type.traits?.some(({ edges }) => edges?.kind === RELATION.hasDomain) ?? false;
  if (hasOwn && !type.parents) return ids(value.domains, isOwnItem);
  if (hasOwn || !type.parents || typeof value.id !== 'string') return ids(value.domains);
  const row = await getEntityById(sql, value.id);
  const containers = row ? containersOf(row).map(([, id]) => id) : [];
  const edges = (await relationsTo(sql, containers, [RELATION.hasDomain])).filter(({ deleted }) => deleted < 2);
  const nearest = containers.find((id) => edges.some(({ to_id }) => to_id === id));
  return edges.filter(({ to_id }) => to_id === nearest).map(({ from_id }) => from_id);
}

/** Facts of what an entity is about. */
async function subjectFacts(id: string, scope: Scope): Promise<ResourceFacts[]> {
  const edges = await relationsFrom(scope.sql, [id], [RELATION.about]);
  const rows = await getEntitiesByIds(
    scope.sql,
    edges.map(({ to_id }) => to_id),
  );
  return Promise.all(rows.map((row) => factsOf(scope.catalog.registry.get(row.type), row, scope)));
}

function partTags(type: EntityType, value: Fields): string[] {
  const tags: string[] = [];
  for (const rule of type.parts ?? [])
    if (rule.tagged) eachPart(value, rule, (part) => tags.push(...tagNames(part.tags)));
  return tags;
}

function ids(value: unknown, counts = (_item: unknown) => true): string[] {
  return Array.isArray(value)
    ? value
        .filter(isObject)
        .filter(counts)
        .map((item) => String(item.id))
    : [];
}

/** Those of `above` that are shown here too count there only, so that they end with those. */
function tagNames(value: unknown, above?: ReadonlySet<string>): string[] {
  const labels = Array.isArray(value) ? value.filter(isObject) : [];
  return labels
    .filter((label) => isOwnItem(label) || !above?.has(String(label.tagFQN)))
    .map(({ tagFQN }) => String(tagFQN));
}

function tagsAbove(facts: ResourceFacts['above']): ReadonlySet<string> {
  const tags = new Set<string>();
  for (let at = facts; at; at = at.above) for (const tag of at.tags) tags.add(tag);
  return tags;
}
