import type { Feature } from '../../feature/index.js';
import { connectionSchemaRoutes } from './connection-schemas.js';
import { sealStored } from './seal-stored.js';
import { servicesOverviewRoute } from './services-overview.js';
import { testConnectionSeeds } from './test-connection-seeds.js';

/** The overview of services, the schemas of connections, and seeds: the test connection definitions in a file, and the sealing of secrets stored in plain text. */
export function serviceFeature(testConnections: string) {
  return {
    name: 'services',
    routes: [servicesOverviewRoute, ...connectionSchemaRoutes],
    seeds: [testConnectionSeeds(testConnections), sealStored],
  } satisfies Feature;
}
