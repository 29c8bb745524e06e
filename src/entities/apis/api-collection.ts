import { catalogError, errorMessages } from '../../../contract/index.js';
import { type Scope, splitFqn, visibleIds } from '../../catalog/index.js';
import { getEntitiesByFqns } from '../../storage/index.js';
import { children } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';

export const apiCollection = defineAsset({
  name: 'apiCollection',
  path: '/v1/apiCollections',
  schema: 'entity/data/apiCollection',
  create: 'api/data/createAPICollection',
  about: 'A group of endpoints of an API service.',
  within: { service: 'apiService' },
  lacks: ['followers'],
  traits: [children({ field: 'apiEndpoints', type: 'apiEndpoint' })],
  transient: ['apiEndpoints'],
  hooks: {
    build: (_core, { name, service, apiEndpoints = [] }, scope) =>
      checkEndpoints(apiEndpoints, [...splitFqn(service), name], scope),
  },
});

/** Endpoints name their collection, not the reverse: a request can only name endpoints that the collection has. */
async function checkEndpoints(fqns: readonly string[], above: readonly string[], scope: Scope): Promise<void> {
  if (fqns.length === 0) return;
  const rows = await getEntitiesByFqns(scope.sql, 'apiEndpoint', fqns);
  const visible = await visibleIds(rows, scope);
  for (const fqn of fqns) {
    if (!rows.some((row) => row.fqn === fqn && row.deleted === 0 && visible.has(row.id)))
      throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('apiEndpoint', fqn));
    const names = splitFqn(fqn);
    if (names.length !== above.length + 1 || above.some((name, i) => names[i] !== name))
      throw catalogError('BAD_REQUEST', `apiEndpoints: ${fqn} is in another collection`);
  }
}
