/** What rules need to know beside the entity they are about. */
import { isObject, type JsonObject, listOf, type SemanticsRule } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { getEntitiesByIds, RELATION, relationsFrom, relationsTo } from '../../storage/index.js';
import type { RuleFacts } from './rule-operators.js';

/** Loads only what one of the rules asks for. */
export async function factsFor(
  rules: readonly Pick<SemanticsRule, 'rule'>[],
  value: JsonObject,
  scope: Scope,
): Promise<RuleFacts> {
  const use = (operators: RegExp) => rules.some(({ rule }) => operators.test(rule));
  const [members, productDomains] = await Promise.all([
    use(/is(Owner|Reviewer)/) ? membersOf(idsIn([value.owners, value.reviewers], 'team'), scope) : new Map(),
    use(/validateDataProductDomainMatch/) ? domainsOf(idsIn([value.dataProducts], 'dataProduct'), scope) : new Map(),
  ]);
  return { members, productDomains };
}

function idsIn(lists: readonly unknown[], type: string): string[] {
  const ids = lists.flatMap((list) => listOf(list, isObject)).flatMap((one) => (one.type === type ? one.id : []));
  return [...new Set(ids.map(String))];
}

async function membersOf(teams: readonly string[], { sql }: Scope): Promise<Map<string, Set<string>>> {
  const members = new Map<string, Set<string>>();
  const edges = await relationsFrom(sql, teams, [RELATION.has]);
  const people = await getEntitiesByIds(sql, [...new Set(edges.map(({ to_id }) => to_id))]);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  for (const { from_id, to_id } of edges) {
    const name = names.get(to_id);
    if (name !== undefined) members.set(from_id, (members.get(from_id) ?? new Set()).add(name));
  }
  return members;
}

async function domainsOf(products: readonly string[], { sql }: Scope): Promise<Map<string, Set<string>>> {
  const domains = new Map<string, Set<string>>();
  for (const { from_id, to_id } of await relationsTo(sql, products, [RELATION.hasDomain]))
    domains.set(to_id, (domains.get(to_id) ?? new Set()).add(from_id));
  return domains;
}
