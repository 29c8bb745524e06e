import { EntityFrame } from '../../../entities/frame/entity-frame.js';
import { dataProductType } from '../types.js';

export function DataProductPage() {
  return <EntityFrame page={dataProductType} />;
}
