import { link } from './link.js';
import { keepIfEmptied } from './references/put-rules.js';

/** Kind of the edge from a data product to its assets. */
export const dataProductAsset = 'hasAsset';

/** Kind of the edge from a data product to those of its assets that it offers. */
export const offeredAsset = 'offers';

/** Data products that an entity is an asset of. */
export const dataProducts = link({
  field: 'dataProducts',
  kind: dataProductAsset,
  end: 'to',
  ends: [offeredAsset],
  inWrites: true,
  operation: 'EditAll',
  merge: keepIfEmptied,
});
