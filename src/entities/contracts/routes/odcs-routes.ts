/** Import and export of contracts as documents of the Open Data Contract Standard. */
import {
  type ContractValidation,
  catalogError,
  type DataContract,
  type DataContractResult,
  isObject,
} from '../../../../contract/index.js';
import {
  type DataRoute,
  etag,
  json,
  type ParameterDocs,
  type Request,
  readJson,
  replyWith,
  type Scope,
} from '../../../catalog/index.js';
import { MOST_YAML, type OdcsDocument, schemaObjects, textIn, writeYaml } from '../../../odcs/index.js';
import { target } from '../../entity-route.js';
import { CONTRACT, CREATE, PATH, RESULT, SCHEMA } from '../contract-names.js';
import { exportedDocument } from '../odcs/export-contract.js';
import { type ImportMode, importContract, readImport, requestOf } from '../odcs/import-contract.js';
import { checkContract } from '../validate-contract.js';
import { DOCUMENT_TO_VIEW, documentToWrite, YAML } from './documents.js';
import { assetParameters, namedAsset } from './named-asset.js';
import { validationOf } from './validation-routes.js';

/** The types of the interface describe earlier versions of the standard more narrowly than its own schema does. */
const DOCUMENT = {
  inline: {
    type: 'object',
    description: 'A document of the Open Data Contract Standard 3.1, which has a JSON Schema of its own',
    additionalProperties: true,
  },
};
const tag = CONTRACT;

const objectName: ParameterDocs = {
  name: 'objectName',
  description:
    'The object of the document, such as a table, that is meant. Default: the one called like the asset, or the only one.',
  schema: { type: 'string' },
};
const modeParameter: ParameterDocs = {
  name: 'mode',
  description: 'Whether what the document does not say stays (`merge`), or goes (`replace`)',
  schema: { type: 'string', enum: ['merge', 'replace'], default: 'merge' },
};

export function odcsRoutes(): DataRoute[] {
  return [
    exportRoute('{id}', 'exportDataContractToODCS', false),
    exportRoute('{id}', 'exportDataContractToODCSYaml', true),
    exportRoute('name/{fqn}', 'exportDataContractToODCSByFQN', false),
    exportRoute('name/{fqn}', 'exportDataContractToODCSYamlByFQN', true),
    importRoute('POST', 'importDataContractFromODCS', false),
    importRoute('POST', 'importDataContractFromODCSYaml', true),
    importRoute('PUT', 'createOrUpdateDataContractFromODCS', false),
    importRoute('PUT', 'createOrUpdateDataContractFromODCSYaml', true),
    parseRoute(),
    validateRoute(),
    testRoute(),
  ];
}

