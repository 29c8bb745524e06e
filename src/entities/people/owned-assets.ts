// Assets that users and teams own; what teams own, their members own too.
import {
  apiUrl,
  type EntityKey,
  type EntityType,
  jsonText,
  type Reply,
  type Request,
  readLimit,
  readRow,
  referenceText,
  type Scope,
  visibleIds,
  withHrefs,
} from '../../catalog/index.js';
import { ownedBy } from '../teams/from-teams.js';

export const assetParameters = [
  {
    name: 'limit',
    description: 'Maximum number of assets to return',
    schema: { type: 'integer', minimum: 0, maximum: 1000, default: 10 },
  },
  { name: 'offset', description: 'Number of assets to skip', schema: { type: 'integer', minimum: 0, default: 0 } },
];

/** A page of references to the entities of an owner that are not deleted and visible to the reader. */
export async function ownedAssets(
  type: EntityType,
  naming: EntityKey,
  { query }: Request,
  scope: Scope,
): Promise<Reply> {
  const row = await readRow(type, naming, 'all', scope);
  const limit = readLimit(query.limit, 10, 0, 1000);
  const offset = readLimit(query.offset, 0, 0, Number.MAX_SAFE_INTEGER, 'offset');
  const edges = (await ownedBy([row.id], scope.sql)).get(row.id) ?? [];
  const visible = await visibleIds(
    edges.map((edge) => ({ id: edge.to_id, type: edge.to_type })),
    scope,
  );
  const assets = edges.filter((edge) => visible.has(edge.to_id));
  const texts = assets
    .slice(offset, offset + limit)
    .map((edge) => referenceText(edge.ref, edge.to_id, scope.catalog.registry.path(edge.to_type)));
  const data = withHrefs(texts.join(','), apiUrl(scope));
  return jsonText(200, `{"data":[${data}],"paging":${JSON.stringify({ total: assets.length, offset, limit })}}`);
}
