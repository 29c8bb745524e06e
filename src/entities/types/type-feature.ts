import type { Feature } from '../../feature/index.js';
import { propertyRemovalJob } from './custom-properties.js';
import { typeSeeds } from './type-seeds.js';

/** Descriptions of all types, and custom properties. */
export const typeFeature = {
  name: 'types',
  seeds: [typeSeeds],
  jobs: [propertyRemovalJob],
} satisfies Feature;
