/** Types whose entities without owners of their own have those of their domains. */
import { allOf, matchesFilter, type ResourceFilter } from '../../rules/index.js';
import { type EntityRow, getEntitiesByIds, listEntities, RELATION } from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import { isObject } from '../document/document.js';
import { insideOf } from '../document/inside.js';
import { positionOf } from '../read/cursor.js';
import type { Scope } from '../routes/route.js';
import type { Denial, ResourceFacts } from './authorizer.js';
import { factsOf } from './facts.js';

const PAGE = 500;

export function inheritsOwnersOfDomains({ traits = [] }: Pick<EntityType, 'traits'>): boolean {
  return traits.some(({ edges }) => edges?.kind === RELATION.owns && edges.through === RELATION.hasDomain);
}

/** What an entity inherits from the domains in its fields, as references. */
export async function ownersOfDomains({ domains }: Fields, scope: Scope): Promise<{ id: string }[]> {
  const ids = Array.isArray(domains) ? domains.filter(isObject).map(({ id }) => String(id)) : [];
  const rows = await getEntitiesByIds(scope.sql, ids);
  const facts = await Promise.all(rows.map((row) => factsOf(scope.catalog.registry.get(row.type), row, scope)));
  return [...new Set(facts.flatMap(({ ownerIds }) => ownerIds))].map((id) => ({ id }));
}

/**
 * The first rule that denies the actor something on an entity with the owners of this domain, and that a change of these
 * could end; undefined if there is none. Whether another domain keeps the rule in force is not asked.
 */
export async function deniedThrough(
  domain: EntityRow,
  { before, after }: { before: ResourceFacts; after: ResourceFacts },
  scope: Scope,
): Promise<{ denial: Denial; type: EntityType } | undefined> {
  const { registry, authorizer } = scope.catalog;
  if (!registry.targetsOf('domains').includes(domain.type)) return undefined;
  const { ownerIds, ownerTeamIds } = after;
  const changed = { ...before, ownerIds, ownerTeamIds };
  const tells = (filter: ResourceFilter) => matchesFilter(filter, before) !== matchesFilter(filter, changed);
  let places: string[] | undefined;
  for (const type of registry.types.filter(inheritsOwnersOfDomains)) {
    const denials = authorizer.denials(scope.actor, type.name).filter(({ filter }) => leavesOf(filter).some(tells));
    if (denials.length === 0) continue;
    places ??= [domain.id, ...(await idsBelow(domain, scope))];
    const inherits: ResourceFilter = { kind: 'fromDomains', of: { kind: 'is', ids: places } };
    for (const denial of denials) {
      const filter = allOf([inherits, denial.filter]);
      const found = await listEntities(scope.sql, { type: type.name, include: 'all', filter, limit: 1 });
      if (found.length > 0) return { denial, type };
    }
  }
  return undefined;
}

async function idsBelow(row: EntityRow, { sql, catalog }: Scope): Promise<string[]> {
  const ids: string[] = [];
  const below = insideOf(row, row.type, catalog.registry);
  for (let rows: EntityRow[] = [], last: EntityRow | undefined; ; last = rows.at(-1)) {
    const after = last ? { after: positionOf(last) } : {};
    rows = await listEntities(sql, { type: row.type, below, include: 'all', limit: PAGE, ...after });
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < PAGE) return ids;
  }
}

/** What a filter combines. */
export function leavesOf(filter: ResourceFilter): ResourceFilter[] {
  if (filter.kind === 'not') return leavesOf(filter.of);
  return filter.kind === 'and' || filter.kind === 'or' ? filter.of.flatMap(leavesOf) : [filter];
}
