import { parseReference } from '../../../contract/index.js';
import { type DataRoute, json, readLimit } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { type EntityRow, listEntities } from '../../storage/index.js';

/** `EntityHierarchy` of the interface. */
export interface HierarchyNode {
  id: string;
  name: string;
  displayName?: string;
  description: string;
  fullyQualifiedName?: string;
  children: HierarchyNode[];
}

/** `GET hierarchy`: all visible domains as a tree. */
export function domainHierarchyRoute(path: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/hierarchy`,
    docs: {
      operationId: 'list_domain_hierarchy',
      summary: 'List the domains as a tree',
      description: 'Returns the domains that the caller may see, each with its subdomains in `children`.',
      tag: 'domain',
      query: [
        {
          name: 'limit',
          description: 'Maximum number of domains to return',
          schema: { type: 'integer', minimum: 1, maximum: 100000, default: 10000 },
        },
      ],
      answers: { 200: { description: 'The top-level domains', schema: { pageOf: 'type/entityHierarchy' } } },
    },
    async handle(request, scope) {
      scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', 'domain');
      const limit = readLimit(request.query.limit, 10_000, 1, 100_000);
      const filter = scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', 'domain');
      const tree = buildTree(await listEntities(scope.sql, { type: 'domain', filter, limit }));
      return json(200, { data: tree, paging: { total: tree.length } });
    },
  };
}

/** Builds trees from rows; a row whose parent is missing becomes a root. Pure. */
export function buildTree(rows: readonly Pick<EntityRow, 'id' | 'parent_id' | 'ref'>[]): HierarchyNode[] {
  const nodes = new Map(rows.map((row) => [row.id, nodeOf(row)]));
  const top: HierarchyNode[] = [];
  for (const row of rows) {
    const node = present(nodes.get(row.id));
    const parent = row.parent_id === null ? undefined : nodes.get(row.parent_id);
    (parent?.children ?? top).push(node);
  }
  return top;
}

function nodeOf(row: Pick<EntityRow, 'ref'>): HierarchyNode {
  const { id, name, displayName, description, fullyQualifiedName } = parseReference(row.ref);
  return {
    id,
    name: name ?? '',
    ...(displayName ? { displayName } : {}),
    description: description ?? '',
    ...(fullyQualifiedName === undefined ? {} : { fullyQualifiedName }),
    children: [],
  };
}
