// What people and teams own.
import {
  type EntityType,
  jsonText,
  type Naming,
  type Reply,
  type Request,
  readLimit,
  readRow,
  referenceText,
  type Scope,
  withHrefs,
} from '../../catalog/index.js';
import { type EdgeRow, listEntities, RELATION, relationsFrom } from '../../storage/index.js';

export const assetParameters = [
  {
    name: 'limit',
    description: 'Most assets to return',
    schema: { type: 'integer', minimum: 0, maximum: 1000, default: 10 },
  },
  { name: 'offset', description: 'Assets to skip', schema: { type: 'integer', minimum: 0, default: 0 } },
];

/** A page of references to the live entities that an owner has and the reader may see. */
export async function ownedAssets(type: EntityType, naming: Naming, { query }: Request, scope: Scope): Promise<Reply> {
  const row = await readRow(type, naming, 'all', scope);
  const limit = readLimit(query.limit, 10, 0, 1000);
  const offset = readLimit(query.offset, 0, 0, Number.MAX_SAFE_INTEGER, 'offset');
  const edges = (await relationsFrom(scope.sql, [row.id], [RELATION.owns])).filter((edge) => edge.deleted === 0);
  const visible = await visibleIds(edges, scope);
  const assets = edges.filter((edge) => visible.has(edge.to_id));
  const texts = assets
    .slice(offset, offset + limit)
    .map((edge) => referenceText(edge.ref, edge.to_id, scope.catalog.registry.path(edge.to_type)));
  const data = withHrefs(texts.join(','), `${scope.catalog.options.publicUrl}/api`);
  return jsonText(200, `{"data":[${data}],"paging":${JSON.stringify({ total: assets.length, offset, limit })}}`);
}

async function visibleIds(edges: readonly EdgeRow[], scope: Scope): Promise<Set<string>> {
  const visible = new Set<string>();
  for (const type of new Set(edges.map((edge) => edge.to_type))) {
    const ids = edges.filter((edge) => edge.to_type === type).map((edge) => edge.to_id);
    const filter = scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', type);
    if (filter.kind === 'none') continue;
    const seen = filter.kind === 'all' ? ids : await listAllowed(type, ids, filter, scope);
    for (const id of seen) visible.add(id);
  }
  return visible;
}

async function listAllowed(
  type: string,
  ids: readonly string[],
  filter: ReturnType<Scope['catalog']['authorizer']['filter']>,
  scope: Scope,
): Promise<string[]> {
  const rows = await listEntities(scope.sql, { type, conditions: [{ by: 'ids', ids }], filter, limit: ids.length });
  return rows.map((row) => row.id);
}
