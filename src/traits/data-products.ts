import { link } from './link.js';
import { neverEmptied } from './references/put-rules.js';

/** Data products that an entity is an asset of. */
export const dataProductAsset = 'hasAsset';

export const dataProducts = link({
  field: 'dataProducts',
  kind: dataProductAsset,
  end: 'to',
  inWrites: true,
  operation: 'EditAll',
  merge: neverEmptied,
});
