import { listOf, parseReference } from '../../../contract/index.js';
import { defineType, type Fields, isObject } from '../../catalog/index.js';
import {
  certification,
  dataProductAsset,
  domains,
  experts,
  followers,
  ownersOrThoseOfDomains,
  reviewers,
  tags,
  votes,
} from '../../traits/index.js';
import { assetCountsRoute } from '../asset-lists/asset-counts.js';
import { assetRoutes } from '../asset-lists/assets.js';
import type { AssetChange } from '../asset-lists/change-assets.js';
import { linkedAssets } from '../asset-lists/linked-assets.js';
import { contractOfProductRoute } from '../contracts/routes/entity-routes.js';
import { keepOmitted } from '../keep-omitted.js';
import { refuseUnfilled } from '../workflows/intake-check.js';
import { portRoutes } from './data-product-ports.js';
import { moveAssets } from './move-assets.js';

const path = '/v1/dataProducts';
const list = linkedAssets(dataProductAsset);

export const dataProduct = defineType({
  name: 'dataProduct',
  path,
  schema: 'entity/domains/dataProduct',
  create: 'api/domains/createDataProduct',
  about: 'A set of assets that a domain offers as a product.',
  targetOf: ['dataProducts'],
  dataAsset: true,
  search: { calledAs: ['data product'] },
  without: ['restore'],
  renameable: true,
  transient: ['fullyQualifiedName', 'assets'],
  alerts: { notifications: 'metadata' },
  traits: [ownersOrThoseOfDomains, domains, experts, reviewers, tags, followers, votes, certification],
  onRequest: ['extension'],
  references: [
    { in: 'consumesFrom', field: 'consumesFrom', guarded: true },
    { in: 'providesTo', field: 'providesTo', guarded: true },
  ],
  preserveOnPut: ['extension', 'style', 'visibility', 'portfolioPriority', 'dataProductType'],
  filters: { domain: { by: 'related', kind: 'hasDomain', direction: 'from', type: 'domain' } },
  routes: [
    ...assetRoutes({
      ...{ type: 'dataProduct', path, by: 'name', body: 'api/bulkAssets', word: 'assets', list },
      stored: { field: 'dataProducts', change: inProduct },
    }),
    assetCountsRoute('dataProduct', path, list),
    ...portRoutes(path),
    contractOfProductRoute(path),
  ],
  hooks: {
    async build(core, create, scope, stored) {
      await refuseUnfilled('dataProduct', create, stored, scope);
      core.lifecycleStage = stored?.lifecycleStage ?? 'DEVELOPMENT';
      keepOmitted(core, stored, { visibility: 'PRIVATE' });
    },
    async stored(row, after, before, scope) {
      if (before) await moveAssets(row, after, before, scope);
      return 'unseen';
    },
  },
});

function inProduct(asset: Fields, { holder: product, verb }: AssetChange): Fields {
  const others = listOf(asset.dataProducts, isObject).filter(({ id }) => id !== product.id);
  return { ...asset, dataProducts: verb === 'add' ? [...others, parseReference(product.ref)] : others };
}
