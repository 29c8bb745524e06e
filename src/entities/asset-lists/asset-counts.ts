import { type DataRoute, json, nounOf } from '../../catalog/index.js';
import { listEntities } from '../../storage/index.js';
import type { AssetList } from './assets.js';

const most = 10_000;

/** `GET assets/counts`: the number of visible assets of each entity of the type, by FQN. */
export function assetCountsRoute(type: string, path: string, store: AssetList): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/assets/counts`,
    docs: {
      operationId: `count_${type}_assets`,
      summary: `Count the assets of each ${nounOf({ name: type })}`,
      description: 'Returns the number of assets, keyed by fully qualified name.',
      tag: type,
      answers: {
        200: {
          description: 'Number of assets by fully qualified name',
          schema: { inline: { type: 'object', additionalProperties: { type: 'integer' } } },
        },
      },
    },
    async handle(_request, scope) {
      const { authorizer } = scope.catalog;
      authorizer.possible(scope.actor, 'ViewBasic', type);
      const filter = authorizer.filter(scope.actor, 'ViewBasic', type);
      const rows = await listEntities(scope.sql, { type, filter, limit: most });
      const counts = new Map((await store.counts(rows, scope)).map(({ id, count }) => [id, count]));
      return json(200, Object.fromEntries(rows.map(({ id, fqn }) => [fqn, counts.get(id) ?? 0])));
    },
  };
}
