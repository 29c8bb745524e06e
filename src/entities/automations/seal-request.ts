/**
 * Secrets in the request of a workflow. Those of a connection test are found by the schema of the connection, like those
 * of a service; a mask stands for the secret stored before, or for that of the service which the request names.
 */
import { catalogError, isObject, type ServiceFamily, serviceFamilies } from '../../../contract/index.js';
import { type Fields, factsOf, isAllowed, readDocument, type Scope, visibleIds } from '../../catalog/index.js';
import { getEntityByFqn } from '../../storage/index.js';
import { configOf, refuseMoved, type SealedConfig, sealConfig } from '../service/seal-connection.js';
import { mask, openSecrets, sealedIn, sealSecrets } from '../service/sealed-secrets.js';

const SEALED = '$request';

/** Schemas of the requests that are not connection tests. */
const schemas: Readonly<Record<string, string>> = {
  REVERSE_INGESTION: 'metadataIngestion/reverseIngestionPipeline',
  QUERY_RUNNER: 'entity/automations/queryRunnerRequest',
  TEST_SPARK_ENGINE_CONNECTION: 'entity/automations/testSparkEngineConnection',
};

/** A connection to test, with the schema of its configuration. */
export interface TestedConnection {
  family: ServiceFamily;
  /** The `type` of the connection: `Mysql`. */
  type: string;
  schema: string;
  config: unknown;
}

export async function sealRequest(after: Fields, before: Fields | null, scope: Scope): Promise<void> {
  const schema = schemas[String(after.workflowType)];
  if (schema) {
    const kept = sealSecrets({ field: 'request', schema, connection: true }, after, before, scope);
    refuseMoved('request', kept, [before?.request, after.request], scope);
    return;
  }
  const given = testedConnection(after, scope);
  checkConfig(given, scope);
  const earlier = before && testedConnection(before, scope);
  const isSame = earlier?.schema === given.schema;
  const stored = isSame ? { config: earlier.config, sealed: before?.[SEALED] } : await ofService(after, given, scope);
  const { config, sealed } = sealConfig(
    { schema: given.schema, property: 'request.connection' },
    given.config,
    stored,
    scope,
  );
  const request = isObject(after.request) ? after.request : {};
  after.request = { ...request, connection: { ...(isObject(request.connection) ? request.connection : {}), config } };
  if (sealed === undefined) delete after[SEALED];
  else after[SEALED] = sealed;
}

/** The connection of a workflow that tests one; 400 if the request has none, or one of an unknown type. */
export function testedConnection({ request }: Fields, { catalog }: Pick<Scope, 'catalog'>): TestedConnection {
  const { serviceType, connectionType } = isObject(request) ? request : {};
  const config = isObject(request) ? configOf(request) : undefined;
  if (!isObject(config))
    throw catalogError('BAD_REQUEST', 'request.connection.config is required to test a connection');
  const family = serviceFamilies.find((name) => name.toLowerCase() === String(serviceType).toLowerCase());
  if (!family) throw catalogError('BAD_REQUEST', 'request.serviceType is required to test a connection');
  const type = String(config.type ?? connectionType ?? '');
  const schema = catalog.contract.connectionSchema(family, type);
  if (schema === null)
    throw catalogError('BAD_REQUEST', `request.connection: ${type || 'it'} is not a connection of type ${serviceType}`);
  return { family, type, schema, config };
}

function checkConfig({ schema, config }: TestedConnection, { catalog }: Pick<Scope, 'catalog'>): void {
  const result = catalog.contract.validator(schema)(config);
  if (result.ok) return;
  const [error] = result.errors; // its message begins with the property, if it has one
  const place = `request.connection.config${error?.property ? '.' : ': '}`;
  throw catalogError('BAD_REQUEST', place + (error?.message ?? 'does not match its schema'));
}

/** The stored connection of the service that the request names, for callers who may edit that service. */
async function ofService({ request }: Fields, tested: TestedConnection, scope: Scope): Promise<SealedConfig | null> {
  const { catalog, sql } = scope;
  const type = catalog.registry.types.find(({ family }) => family === tested.family);
  if (!isObject(request) || typeof request.serviceName !== 'string' || !type) return null;
  if (!JSON.stringify(tested.config).includes(mask)) return null;
  const row = await getEntityByFqn(sql, type.name, request.serviceName);
  if (row?.deleted !== 0 || !(await visibleIds([row], scope)).has(row.id)) return null;
  const service = readDocument(row);
  if (catalog.contract.connectionSchema(tested.family, String(service.serviceType)) !== tested.schema) return null;
  if (!(await isAllowed('EditAll', type, () => factsOf(type, row, scope), scope)))
    throw catalogError('FORBIDDEN', `testing with the stored secrets of ${row.fqn} takes the right to edit it`);
  return { config: configOf(service), sealed: service.$connection };
}

/** A stored workflow as returned, but with the secrets of its request in plain text. */
export function revealRequest(workflow: Fields, scope: Pick<Scope, 'catalog'>): Fields {
  const { [SEALED]: hidden, ...shown } = workflow;
  const sealed = sealedIn(hidden);
  const schema = schemas[String(workflow.workflowType)];
  if (schema) return { ...shown, request: openSecrets(schema, workflow.request, sealed, scope) };
  const tested = testedConnection(workflow, scope);
  const config = openSecrets(tested.schema, tested.config, sealed, scope);
  const request = isObject(workflow.request) ? workflow.request : {};
  return { ...shown, request: { ...request, connection: { config } } };
}
