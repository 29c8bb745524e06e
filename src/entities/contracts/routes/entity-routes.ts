/** The contract that holds for an asset. */
import { catalogError, errorMessages } from '../../../../contract/index.js';
import {
  type DataRoute,
  fieldsParameter,
  json,
  type Reply,
  type Request,
  readEntity,
  type Scope,
} from '../../../catalog/index.js';
import { target } from '../../entity-route.js';
import { CONTRACT, PASSING_ON, PATH, SCHEMA } from '../contract-names.js';
import { contractRow, contractsOf, effectiveContract } from '../effective-contract.js';
import { assetParameters, namedAsset } from './named-asset.js';

export function entityRoutes(): DataRoute[] {
  return [
    {
      kind: 'read',
      method: 'GET',
      path: `${PATH}/entity`,
      docs: {
        operationId: 'getDataContractByEntityId',
        summary: 'Get the data contract that holds for an asset',
        description:
          'Returns the contract of the asset. Terms of use, rules, security and service level that it lacks are those of the approved contract of its data product, marked with `inherited`; so is the whole contract if the asset has none of its own.',
        tag: CONTRACT,
        query: [...assetParameters, fieldsParameter],
        answers: { 200: { description: 'The data contract', schema: SCHEMA } },
        errors: [404],
      },
      handle: getOfEntity,
    },
  ];
}

async function getOfEntity(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', CONTRACT);
  const asset = await namedAsset(request, scope);
  const found = await contractsOf(asset, scope);
  const contract = await effectiveContract(asset, found, request.query.fields, scope);
  if (!contract) throw notFound(asset.id);
  return json(200, contract);
}

export function notFound(assetId: string) {
  return catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName(CONTRACT, `of the entity ${assetId}`));
}

/** `GET /v1/dataProducts/{id}/dataContract`. */
export function contractOfProductRoute(path: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/{id}/dataContract`,
    docs: {
      operationId: 'getDataProductContract',
      summary: 'Get the data contract of a data product',
      tag: PASSING_ON,
      query: [fieldsParameter],
      answers: { 200: { description: 'The data contract', schema: SCHEMA } },
      errors: [404],
    },
    async handle(request, scope) {
      scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', CONTRACT);
      const { row } = await target(PASSING_ON, request, 'ViewBasic', scope);
      const contract = await contractRow(row.id, scope);
      if (!contract) throw notFound(row.id);
      return readEntity(scope.catalog.registry.get(CONTRACT), { id: contract.id }, request, scope);
    },
  };
}
