/** Limits on how much may be catalogued: this server sets none. */
import { json, type Route } from '../catalog/index.js';
import { reading } from './system-route.js';

export function limitRoutes(): Route[] {
  const none = { enable: false };
  return [
    reading('/v1/limits', {
      id: 'getLimits',
      tag: 'Limits',
      summary: 'Limits on what may be catalogued',
      description: 'Returns the limits of this server. There are none on the number of entities.',
      answer: 'system/limitsResponse',
      handle: async () => json(200, none),
    }),
    reading('/v1/limits/features/{name}', {
      id: 'getFeatureLimit',
      tag: 'Limits',
      summary: 'Limit of one feature',
      description: 'Returns the limit of one feature by its name. There are none on the number of entities.',
      answer: 'system/limitsResponse',
      handle: async () => json(200, none),
    }),
  ];
}
