/** Limits on the size of the catalog: this server has none. */
import { json, type Route } from '../catalog/index.js';
import { readRoute } from './system-route.js';

export function limitRoutes(): Route[] {
  const none = { enable: false };
  return [
    readRoute('/v1/limits', {
      id: 'getLimits',
      tag: 'Limits',
      summary: 'List the limits of the catalog',
      description: 'Returns the limits of this server. The number of entities is not limited.',
      answer: 'system/limitsResponse',
      handle: async () => json(200, none),
    }),
    readRoute('/v1/limits/features/{name}', {
      id: 'getFeatureLimit',
      tag: 'Limits',
      summary: 'Get the limit of one feature',
      description: 'Returns the limit of one feature by name. The number of entities is not limited.',
      answer: 'system/limitsResponse',
      handle: async () => json(200, none),
    }),
  ];
}
