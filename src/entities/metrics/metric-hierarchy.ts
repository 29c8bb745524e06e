/** Trees of metrics: below each metric are those derived from it. */
import {
  type DataRoute,
  json,
  type Reply,
  type Request,
  readLimit,
  type Scope,
  visibleIds,
} from '../../catalog/index.js';
import { first } from '../../context/index.js';
import { type EntityRow, getEntitiesByIds, listEntities, relationsFrom, relationsTo } from '../../storage/index.js';
import { target } from '../entity-route.js';
import { buildTree, type HierarchyNode } from '../governance/domain-hierarchy.js';

/** Kind of the edge from a metric to the one that it is derived from. */
export const DERIVED = 'derivedFrom';

const MOST = 100_000;
const USUAL = 10_000;

export function hierarchyRoutes(path: string): DataRoute[] {
  return [
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/hierarchy`,
      docs: {
        operationId: 'list_metric_hierarchy',
        summary: 'List the metrics as trees',
        description: 'Returns the metrics that the caller may see, each with those derived from it in `children`.',
        tag: 'metric',
        query: [
          {
            name: 'limit',
            description: 'Maximum number of metrics to return',
            schema: { type: 'integer', minimum: 1, maximum: MOST, default: USUAL },
          },
        ],
        answers: { 200: { description: 'The roots of the trees', schema: { pageOf: 'type/entityHierarchy' } } },
      },
      handle: listTrees,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/{id}/hierarchy`,
      docs: {
        operationId: 'get_metric_hierarchy',
        summary: 'Get a metric with all that is derived from it',
        description: `Returns the tree below the metric, of at most ${USUAL} metrics that the caller may see.`,
        tag: 'metric',
        answers: { 200: { description: 'The tree', schema: 'type/entityHierarchy' } },
        errors: [404],
      },
      handle: readTree,
    },
  ];
}

async function listTrees({ query }: Request, scope: Scope): Promise<Reply> {
  const { authorizer } = scope.catalog;
  authorizer.possible(scope.actor, 'ViewBasic', 'metric');
  const limit = readLimit(query.limit, USUAL, 1, MOST);
  const filter = authorizer.filter(scope.actor, 'ViewBasic', 'metric');
  const rows = await listEntities(scope.sql, { type: 'metric', filter, limit });
  const origins = await originsOf(
    rows.map(({ id }) => id),
    scope,
  );
  const data = treesOf(rows, origins);
  return json<{ data: HierarchyNode[]; paging: object }>(200, { data, paging: { total: data.length } });
}

async function readTree(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target('metric', request, 'ViewBasic', scope);
  const origins = new Map<string, string>();
  for (let level = [row.id]; level.length > 0 && origins.size < USUAL; ) {
    const edges = await relationsTo(scope.sql, level, [DERIVED]);
    const found = edges.filter(({ from_id, deleted }) => deleted === 0 && from_id !== row.id && !origins.has(from_id));
    for (const { from_id, to_id } of found) origins.set(from_id, to_id);
    level = found.map(({ from_id }) => from_id);
  }
  const rows = await getEntitiesByIds(scope.sql, [...origins.keys()]);
  const visible = await visibleIds(rows, scope);
  const shown = rows.filter(({ id }) => visible.has(id));
  return json<HierarchyNode>(200, first(treesOf([row, ...shown], origins)));
}

/** The metric itself and those that it is derived from, directly or through others. */
export async function metricsAbove(id: string, scope: Scope): Promise<string[]> {
  const found = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !found.has(at); ) {
    found.add(at);
    at = (await originsOf([at], scope)).get(at);
  }
  return [...found];
}

/** The metric that each metric is derived from. */
async function originsOf(ids: readonly string[], scope: Scope): Promise<Map<string, string>> {
  const edges = await relationsFrom(scope.sql, ids, [DERIVED]);
  return new Map(edges.filter(({ deleted }) => deleted === 0).map(({ from_id, to_id }) => [from_id, to_id]));
}

/** Deeper trees are returned in pieces, as clients and `JSON.stringify` have limits. */
const MOST_LEVELS = 100;

/**
 * The metrics that get no parent in the tree: one of each circle, which two metrics that are derived from each other at
 * the same moment form, and the first of each piece of a tree that is too deep. `above` has the parent of each.
 */
function rootsOf(above: ReadonlyMap<string, string>): Set<string> {
  const levels = new Map<string, number>();
  const roots = new Set<string>();
  for (const start of above.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && !levels.has(at) && !onPath.has(at)) {
      path.push(at);
      onPath.add(at);
      at = above.get(at);
    }
    if (at !== undefined && onPath.has(at)) roots.add(at);
    for (const id of path.reverse()) {
      const parent = above.get(id);
      const level = parent === undefined || roots.has(id) ? 0 : (levels.get(parent) ?? 0) + 1;
      if (level >= MOST_LEVELS) roots.add(id);
      levels.set(id, level >= MOST_LEVELS ? 0 : level);
    }
  }
  return roots;
}

/** Trees of the rows; `origins` has the metric that each is derived from. Pure. */
export function treesOf(
  rows: readonly Pick<EntityRow, 'id' | 'ref'>[],
  origins: ReadonlyMap<string, string>,
): HierarchyNode[] {
  const shown = new Set(rows.map(({ id }) => id));
  const roots = rootsOf(new Map([...origins].filter(([id, origin]) => shown.has(id) && shown.has(origin))));
  return buildTree(
    rows.map(({ id, ref }) => ({ id, ref, parent_id: roots.has(id) ? null : (origins.get(id) ?? null) })),
  );
}
