import type { Feature } from '../feature/index.js';
import type { InspectionOptions } from './source/index.js';

/** Reads the tables of the databases that services describe. */
export function inspectionFeature(_options: InspectionOptions): Feature {
  return { name: 'inspection' };
}
