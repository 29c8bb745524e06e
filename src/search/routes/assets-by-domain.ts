/** Finds what has domains through the index, whose conditions and counts know which are inherited. */
import type { Scope } from '../../catalog/index.js';
import type { DomainAssetFinder } from '../../entities/index.js';
import { forOneRequest, referencesById } from '../../storage/index.js';
import { openEngine } from '../engine/open-engine.js';
import { both, type Condition, combination } from '../query/condition.js';
import { visibleTo } from '../query/visible.js';

export const assetsByDomain: DomainAssetFinder = {
  async page(domains, { types, limit, offset }, given) {
    const scope = { ...given, sql: forOneRequest(given.sql) };
    const engine = await openEngine(scope);
    const condition = await assetsIn(domains, types, scope);
    const found = await engine.find(condition);
    const { total } = found.isMore ? await engine.find(condition, { exact: true }) : found;
    const hits = await found.sorted({ by: 'name', descending: false }, { offset, limit });
    const rows = await referencesById(
      scope.sql,
      hits.map(({ id }) => id),
    );
    return { rows: hits.flatMap(({ id }) => rows.get(id) ?? []), total };
  },
  async counts(domains, types, given) {
    const scope = { ...given, sql: forOneRequest(given.sql) };
    const engine = await openEngine(scope);
    const found = await engine.find(await assetsIn(domains, types, scope), { exact: true });
    return (await found.tally()).get('d') ?? new Map();
  },
};

/** The live entities of these types in any of the domains that the caller may see. */
async function assetsIn(domains: readonly string[], types: readonly string[], scope: Scope): Promise<Condition> {
  const inDomains = combination({ kind: 'inherits', field: 'd', ids: domains });
  return both([await visibleTo(types, false, scope), inDomains]);
}
