import { labelTypes, listOf, type TagLabel } from '../../../contract/index.js';
import {
  createSight,
  type EntityType,
  eachPart,
  type Fields,
  isOwnItem,
  type Route,
  type Scope,
} from '../../catalog/index.js';
import {
  countTaggedEntities,
  type EntityRow,
  getEntitiesByIds,
  listTaggedEntities,
  tagUsagesOf,
} from '../../storage/index.js';
import { isLabel, refuseDisabled, refuseExclusiveTags, resolveLabels, sourceOfType } from '../../traits/index.js';
import { assetCountsRoute } from '../asset-lists/asset-counts.js';
import { type AssetList, assetRoutes } from '../asset-lists/assets.js';

/** The assets of a tag or term are the entities that it labels, or a part of. */
const tagged: AssetList = {
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

/** Refuses with 400 a tag that is disabled or excluded by a label of the asset. */
async function guardAdding(asset: EntityRow, scope: Scope, tag: EntityRow): Promise<void> {
  const own = await tagUsagesOf(scope.sql, [asset.id], 'entities');
  if (own.some((usage) => usage.tag_id === tag.id)) return;
  await refuseDisabled([tag], scope);
  const others = await getEntitiesByIds(
    scope.sql,
    own.map(({ tag_id }) => tag_id),
  );
  await refuseExclusiveTags([[...others, tag]], scope);
}

/** Labels the asset with the tag. Or takes the tag off it and all its parts, because each of them lists the asset. */
async function withTag(
  asset: Fields,
  tag: EntityRow,
  verb: 'add' | 'remove',
  { parts = [] }: EntityType,
  scope: Scope,
): Promise<Fields> {
  const source = sourceOfType(tag.type);
  const isThis = (label: TagLabel) => label.tagFQN === tag.fqn && label.source === source;
  if (verb === 'add') {
    const own = listOf(asset.tags, isLabel);
    if (own.some((label) => isThis(label) && isOwnItem(label))) return asset;
    const label = { tagFQN: tag.fqn, source, labelType: 'Manual', state: 'Confirmed' } as const;
    const [tags] = await resolveLabels([[...own.filter((one) => !isThis(one)), label]], scope, own);
    return { ...asset, tags };
  }
  const holders = [asset];
  for (const rule of parts) eachPart(asset, rule, (part) => holders.push(part));
  const labelled = holders.filter(({ tags }) => listOf(tags, isLabel).some(isThis));
  const before = labelled.map(({ tags }) => listOf(tags, isLabel));
  const left = await resolveLabels(
    before.map((labels) => labels.filter((label) => !isThis(label))),
    scope,
    before,
  );
  for (const [i, holder] of labelled.entries()) holder.tags = left[i];
  return asset;
}

/** The operation that labelling with the tag or term needs on an asset. */
function operationOf(tag: EntityRow): string {
  if (tag.type === labelTypes.Glossary) return 'EditGlossaryTerms';
  return tag.fqn.startsWith('Tier.') ? 'EditTier' : 'EditTags';
}

/** Routes for the assets of a type whose entities are labels: tags, glossary terms. `container`: what holds them, in words. */
export function tagAssetRoutes(
  type: string,
  path: string,
  container: string,
  body: 'api/addTagToAssetsRequest' | 'api/addGlossaryToAssetsRequest' = 'api/addTagToAssetsRequest',
): Route[] {
  return [
    ...assetRoutes({
      ...{ type, path, by: 'id', body, word: 'assets', list: tagged },
      stored: { field: 'tags', change: withTag },
      operation: operationOf,
      guardAdding,
    }),
    assetCountsRoute(type, path, tagged, container),
  ];
}
