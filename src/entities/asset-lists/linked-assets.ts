import { createSight } from '../../catalog/index.js';
import { countRelations, listRelated, putRelations, removeRelations } from '../../storage/index.js';
import type { AssetList } from './assets.js';
import type { AssetEdges } from './change-assets.js';

/** Assets that are edges from the holder. */
export function linkedAssets(kind: string): AssetList & AssetEdges {
  return {
    async add(holder, assets, scope) {
      const edges = assets.map((asset, ord) => ({
        from_id: holder.id,
        from_type: holder.type,
        kind,
        to_id: asset.id,
        to_type: asset.type,
        ord,
        data: null,
      }));
      await putRelations(scope.sql, edges);
    },
    async remove(holder, assets, scope) {
      await removeRelations(
        scope.sql,
        assets.map((asset) => ({ from_id: holder.id, kind, to_id: asset.id })),
      );
    },
    list: (holder, limit, scope) => listRelated(scope.sql, { id: holder.id, kind, end: 'from', limit }),
    async count(holder, scope) {
      const [found] = await countRelations(scope.sql, { ids: [holder.id], kind, end: 'from' });
      return found?.count ?? 0;
    },
    counts: (holders, scope) =>
      countRelations(scope.sql, {
        ids: holders.map(({ id }) => id),
        kind,
        end: 'from',
        seen: createSight(scope).counted(),
      }),
  };
}
