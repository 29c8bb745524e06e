// Assets of a domain. Rules test the domains of an asset, so removing a domain can lift a deny on its assets.
import { catalogError, parseReference } from '../../../contract/index.js';
import { type Fields, isObject, loadEntities, mayLift, refuseLifting, type Scope } from '../../catalog/index.js';
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

/** The asset after it was added to the domain, which replaces its other domains, or removed from it. */
export function inDomain(asset: Fields, domain: EntityRow, verb: 'add' | 'remove'): Fields {
  if (verb === 'add') return { ...asset, domains: [parseReference(domain.ref)] };
  const domains = Array.isArray(asset.domains) ? asset.domains.filter(isObject) : [];
  return { ...asset, domains: domains.filter(({ id }) => id !== domain.id) };
}

/** The assets that a holder has by edges of a kind, and what a change of the holder makes of each. */
export interface AssetChange {
  holder: EntityRow;
  kind: string;
  change(asset: Fields): Fields;
}

/** Refuses with 403 to delete a domain if it or a subdomain has an asset that the actor could not change directly. */
export async function guardDomain(domain: EntityRow, what: 'delete' | 'restore', scope: Scope): Promise<void> {
  if (what === 'restore' || scope.actor.isAdmin) return;
  let refused = await countLocked(withoutDomain(domain), scope);
  for await (const rows of walkDescendants(scope.sql, domain.id))
    for (const row of rows) if (row.type === domain.type) refused += await countLocked(withoutDomain(row), scope);
  if (refused === 0) return;
  const assets = refused === 1 ? 'asset' : 'assets';
  throw catalogError(
    'FORBIDDEN',
    `Principal: CatalogPrincipal{name='${scope.actor.name}'} operations [EditAll] not allowed on ${refused} ${assets} of domain ${domain.fqn}, so it may not delete the domain`,
  );
}

function withoutDomain(domain: EntityRow): AssetChange {
  return { holder: domain, kind: RELATION.hasDomain, change: (asset) => inDomain(asset, domain, 'remove') };
}

/** Counts the assets that the actor may not edit; refuses with 403 if one would escape a deny. */
export async function countLocked(assets: AssetChange, scope: Scope): Promise<number> {
  let count = 0;
  for (let after: string | undefined, page: ReferenceRow[]; ; after = page.at(-1)?.id) {
    const position = after === undefined ? {} : { after };
    page = await listRelated(scope.sql, {
      id: assets.holder.id,
      kind: assets.kind,
      end: 'from',
      limit: PAGE,
      ...position,
    });
    for (const type of new Set(page.map((asset) => asset.type))) {
      const ids = page.filter((asset) => asset.type === type).map((asset) => asset.id);
      count += await countRefused(type, ids, scope);
      await refuseOpening(assets, type, ids, scope);
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

/** Refuses with 403 if the change of an asset would end a rule that denies the actor something. */
async function refuseOpening(
  { change }: AssetChange,
  typeName: string,
  ids: readonly string[],
  scope: Scope,
): Promise<void> {
  const type = scope.catalog.registry.get(typeName);
  if (!mayLift(type, scope)) return;
  for (let at = 0; at < ids.length; at += LOADED) {
    const rows = await getEntitiesByIds(scope.sql, ids.slice(at, at + LOADED));
    const loaded = await loadEntities(rows, type, scope);
    for (const [i, stored] of rows.entries()) {
      const before = loaded[i]?.value ?? {};
      const after = change(before);
      await refuseLifting(type, { before, after, stored, parentId: stored.parent_id }, scope);
    }
  }
}
