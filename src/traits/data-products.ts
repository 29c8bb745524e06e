import { link } from './link.js';
import { keepIfEmptied } from './references/put-rules.js';

/** Kind of the edge from a data product to its assets. */
export const dataProductAsset = 'hasAsset';

/** Data products that an entity is an asset of. */
export const dataProducts = link({
  field: 'dataProducts',
  kind: dataProductAsset,
  end: 'to',
  inWrites: true,
  operation: 'EditAll',
  merge: keepIfEmptied,
});
