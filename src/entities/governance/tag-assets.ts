import { labelTypes } from '../../../contract/index.js';
import { createSight, type DataRoute, type Fields, isObject } from '../../catalog/index.js';
import {
  countTaggedEntities,
  type EntityRow,
  listTaggedEntities,
  removeTagUsages,
  replaceTagUsages,
  tagUsagesOf,
} from '../../storage/index.js';
import { assetCountsRoute } from '../asset-lists/asset-counts.js';
import { type AssetStore, assetRoutes } from '../asset-lists/assets.js';

/** The assets of a tag or term are the entities labelled with it. */
const taggedAssets: AssetStore = {
  async add(tag, assets, scope) {
    const usages = await tagUsagesOf(
      scope.sql,
      assets.map(({ id }) => id),
      'entities',
    );
    for (const asset of assets) {
      const own = usages.filter((usage) => usage.entity_id === asset.id);
      if (own.some((usage) => usage.tag_id === tag.id)) continue;
      const label = { entity_id: asset.id, part: '', tag_id: tag.id, source: sourceOf(tag), label_type: 'Manual' };
      await replaceTagUsages(scope.sql, asset.id, '', [
        ...own,
        { ...label, state: 'Confirmed', ord: own.length, data: null },
      ]);
    }
  },
  async remove(tag, assets, scope) {
    const usages = await tagUsagesOf(
      scope.sql,
      assets.map(({ id }) => id),
      'entities',
    );
    for (const asset of assets) {
      const left = usages.filter((usage) => usage.entity_id === asset.id && usage.tag_id !== tag.id);
      if (left.length === 0) await removeTagUsages(scope.sql, asset.id, ['']);
      else await replaceTagUsages(scope.sql, asset.id, '', left);
    }
  },
  list: (tag, limit, scope) => listTaggedEntities(scope.sql, { tagId: tag.id, limit }),
  async count({ id }, scope) {
    const [found] = await countTaggedEntities(scope.sql, [id]);
    return found?.count ?? 0;
  },
  counts: (tags, scope) =>
    countTaggedEntities(
      scope.sql,
      tags.map(({ id }) => id),
      createSight(scope).counted(),
    ),
};

const sourceOf = ({ type }: Pick<EntityRow, 'type'>) => (type === labelTypes.Glossary ? 'Glossary' : 'Classification');

function withTag(asset: Fields, tag: EntityRow, verb: 'add' | 'remove'): Fields {
  const labels = Array.isArray(asset.tags) ? asset.tags.filter(isObject) : [];
  const others = labels.filter(({ tagFQN, source }) => tagFQN !== tag.fqn || source !== sourceOf(tag));
  return { ...asset, tags: verb === 'add' ? [...others, { tagFQN: tag.fqn, source: sourceOf(tag) }] : others };
}

/** The operation that labelling with the tag or term needs on an asset. */
function operationOf(tag: EntityRow): string {
  if (tag.type === labelTypes.Glossary) return 'EditGlossaryTerms';
  return tag.fqn.startsWith('Tier.') ? 'EditTier' : 'EditTags';
}

/** Routes for the assets of a type whose entities are labels: tags, glossary terms. */
export function tagAssetRoutes(
  type: string,
  path: string,
  body: 'api/addTagToAssetsRequest' | 'api/addGlossaryToAssetsRequest' = 'api/addTagToAssetsRequest',
): DataRoute[] {
  return [
    ...assetRoutes({
      ...{ type, path, by: 'id', body, word: 'assets', store: taggedAssets },
      operation: operationOf,
      change: withTag,
    }),
    assetCountsRoute(type, path, taggedAssets),
  ];
}
