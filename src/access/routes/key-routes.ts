import { type DataRoute, json } from '../../catalog/index.js';
import type { TokenRecords } from '../tokens/token-records.js';

/** Routes for the public keys that verify tokens. */
export function keyRoutes(records: TokenRecords): DataRoute[] {
  return [
    {
      kind: 'read',
      method: 'GET',
      path: '/v1/system/config/jwks',
      open: true,
      docs: {
        operationId: 'getJsonWebKeys',
        summary: 'Get the public keys of this server (JWKS)',
        description:
          'Returns the public keys as a JSON Web Key Set, with which other services can verify tokens of this server.',
        tag: 'System',
        answers: {
          200: {
            description: 'The keys',
            schema: { inline: { type: 'object', properties: { keys: { type: 'array', items: { type: 'object' } } } } },
          },
        },
      },
      handle: async (_, scope) => {
        const ring = await records.ring(scope.sql);
        return json(200, { keys: ring.publicKeys(scope.context.now()) });
      },
    },
  ];
}
