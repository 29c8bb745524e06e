/**
 * The assets of a domain: what has it, or a domain below it, itself or from its containers. Data products belong to
 * domains, but are not assets of them.
 */
import type { DataRoute, Registry, Scope } from '../../catalog/index.js';
import { type EntityRow, listEntities } from '../../storage/index.js';
import { assetCountsRoute } from '../asset-lists/asset-counts.js';
import { type AssetList, type AssetPage, assetListRoutes, type Page } from '../asset-lists/assets.js';
import { canHave } from '../asset-lists/change-assets.js';

/** Finds live entities of some types by the domains that they have, limited to what the reader may see. */
export interface DomainAssetFinder {
  /** Those with any of the domains, by name. */
  page(domains: readonly string[], page: Page & { types: readonly string[] }, scope: Scope): Promise<AssetPage>;
  /** Their number, by domain. */
  counts(domains: readonly string[], types: readonly string[], scope: Scope): Promise<ReadonlyMap<string, number>>;
}

const MOST_DOMAINS = 100_000;
const type = 'domain';
const path = '/v1/domains';

/** GET assets by id and by name, and GET assets/counts. */
export function domainAssetRoutes(finder: DomainAssetFinder): DataRoute[] {
  const lists = assetListRoutes({ type, path, word: 'assets' }, async (domain, page, scope) =>
    finder.page(await withSubdomains(domain, scope), { ...page, types: assetTypes(scope.catalog.registry) }, scope),
  );
  const counts: AssetList['counts'] = (domains, scope) => countAll(domains, finder, scope);
  return [...lists, assetCountsRoute(type, path, { counts }, 'a domain')].map((route) => ({ ...route, long: true }));
}

async function countAll(domains: readonly EntityRow[], finder: DomainAssetFinder, scope: Scope) {
  const all = await listEntities(scope.sql, { type, limit: MOST_DOMAINS });
  const parents = new Map(all.map((domain) => [domain.id, domain.parent_id]));
  const own = await finder.counts([...parents.keys()], assetTypes(scope.catalog.registry), scope);
  const totals = new Map<string, number>();
  for (const [id, count] of own)
    for (let at: string | null = id; at !== null; at = parents.get(at) ?? null)
      totals.set(at, (totals.get(at) ?? 0) + count);
  return domains.map(({ id }) => ({ id, count: totals.get(id) ?? 0 }));
}

async function withSubdomains({ id, fqn }: EntityRow, { sql }: Scope): Promise<string[]> {
  const conditions = [{ by: 'below', containers: [{ fqn, id }] }] as const;
  const below = await listEntities(sql, { type, conditions, limit: MOST_DOMAINS });
  return [id, ...below.map((domain) => domain.id)];
}

function assetTypes({ types }: Registry): string[] {
  return types.filter((one) => one.name !== 'dataProduct' && canHave(one, 'domains')).map(({ name }) => name);
}
