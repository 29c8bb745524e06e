import type { Feature } from '../../feature/index.js';
import { sealStored } from './seal-stored.js';
import { testConnectionSeeds } from './test-connection-seeds.js';

/** Seeds of services: the test connection definitions in a file, and the sealing of secrets stored in plain text. */
export function serviceFeature(testConnections: string) {
  return {
    name: 'services',
    seeds: [testConnectionSeeds(testConnections), sealStored],
  } satisfies Feature;
}
