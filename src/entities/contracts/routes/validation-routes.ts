/** Routes that check contracts: their promises, or a request for a contract without storing it. */
import {
  CatalogError,
  type ContractValidation,
  catalogError,
  type DataContract,
  type DataContractResult,
  isObject,
  parseObject,
} from '../../../../contract/index.js';
import {
  createEntity,
  type DataRoute,
  json,
  type Reply,
  type Request,
  readJson,
  rowToChange,
  type Scope,
} from '../../../catalog/index.js';
import { type EntityRow, getEntityById, listContractResults } from '../../../storage/index.js';
import { targetToChange } from '../../entity-route.js';
import { checkRules } from '../../entity-rules/check-rules.js';
import { promiseProblems } from '../check-contract.js';
import { compareSchema, fieldLists } from '../checks/check-schema.js';
import { CONTRACT, CREATE, PATH, RESULT } from '../contract-names.js';
import { addContractResult, shownResult } from '../contract-results.js';
import { contractsOf, effectiveContract, wholeContract } from '../effective-contract.js';
import { checkContract } from '../validate-contract.js';
import { DOCUMENT_TO_VIEW, YAML } from './documents.js';
import { notFound } from './entity-routes.js';
import { assetParameters, namedAsset } from './named-asset.js';

const VALIDATION = 'entity/datacontract/contractValidation';

export function validationRoutes(): DataRoute[] {
  const tag = CONTRACT;
  const result = { 200: { description: 'The result', schema: RESULT } };
  const request = (path: string, operationId: string, media: readonly string[] | undefined): DataRoute => ({
    kind: 'read',
    method: 'POST',
    path: `${PATH}/${path}`,
    ...(media ? { document: DOCUMENT_TO_VIEW.yaml } : {}),
    docs: {
      operationId,
      summary: 'Check a request for a data contract without storing it',
      description:
        'Returns what is wrong with the request: errors of its form, promises that the asset cannot have, and the columns that the asset lacks or has with other types.',
      tag,
      body: { schema: CREATE, ...(media ? { media } : {}) },
      answers: { 200: { description: 'What is wrong with the request', schema: VALIDATION } },
      errors: [404],
    },
    handle: validateRequest,
  });
  return [
    {
      kind: 'write',
      method: 'POST',
      path: `${PATH}/{id}/validate`,
      docs: {
        operationId: 'validateDataContract',
        summary: 'Check what a data contract promises',
        description:
          'Compares the schema with the columns of the asset, evaluates the rules on the asset, judges the quality by the newest results of the test cases and profiles, and the service level by what is known of the times of the data; includes what is inherited from a data product. The result is stored. It is `Failed` if a promise is not kept, and `Success` only if every promise could be checked: otherwise it is `PartialSuccess`, or `Aborted` if none could be, and `result` says what could not be checked.',
        tag,
        answers: result,
        errors: [404],
      },
      handle: validateOne,
    },
    {
      kind: 'write',
      method: 'POST',
      path: `${PATH}/entity/validate`,
      docs: {
        operationId: 'validateDataContractByEntityId',
        summary: 'Check the data contract that holds for an asset',
        description:
          'An asset that only inherits a contract gets one of its own, without promises, which stores the result.',
        tag,
        query: assetParameters,
        answers: result,
        errors: [404],
      },
      handle: validateOfEntity,
    },
    request('validate', 'validateNewDataContract', undefined),
    request('validate/yaml', 'validateNewDataContractYaml', YAML),
  ];
}

async function validateOne(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await targetToChange(CONTRACT, request, 'EditAll', scope);
  const asset = row.parent_id === null ? undefined : await getEntityById(scope.sql, row.parent_id);
  if (asset?.deleted !== 0)
    throw catalogError('ENTITY_NOT_FOUND', `The asset of the data contract ${row.fqn} is deleted`);
  return json<DataContractResult>(200, await validateStored(row, asset, scope));
}

async function validateOfEntity(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'EditAll', CONTRACT);
  const asset = await namedAsset(request, scope, { operation: 'EditAll', lock: true });
  const { own, passedOn } = await contractsOf(asset, scope);
  if (own) {
    const type = scope.catalog.registry.get(CONTRACT);
    const row = await rowToChange(type, { id: own.id }, 'non-deleted', scope, ['EditAll']);
    return json<DataContractResult>(200, await validateStored(row, asset, scope));
  }
  if (!passedOn) throw notFound(asset.id);
  const create = { name: `${passedOn.name} - ${asset.name}`.slice(0, 256), entity: { id: asset.id, type: asset.type } };
  const { row } = await createEntity(scope.catalog.registry.get(CONTRACT), create, scope);
  return json<DataContractResult>(200, await validateStored(row, asset, scope));
}