function exportRoute(naming: string, operationId: string, yaml: boolean): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${PATH}/${naming}/odcs${yaml ? '/yaml' : ''}`,
    docs: {
      operationId,
      summary: `Export a data contract to ODCS${yaml ? ' as YAML' : ''}`,
      description:
        'Returns a document that is valid against the schema of the Open Data Contract Standard 3.1. Whatever a document had when it was imported, and the catalog does not know, is in it.',
      tag,
      answers: {
        200: { description: 'The document', schema: DOCUMENT, ...(yaml ? { media: 'application/yaml' } : {}) },
      },
      errors: [404],
    },
    async handle(request, scope) {
      const { row } = await target(CONTRACT, request, 'ViewBasic', scope);
      const document = await exportedDocument(row, scope);
      // The ETag of the contract, for the If-Match of clients that send the document back.
      const headers = { ETag: etag(row) };
      return yaml
        ? { status: 200, body: writeYaml(document), mediaType: 'application/yaml', headers }
        : json(200, document, headers);
    },
  };
}

function importRoute(method: 'POST' | 'PUT', operationId: string, yaml: boolean): DataRoute {
  const put = method === 'PUT';
  const document = documentToWrite('odcs', put);
  return {
    kind: 'write',
    method,
    path: `${PATH}/odcs${yaml ? '/yaml' : ''}`,
    bodyLimit: MOST_YAML,
    document,
    docs: {
      operationId,
      summary: `${put ? 'Create or update' : 'Create'} a data contract from ODCS${yaml ? ' as YAML' : ''}`,
      description:
        'The document must be valid against the schema of the Open Data Contract Standard 3.1, apart from properties that the standard does not have; these are kept as custom properties.',
      tag,
      query: [...assetParameters, ...(put ? [modeParameter] : []), objectName],
      body: { schema: DOCUMENT, ...(yaml ? { media: YAML } : {}) },
      answers: put
        ? {
            200: { description: 'The data contract', schema: SCHEMA },
            201: { description: 'The data contract', schema: SCHEMA },
          }
        : { 201: { description: 'The data contract', schema: SCHEMA } },
      errors: put ? [404, 409, 412] : [404, 409],
    },
    async handle(request, scope) {
      document.authorize(scope);
      const mode = put ? modeOf(request) : 'create';
      const asset = await namedAsset(request, scope, { lock: true });
      const given = readImport(documentIn(request), asset, request.query.objectName);
      const ifMatch = put ? request.ifMatch : null;
      const { row, created } = await importContract(given, asset, { mode, ifMatch }, scope);
      return replyWith(scope.catalog.registry.get(CONTRACT), row, 'owners,reviewers', scope, created ? 201 : 200);
    },
  };
}

/** The document, already normalized to the standard (`document` of the route). */
function documentIn(request: Request): OdcsDocument {
  const value = readJson(request);
  if (!isObject(value)) throw catalogError('BAD_REQUEST', 'Invalid ODCS content: the document must be an object');
  return value;
}

function modeOf({ query: { mode = 'merge' } }: Request): ImportMode {
  const given = mode.toLowerCase();
  if (given === 'merge' || given === 'replace') return given;
  throw catalogError('BAD_REQUEST', 'query param mode must be merge or replace');
}

const parsed = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    version: { type: 'string' },
    status: { type: 'string' },
    schemaObjects: { type: 'array', items: { type: 'string' } },
    hasMultipleObjects: { type: 'boolean' },
  },
  required: ['schemaObjects', 'hasMultipleObjects'],
};

function parseRoute(): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'POST',
    path: `${PATH}/odcs/parse/yaml`,
    bodyLimit: MOST_YAML,
    document: DOCUMENT_TO_VIEW.odcs,
    docs: {
      operationId: 'parseODCSYaml',
      summary: 'Read what an ODCS document is about',
      description:
        'Returns its name, version and status, and the names of its objects, one of which an import is about.',
      tag,
      body: { schema: DOCUMENT, media: YAML },
      answers: { 200: { description: 'What the document is about', schema: { inline: parsed } } },
    },
    async handle(request, scope) {
      DOCUMENT_TO_VIEW.odcs.authorize(scope);
      const { document } = readImport(documentIn(request), null, undefined);
      const names = schemaObjects(document).map(({ name }) => name);
      const [name, version, status] = [document.name, document.version, document.status].map(textIn);
      return json(200, {
        ...(name === undefined ? {} : { name }),
        ...(version === undefined ? {} : { version }),
        ...(status === undefined ? {} : { status }),
        schemaObjects: names,
        hasMultipleObjects: names.length > 1,
      });
    },
  };
}

function validateRoute(): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'POST',
    path: `${PATH}/odcs/validate/yaml`,
    bodyLimit: MOST_YAML,
    document: DOCUMENT_TO_VIEW.odcs,
    docs: {
      operationId: 'validateODCSYaml',
      summary: 'Check an ODCS document against an asset without storing it',
      tag,
      query: [...assetParameters, objectName],
      body: { schema: DOCUMENT, media: YAML },
      answers: {
        200: { description: 'What is wrong with the document', schema: 'entity/datacontract/contractValidation' },
      },
      errors: [404],
    },
    async handle(request, scope) {
      const { asset, contract, entityErrors } = await readForAsset(request, scope);
      return json<ContractValidation>(200, await validationOf(contract, asset, entityErrors, scope));
    },
  };
}

/** An extension of the interface: runs all checks of a contract for a document, without storing it. */
function testRoute(): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'POST',
    path: `${PATH}/odcs/test`,
    bodyLimit: MOST_YAML,
    document: DOCUMENT_TO_VIEW.odcs,
    docs: {
      operationId: 'testODCS',
      summary: 'Check what an ODCS document promises, without storing it',
      description: 'Makes the same checks as the validation of a data contract. Nothing is stored.',
      tag,
      query: [...assetParameters, objectName],
      body: { schema: DOCUMENT, media: ['application/json', ...YAML] },
      answers: { 200: { description: 'The result', schema: RESULT } },
      errors: [404],
    },
    async handle(request, scope) {
      const { asset, contract, entityErrors } = await readForAsset(request, scope);
      const [problem] = entityErrors;
      if (problem) throw catalogError('BAD_REQUEST', problem);
      const outcome = await checkContract(contract, asset, scope);
      const name = `${asset.fqn}.${contract.name ?? CONTRACT}`;
      return json<DataContractResult>(200, { dataContractFQN: name, timestamp: scope.context.now(), ...outcome });
    },
  };
}

async function readForAsset(request: Request, scope: Scope) {
  DOCUMENT_TO_VIEW.odcs.authorize(scope);
  const asset = await namedAsset(request, scope);
  const given = readImport(documentIn(request), asset, request.query.objectName);
  const create = await requestOf(given, asset, scope);
  const result = scope.catalog.contract.validator(CREATE)(create);
  const { termsOfUse: _, ...contract } = result.ok ? result.value : { termsOfUse: undefined };
  const entityErrors = result.ok ? [] : result.errors.map(({ message }) => message);
  const checkable: Partial<DataContract> = contract;
  return { asset, contract: checkable, entityErrors };
}
