/** The cost of all queries of a service, from the sum stored for each query. */

import { parseObject, type Query, type Stored } from '../../../contract/index.js';
import {
  composeShown,
  type EntityType,
  findContainer,
  hiddenCondition,
  type Reply,
  type Request,
  type Scope,
  selectFields,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { allOf } from '../../rules/index.js';
import { getEntitiesByIds, type Inside, latestPoints, scanEntities } from '../../storage/index.js';
import { addSums, type CostSum, emptySum, roundedCount } from './query-cost-sum.js';

/** Kind of the point of a query that holds the sum. */
export const sumKind = 'queryCostSum';
const typeName = 'query';

/** Queries per batch. */
const BATCH = 500;
/** Queries and users per query listed in the response. */
const LISTED = 10;
const USERS = 10;

interface Group {
  id: string;
  sum: CostSum;
}

export async function sumUp({ params }: Request, scope: Scope): Promise<Reply> {
  const type = scope.catalog.registry.get(typeName);
  for (const operation of ['ViewBasic', 'ViewQueries'])
    scope.catalog.authorizer.possible(scope.actor, operation, typeName);
  const service = await findContainer(typeName, ['databaseService'], params.serviceName ?? '', { orId: false }, scope);
  return { status: 200, body: sumText(type, service, scope) };
}

/** Yields the response once; each batch of queries is read in its own snapshot. */
async function* sumText(type: EntityType, service: Inside | null, scope: Scope): AsyncGenerator<string> {
  let all = emptySum();
  let most: Group[] = [];
  for await (const groups of sumsBelow(type, service, scope)) {
    for (const { sum } of groups) all = addSums(all, sum);
    most = [...most, ...groups].sort((a, b) => b.sum.cost - a.sum.cost || (a.id < b.id ? -1 : 1)).slice(0, LISTED);
  }
  yield JSON.stringify({
    queryGroups: await scope.reopen((sql) => describe(type, most, { ...scope, sql })),
    overallStats: {
      totalCost: all.cost,
      minCost: all.records === 0 ? 0 : all.min,
      maxCost: all.max,
      avgCost: all.records === 0 ? 0 : all.cost / all.records,
      totalExecutionCount: roundedCount(all.count),
    },
  });
}

/** Sums of the visible queries of a service, in batches. */
async function* sumsBelow(type: EntityType, below: Inside | null, scope: Scope): AsyncGenerator<Group[]> {
  const { authorizer, registry, removals } = scope.catalog;
  const operations = ['ViewBasic', 'ViewQueries'];
  const filter = allOf(operations.map((operation) => authorizer.filter(scope.actor, operation, type.name)));
  let after: { key: string; id: string } | null | undefined;
  while (below && after !== null) {
    const from: { key: string; id: string } | undefined = after;
    const { groups, next } = await scope.reopen(async (sql) => {
      const under = await removals.under(sql);
      const page = await scanEntities(sql, {
        type: type.name,
        below,
        conditions: hiddenCondition(under, type.name, 'non-deleted', registry),
        filter,
        limit: BATCH,
        ...(from ? { after: from } : {}),
      });
      const ids = page.rows.map(({ id }) => id);
      const points = ids.length === 0 ? [] : await latestPoints(sql, ids, sumKind, '');
      return {
        next: page.next,
        groups: points.map(({ entity_id, doc }): Group => ({ id: entity_id, sum: parseObject<CostSum>(doc) })),
      };
    });
    yield groups;
    after = next;
  }
}

async function describe(type: EntityType, groups: readonly Group[], scope: Scope): Promise<object[]> {
  const rows = await getEntitiesByIds(
    scope.sql,
    groups.map(({ id }) => id),
  );
  const texts = await composeShown(rows, type, selectFields(type, undefined, scope.catalog), scope);
  const queries = new Map(rows.map(({ id }, i) => [id, parseObject<Stored<Query>>(present(texts[i]))]));
  return groups.flatMap(({ id, sum }) => {
    const query = queries.get(id);
    if (!query) return []; // deleted since its batch was read
    return {
      queryText: String(query.query ?? ''),
      users: (query.usedBy ?? []).slice(0, USERS),
      totalCost: sum.cost,
      totalCount: roundedCount(sum.count),
      totalDuration: sum.duration,
      avgDuration: sum.count === 0 ? 0 : sum.duration / sum.count,
      queryDetails: { query },
    };
  });
}
