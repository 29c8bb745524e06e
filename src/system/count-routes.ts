/** Numbers of entities and services that the caller may see. */
import {
  hiddenCondition,
  includeParameter,
  type Reply,
  type Route,
  readInclude,
  type Scope,
} from '../catalog/index.js';
import type { EntityQuery } from '../storage/index.js';
import { readRoute } from './system-route.js';

type Include = NonNullable<EntityQuery['include']>;

/** Keys of `countedAs` in type declarations. */
type Counted = 'entities' | 'services';

export function countRoutes(): Route[] {
  return [
    countRoute('/v1/system/entities/count', 'listEntitiesCount', 'entity/utils/entitiesCount', 'entities'),
    countRoute('/v1/system/services/count', 'listServicesCount', 'entity/utils/servicesCount', 'services'),
  ];
}

function countRoute(path: string, id: string, answer: string, counted: Counted): Route {
  return readRoute(path, {
    id,
    summary: `Count the ${counted} that the caller may see`,
    answer,
    query: [includeParameter],
    handle: async ({ query }, scope): Promise<Reply> => {
      const include = readInclude(query.include);
      return { status: 200, body: answerCounts(scope.catalog.contract.fieldNames(answer), counted, include, scope) };
    },
  });
}

/**
 * Counts for all fields of the response, 0 if no type declares the field. Streamed after the handler has returned, so
 * that a long count holds no snapshot.
 */
async function* answerCounts(
  fields: readonly string[],
  counted: Counted,
  include: Include,
  scope: Scope,
): AsyncGenerator<string> {
  const { registry, authorizer } = scope.catalog;
  const answer: Record<string, number> = {};
  for (const field of fields) {
    let sum = 0;
    for (const { name } of registry.types.filter(({ countedAs }) => countedAs?.[counted] === field)) {
      const filter = authorizer.filter(scope.actor, 'ViewBasic', name);
      sum += filter.kind === 'none' ? 0 : await total({ type: name, include, filter }, scope);
    }
    answer[field] = sum;
  }
  yield JSON.stringify(answer);
}

/** Like the total of a list: without what is below something that is being deleted. */
async function total(counted: EntityQuery & { include: Include }, scope: Scope): Promise<number> {
  const { totals, removals, registry } = scope.catalog;
  const { query, quick } = await scope.reopen(async (sql) => {
    const under = await removals.under(sql);
    const query = { ...counted, conditions: hiddenCondition(under, counted.type, counted.include, registry) };
    return { query, quick: await totals.quick(query, { ...scope, sql }) };
  });
  return quick ?? totals.full(query, scope);
}
