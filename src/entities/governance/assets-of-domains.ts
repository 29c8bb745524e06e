/** The assets of a domain: what it, or a domain below it, is set on. Data products belong to domains, but are no assets of them. */
import { createSight, type Scope } from '../../catalog/index.js';
import {
  countReached,
  countRelations,
  type EntityRow,
  listEntities,
  listReached,
  RELATION,
  type Reached,
} from '../../storage/index.js';
import type { AssetList } from '../asset-lists/assets.js';

const MOST_DOMAINS = 100_000;
const kind = RELATION.hasDomain;
const without = ['dataProduct'];

export const assetsOfDomains: AssetList = {
  list: async (domain, limit, scope) => listReached(scope.sql, await reachedBy(domain, scope), limit),
  count: async (domain, scope) => countReached(scope.sql, await reachedBy(domain, scope)),
  async counts(domains, scope) {
    const seen = createSight(scope).counted();
    const all = await listEntities(scope.sql, { type: 'domain', limit: MOST_DOMAINS });
    const parents = new Map(all.map((domain) => [domain.id, domain.parent_id]));
    const own = await countRelations(scope.sql, { ids: [...parents.keys()], kind, end: 'from', seen, without });
    const totals = new Map<string, number>();
    for (const { id, count } of own)
      for (let at: string | null = id; at !== null; at = parents.get(at) ?? null)
        totals.set(at, (totals.get(at) ?? 0) + count);
    return domains.map(({ id }) => ({ id, count: totals.get(id) ?? 0 }));
  },
};

async function reachedBy({ id, fqn, type }: EntityRow, { sql }: Scope): Promise<Reached> {
  const conditions = [{ by: 'below', containers: [{ fqn, id }] }] as const;
  const below = await listEntities(sql, { type, conditions, limit: MOST_DOMAINS });
  return { ids: [id, ...below.map((domain) => domain.id)], kind, without };
}
