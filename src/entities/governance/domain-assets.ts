// Assets of a domain: rules ask for the domains of what they guard, so taking a domain away opens what lies in it.
import { catalogError } from '../../../contract/index.js';
import { type Fields, isObject, loadWhole, mayLift, refuseLifting, type Scope } from '../../catalog/index.js';
import { negated } from '../../rules/index.js';
import {
  type EntityRow,
  getEntitiesByIds,
  listEntities,
  listRelated,
  RELATION,
  type ReferenceRow,
  walkDescendants,
} from '../../storage/index.js';

const PAGE = 1000;
const LOADED = 100;

/** An asset as it is once it is in the domain, which is then its only one, or no longer in it. */
export function inDomain(asset: Fields, domain: EntityRow, verb: 'add' | 'remove'): Fields {
  if (verb === 'add') return { ...asset, domains: [{ id: domain.id }] };
  const domains = Array.isArray(asset.domains) ? asset.domains.filter(isObject) : [];
  return { ...asset, domains: domains.filter(({ id }) => id !== domain.id) };
}

/** Refuses with 403 to delete a domain with assets, here or in domains below, that the actor may not change one by one. */
export async function guardDomain(domain: EntityRow, what: 'delete' | 'restore', scope: Scope): Promise<void> {
  if (what === 'restore' || scope.actor.isAdmin) return;
  let refused = await countLocked(domain, scope);
  for await (const rows of walkDescendants(scope.sql, domain.id))
    for (const row of rows) if (row.type === domain.type) refused += await countLocked(row, scope);
  if (refused === 0) return;
  const assets = refused === 1 ? 'asset' : 'assets';
  throw catalogError(
    'FORBIDDEN',
    `Principal: CatalogPrincipal{name='${scope.actor.name}'} operations [EditAll] not allowed on ${refused} ${assets} of domain ${domain.fqn}, so it may not delete the domain`,
  );
}

async function countLocked(domain: EntityRow, scope: Scope): Promise<number> {
  let count = 0;
  for (let after: string | undefined, page: ReferenceRow[]; ; after = page.at(-1)?.id) {
    const place = after === undefined ? {} : { after };
    page = await listRelated(scope.sql, {
      id: domain.id,
      kind: RELATION.hasDomain,
      end: 'from',
      limit: PAGE,
      ...place,
    });
    for (const type of new Set(page.map((asset) => asset.type))) {
      const ids = page.filter((asset) => asset.type === type).map((asset) => asset.id);
      count += await countRefused(type, ids, scope);
      await refuseOpening(domain, type, ids, scope);
    }
    if (page.length < PAGE) return count;
  }
}

async function countRefused(type: string, ids: readonly string[], scope: Scope): Promise<number> {
  const filter = scope.catalog.authorizer.filter(scope.actor, 'EditAll', type);
  if (filter.kind === 'all') return 0;
  const conditions = [{ by: 'ids', ids }] as const;
  const rows = await listEntities(scope.sql, { type, conditions, filter: negated(filter), limit: ids.length });
  return rows.length;
}

/** Refuses with 403 when a rule denies the actor something on one of the assets as long as it is in the domain. */
async function refuseOpening(domain: EntityRow, typeName: string, ids: readonly string[], scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get(typeName);
  if (!mayLift(type, scope)) return;
  for (let at = 0; at < ids.length; at += LOADED) {
    const rows = await getEntitiesByIds(scope.sql, ids.slice(at, at + LOADED));
    const wholes = await loadWhole(rows, type, scope);
    for (const [i, stored] of rows.entries()) {
      const before = wholes[i]?.value ?? {};
      const after = inDomain(before, domain, 'remove');
      await refuseLifting(type, { before, after, stored, parentId: stored.parent_id }, scope);
    }
  }
}
