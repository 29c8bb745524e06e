// Assets of a domain. Rules test the domains of an asset, so removing a domain can lift a deny on its assets.
import { catalogError, operationsRefused, parseReference } from '../../../contract/index.js';
import {
  type Fields,
  factsOf,
  isObject,
  liesInside,
  loadEntities,
  mayLift,
  refuseLifting,
  type Scope,
} from '../../catalog/index.js';
import { groupBy } from '../../context/index.js';
import { negated } from '../../rules/index.js';
import {
  type EntityRow,
  getEntitiesByIds,
  listEntities,
  listRelated,
  RELATION,
  type ReferenceRow,
  relationsTo,
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

/** Refuses with 400 to remove what is in the domain only by its container, or by a subdomain: it has to be removed there. */
export async function guardElsewhere(asset: EntityRow, scope: Scope, domain: EntityRow): Promise<void> {
  const own = await relationsTo(scope.sql, [asset.id], [RELATION.hasDomain]);
  if (own.some((edge) => edge.from_id === domain.id)) return;
  const { domainIds } = await factsOf(scope.catalog.registry.get(asset.type), asset, scope);
  const inside = (await getEntitiesByIds(scope.sql, domainIds)).find(
    (row) => row.id === domain.id || liesInside(row, domain.id),
  );
  if (!inside) return;
  const reason = own.length > 0 ? 'belongs to a subdomain' : 'has the domain from what contains it';
  throw catalogError('BAD_REQUEST', `domains: the asset ${reason}, and can only be removed there`);
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
  const guard = (holder: EntityRow) => {
    const change = (asset: Fields) => inDomain(asset, holder, 'remove');
    return guardAssets({ holder, kind: RELATION.hasDomain, change }, `domain ${domain.fqn}`, 'be deleted', scope);
  };
  await guard(domain);
  for await (const rows of walkDescendants(scope.sql, domain.id))
    for (const row of rows) if (row.type === domain.type) await guard(row);
}

/**
 * Refuses with 403 what changes assets if the actor may not edit all of them, or if one would escape a deny. The message does
 * not say how many there are, since the actor may not see them.
 */
export async function guardAssets(assets: AssetChange, whose: string, refused: string, scope: Scope): Promise<void> {
  if (scope.actor.isAdmin) return;
  const { holder, kind } = assets;
  for (let after = '', page: ReferenceRow[]; ; after = page.at(-1)?.id ?? '') {
    page = await listRelated(scope.sql, { id: holder.id, kind, end: 'from', limit: PAGE, after });
    for (const [type, some] of groupBy(page, (asset) => asset.type)) {
      const ids = some.map((asset) => asset.id);
      if (await isRefused(type, ids, scope))
        throw operationsRefused(scope.actor, ['EditAll'], `on some assets of ${whose}, so it may not ${refused}`);
      await refuseOpening(assets, type, ids, scope);
    }
    if (page.length < PAGE) return;
  }
}

async function isRefused(type: string, ids: readonly string[], scope: Scope): Promise<boolean> {
  const filter = scope.catalog.authorizer.filter(scope.actor, 'EditAll', type);
  if (filter.kind === 'all') return false;
  const conditions = [{ by: 'ids', ids }] as const;
  const rows = await listEntities(scope.sql, { type, conditions, filter: negated(filter), limit: 1 });
  return rows.length > 0;
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
