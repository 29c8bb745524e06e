import { listOf } from '../../../contract/index.js';
import { type Fields, isObject, isOwnItem, liesInside, type Scope } from '../../catalog/index.js';
import { getEntitiesByIds, RELATION, relationsTo } from '../../storage/index.js';

/**
 * An asset that leaves a domain also leaves the data products of the domain, unless it enters another domain of theirs or
 * one inside. Assigns `dataProducts` of `after`. Those that the write itself adds stay.
 */
export async function leaveProducts(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  if (before === null || after.domains === before.domains) return;
  const domains = new Set(ownIds(after.domains));
  const left = ownIds(before.domains).filter((id) => !domains.has(id));
  const added = new Set(ownIds(after.dataProducts));
  const products = ownIds(before.dataProducts).filter((id) => added.has(id));
  if (left.length === 0 || products.length === 0) return;
  const edges = await relationsTo(scope.sql, products, [RELATION.hasDomain]);
  const entered = await getEntitiesByIds(scope.sql, [...domains]);
  const holds = (id: string) => entered.some((domain) => domain.id === id || liesInside(domain, id));
  const gone = products.filter((product) => {
    const its = edges.filter(({ to_id }) => to_id === product).map(({ from_id }) => from_id);
    return its.some((id) => left.includes(id)) && !its.some(holds);
  });
  if (gone.length === 0) return;
  after.dataProducts = listOf(after.dataProducts, isObject).filter(({ id }) => !gone.includes(String(id)));
}

function ownIds(list: unknown): string[] {
  return listOf(list, isObject)
    .filter(isOwnItem)
    .map(({ id }) => String(id));
}
