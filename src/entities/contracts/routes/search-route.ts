import type { DataRoute } from '../../../catalog/index.js';
import { searchedPage, searchedParameters } from '../../quality/searched-list.js';
import { CONTRACT, PATH, SCHEMA } from '../contract-names.js';

const newest = () => Promise.resolve(null);

/** `GET search`: contracts by words of their names and descriptions. */
export function searchRoute(): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'GET',
    path: `${PATH}/search`,
    docs: {
      operationId: 'searchDataContracts',
      summary: 'Search data contracts',
      tag: CONTRACT,
      query: [
        ...searchedParameters,
        { name: 'entityStatus', description: 'Only contracts in this state', schema: { type: 'string' } },
      ],
      answers: { 200: { description: 'Data contracts', schema: { pageOf: SCHEMA } } },
    },
    async handle(request, scope) {
      scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', CONTRACT);
      const { entityStatus } = request.query;
      const conditions = entityStatus
        ? ([{ by: 'equals', field: 'entityStatus', values: entityStatus.split(',') }] as const)
        : [];
      return searchedPage(CONTRACT, request, conditions, newest, scope);
    },
  };
}
