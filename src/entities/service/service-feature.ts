import type { Feature } from '../../feature/index.js';
import { sealStored } from './seal-stored.js';
import { servicesOverviewRoute } from './services-overview.js';
import { testConnectionSeeds } from './test-connection-seeds.js';

/** The overview of services, and seeds: the test connection definitions in a file, and the sealing of secrets stored in plain text. */
export function serviceFeature(testConnections: string) {
  return {
    name: 'services',
    routes: [servicesOverviewRoute],
    seeds: [testConnectionSeeds(testConnections), sealStored],
  } satisfies Feature;
}
