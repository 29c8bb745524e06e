import { type DataRoute, json, nounOf, type ParameterDocs } from '../../catalog/index.js';
import { type ListCondition, listEntities } from '../../storage/index.js';
import type { AssetList } from './assets.js';

const most = 10_000;

/**
 * `GET assets/counts`: the number of visible assets of each entity of the type, by FQN. `container`: what holds such entities by
 * their FQN, in words; the caller can limit the counts to one.
 */
export function assetCountsRoute(
  type: string,
  path: string,
  store: Pick<AssetList, 'counts'>,
  container?: string,
): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/assets/counts`,
    docs: {
      operationId: `count_${type}_assets`,
      summary: `Count the assets of each ${nounOf({ name: type })}`,
      description: 'Returns the number of assets, keyed by fully qualified name.',
      tag: type,
      ...(container === undefined ? {} : { query: [parentParameter(container)] }),
      answers: {
        200: {
          description: 'Number of assets by fully qualified name',
          schema: { inline: { type: 'object', additionalProperties: { type: 'integer' } } },
        },
      },
    },
    async handle({ query }, scope) {
      const { authorizer } = scope.catalog;
      authorizer.possible(scope.actor, 'ViewBasic', type);
      const filter = authorizer.filter(scope.actor, 'ViewBasic', type);
      const conditions = container !== undefined && query.parent ? [below(query.parent)] : [];
      const rows = await listEntities(scope.sql, { type, filter, conditions, limit: most });
      const counts = new Map((await store.counts(rows, scope)).map(({ id, count }) => [id, count]));
      return json(200, Object.fromEntries(rows.map(({ id, fqn }) => [fqn, counts.get(id) ?? 0])));
    },
  };
}

const below = (fqn: string): ListCondition => ({ by: 'below', containers: [{ fqn, id: null }] });

const parentParameter = (container: string): ParameterDocs => ({
  name: 'parent',
  description: `Fully qualified name of ${container}; only what lies below it is counted`,
  schema: { type: 'string' },
});
