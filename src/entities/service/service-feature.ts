import type { Feature } from '../../feature/index.js';
import { sealStored } from './seal-stored.js';
import { testConnectionSeeds } from './test-connection-seeds.js';

/** What services need at the start: how their connections are tested, as a file says, and no secret stored in clear. */
export function serviceFeature(testConnections: string) {
  return {
    name: 'services',
    seeds: [testConnectionSeeds(testConnections), sealStored],
  } satisfies Feature;
}