/** Makes all checks of a contract and stores the result. The row must be locked. */
export async function validateStored(row: EntityRow, asset: EntityRow, scope: Scope): Promise<DataContractResult> {
  const type = scope.catalog.registry.get(CONTRACT);
  const found = { type, row };
  await abortRunning(found, scope);
  const { passedOn } = await contractsOf(asset, scope);
  const contract = await effectiveContract(asset, { own: row, passedOn }, '*', scope);
  if (!contract) throw notFound(asset.id);
  const { qualityExpectations: all = [] } = await wholeContract(row, scope);
  const unseen = all.length - (contract.qualityExpectations?.length ?? 0);
  const outcome = await checkContract(contract, asset, scope, unseen);
  const result = { dataContractFQN: row.fqn, timestamp: await freeTime(row.id, scope), ...outcome };
  const current = (await getEntityById(scope.sql, row.id)) ?? row;
  return addContractResult({ type, row: current }, result, scope);
}

/** compat: a check that another program has begun ends when a new one begins. */
async function abortRunning({ type, row }: Parameters<typeof addContractResult>[0], scope: Scope): Promise<void> {
  const { latestResult } = parseObject<Pick<DataContract, 'latestResult'>>(row.doc);
  if (latestResult?.status !== 'Running') return;
  const [latest] = await listContractResults(scope.sql, {
    contractId: row.id,
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    limit: 1,
  });
  if (!latest) return;
  const before = shownResult(latest, row.fqn);
  const result = [before.result, 'Aborted due to new validation request'].filter(Boolean).join('; ');
  await addContractResult({ type, row }, { ...before, contractExecutionStatus: 'Aborted', result }, scope);
}

/** Now, or the next millisecond without a result: results of one time replace each other. */
async function freeTime(contractId: string, scope: Scope): Promise<number> {
  const now = scope.context.now();
  const [latest] = await listContractResults(scope.sql, {
    contractId,
    from: now,
    to: Number.MAX_SAFE_INTEGER,
    limit: 1,
  });
  return latest && latest.at - now < MOST_AHEAD ? latest.at + 1 : now;
}

/** A result of a client with a fast clock does not move the time of later ones. */
const MOST_AHEAD = 1000;

async function validateRequest(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', CONTRACT);
  const body = readJson(request);
  const result = scope.catalog.contract.validator(CREATE)(body);
  const entityErrors = result.ok ? [] : result.errors.map(({ message }) => message);
  const reference = isObject(body) && isObject(body.entity) ? body.entity : {};
  const asset = await assetIn(reference, scope);
  const value = result.ok ? result.value : {};
  return json<ContractValidation>(200, await validationOf(value, asset, entityErrors, scope));
}

async function assetIn({ id, type }: Record<string, unknown>, scope: Scope): Promise<EntityRow | null> {
  if (typeof id !== 'string' || typeof type !== 'string') return null;
  return namedAsset({ query: { entityId: id, entityType: type } }, scope);
}

/** What is wrong with a contract for an asset. */
export async function validationOf(
  contract: Partial<DataContract> | object,
  asset: EntityRow | null,
  entityErrors: readonly string[],
  scope: Scope,
): Promise<ContractValidation> {
  const promised: Partial<DataContract> = contract;
  const constraintErrors = asset ? promiseProblems(asset, promised, () => true, scope) : [];
  try {
    checkRules(promised.semantics ?? [], 'semantics');
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    constraintErrors.push(error.message);
  }
  const type = asset ? scope.catalog.registry.get(asset.type) : null;
  const schema = promised.schema ?? [];
  const compared =
    asset && type && fieldLists(type).length > 0 && schema.length > 0
      ? compareSchema(schema, parseObject(asset.doc), type).validation
      : { passed: 0, failed: 0, total: 0 };
  return {
    valid: entityErrors.length === 0 && constraintErrors.length === 0 && compared.failed === 0,
    schemaValidation: compared,
    ...(entityErrors.length > 0 ? { entityErrors: [...entityErrors] } : {}),
    ...(constraintErrors.length > 0 ? { constraintErrors } : {}),
  };
}
