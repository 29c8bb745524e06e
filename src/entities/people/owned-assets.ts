// Assets that users and teams own; what teams own, their members own too.
import {
  type EntityKey,
  type EntityType,
  type Reply,
  type Request,
  readLimit,
  readRow,
  type Scope,
  visibleIds,
} from '../../catalog/index.js';
import { pageReply } from '../asset-lists/assets.js';
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
  const owned = edges.map(({ to_id: id, to_type: type, ref }) => ({ id, type, ref }));
  const visible = await visibleIds(owned, scope);
  const assets = owned.filter(({ id }) => visible.has(id));
  return pageReply(assets.slice(offset, offset + limit), { total: assets.length, offset, limit }, scope);
}
