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
import type { AssetChange, Places } from '../asset-lists/change-assets.js';

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

/** Refuses with 400 a tag that is disabled or excluded by a label of the asset, or of the part of it that is to have the tag. */
async function guardAdding(asset: EntityRow, scope: Scope, tag: EntityRow, place: string): Promise<void> {
  const usages = await tagUsagesOf(scope.sql, [asset.id], place === '' ? 'entities' : 'parts');
  const own = usages.filter(({ part }) => part === place);
  if (own.some((usage) => usage.tag_id === tag.id)) return;
  await refuseDisabled([tag], scope);
  const others = await getEntitiesByIds(
    scope.sql,
    own.map(({ tag_id }) => tag_id),
  );
  await refuseExclusiveTags([[...others, tag]], scope);
}

/** Labels an asset and parts of it with the tag, or takes the tag off them. */
async function withTag(asset: Fields, { holder: tag, verb, type, places }: AssetChange, scope: Scope): Promise<Fields> {
  const source = sourceOfType(tag.type);
  const isThis = (label: TagLabel) => label.tagFQN === tag.fqn && label.source === source;
  const holders = holdersAt(asset, type, verb, places).filter(({ tags }) => {
    const own = listOf(tags, isLabel).filter(isThis);
    return verb === 'add' ? !own.some(isOwnItem) : own.length > 0;
  });
  const before = holders.map(({ tags }) => listOf(tags, isLabel));
  const label = { tagFQN: tag.fqn, source, labelType: 'Manual', state: 'Confirmed' } as const;
  const after = await resolveLabels(
    before.map((labels) => [...labels.filter((one) => !isThis(one)), ...(verb === 'add' ? [label] : [])]),
    scope,
    before,
  );
  for (const [i, holder] of holders.entries()) holder.tags = after[i];
  return asset;
}

/** The asset and its parts at these places. To remove an asset means all of its parts, because each of them lists the asset. */
function holdersAt(asset: Fields, { parts = [] }: EntityType, verb: AssetChange['verb'], places: Places): Fields[] {
  const whole = places.has('');
  const all = whole && verb === 'remove';
  const found = whole ? [asset] : [];
  for (const rule of parts)
    eachPart(asset, rule, (part, path) => {
      if (all || places.has(path)) found.push(part);
    });
  return found;
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
      takesParts: true,
      guardAdding,
    }),
    assetCountsRoute(type, path, tagged, container),
  ];
}
