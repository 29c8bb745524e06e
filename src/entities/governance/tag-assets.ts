import { catalogError, labelTypes } from '../../../contract/index.js';
import { aNounOf, createSight, type DataRoute, type Fields, isObject, type Scope } from '../../catalog/index.js';
import {
  countTaggedEntities,
  type EntityRow,
  getEntitiesByIds,
  listTaggedEntities,
  tagUsagesOf,
} from '../../storage/index.js';
import {
  appliedNow,
  labelData,
  refuseDisabled,
  refuseExclusiveTags,
  replaceLabels,
  sourceOfType,
} from '../../traits/index.js';
import { assetCountsRoute } from '../asset-lists/asset-counts.js';
import { type AssetStore, assetRoutes } from '../asset-lists/assets.js';

/** The assets of a tag or term are the entities labelled with it. */
const taggedAssets: AssetStore = {
  async add(tag, assets, scope) {
    for (const { asset, own } of await labelled(assets, scope)) {
      if (own.some((usage) => usage.tag_id === tag.id)) continue;
      const label = {
        entity_id: asset.id,
        part: '',
        tag_id: tag.id,
        source: sourceOfType(tag.type),
        label_type: 'Manual',
      };
      const data = labelData(appliedNow(scope));
      await replaceLabels(asset, '', [...own, { ...label, state: 'Confirmed', ord: own.length, data }], scope);
    }
  },
  async remove(tag, assets, scope) {
    for (const { asset, own } of await labelled(assets, scope)) {
      const left = own.filter((usage) => usage.tag_id !== tag.id);
      if (left.length < own.length) await replaceLabels(asset, '', left, scope);
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

/** Assets with their own labels. */
async function labelled(assets: readonly EntityRow[], scope: Scope) {
  const usages = await tagUsagesOf(
    scope.sql,
    assets.map(({ id }) => id),
    'entities',
  );
  return assets.map((asset) => ({ asset, own: usages.filter((usage) => usage.entity_id === asset.id) }));
}

/** Refuses with 400 a tag that is disabled or excluded by a label of the asset, and an asset that cannot have tags. */
async function guardAdding(asset: EntityRow, scope: Scope, tag: EntityRow): Promise<void> {
  const type = scope.catalog.registry.get(asset.type);
  if (!type.traits?.some(({ field }) => field === 'tags'))
    throw catalogError('BAD_REQUEST', `assets: ${aNounOf(type)} cannot have tags`);
  const own = await tagUsagesOf(scope.sql, [asset.id], 'entities');
  if (own.some((usage) => usage.tag_id === tag.id)) return;
  await refuseDisabled([tag], scope);
  const others = await getEntitiesByIds(
    scope.sql,
    own.map(({ tag_id }) => tag_id),
  );
  await refuseExclusiveTags([[...others, tag]], scope);
}

function withTag(asset: Fields, tag: EntityRow, verb: 'add' | 'remove'): Fields {
  const labels = Array.isArray(asset.tags) ? asset.tags.filter(isObject) : [];
  const others = labels.filter(({ tagFQN, source }) => tagFQN !== tag.fqn || source !== sourceOfType(tag.type));
  return { ...asset, tags: verb === 'add' ? [...others, { tagFQN: tag.fqn, source: sourceOfType(tag.type) }] : others };
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
      guardAdding,
      change: withTag,
    }),
    assetCountsRoute(type, path, taggedAssets),
  ];
}
