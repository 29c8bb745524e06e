/**
 * Runs of workflows and the states of their steps: time series that the engine which runs workflows writes. The id of a
 * run or state is the key of its series.
 */
import { catalogError, errorMessages, parseObject } from '../../../contract/index.js';
import {
  checkId,
  type DataRoute,
  json,
  type ParameterDocs,
  parameter,
  type Reply,
  type Request,
  readLimit,
  readRow,
  type Scope,
} from '../../catalog/index.js';
import { countPoints, latestPoints, listPoints, type PointRange } from '../../storage/index.js';
import { readTimeRange, timeRangeDocs } from '../time-range.js';

const definitionType = 'workflowDefinition';
const base = '/v1/governance';
const instanceSchema = 'governance/workflows/workflowInstance';
const stateSchema = 'governance/workflows/workflowInstanceState';

/** Held by the definition; the key is the id of the run. */
export const INSTANCES = 'workflowInstance';
/** Held by the run; the key is the id of the state. */
export const STATES = 'workflowInstanceState';
/** Held by the state itself, to find it by its id. */
export const STATE_BY_ID = 'workflowInstanceStateById';

const definition: ParameterDocs = {
  name: 'workflowDefinitionName',
  description: 'Name of the definition',
  schema: { type: 'string' },
  required: true,
};
const paging: readonly ParameterDocs[] = [
  {
    name: 'limit',
    description: 'Maximum number to return',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
  },
  { name: 'offset', description: 'Number to skip', schema: { type: 'integer', minimum: 0, default: 0 } },
];

export function workflowRunRoutes(): DataRoute[] {
  const route = (
    at: string,
    id: string,
    summary: string,
    schema: string,
    handle: DataRoute['handle'],
    query: readonly ParameterDocs[] = [...timeRangeDocs, ...paging],
  ): DataRoute => ({
    kind: 'read',
    method: 'GET',
    path: `${base}/${at}`,
    docs: {
      operationId: id,
      summary,
      tag: 'Workflow Runs',
      query,
      answers: { 200: { description: summary, schema: query.length > 0 ? { pageOf: schema } : schema } },
      errors: [404],
    },
    handle,
  });
  return [
    route(
      'workflowInstances',
      'listWorkflowInstances',
      'List runs of a workflow, newest first',
      instanceSchema,
      listInstances,
      [definition, ...timeRangeDocs, ...paging],
    ),
    route(
      'workflowInstanceStates',
      'listWorkflowInstanceStates',
      'List the steps of a run, newest first',
      stateSchema,
      listStates,
      [
        definition,
        {
          name: 'workflowInstanceId',
          description: 'Id of the run',
          schema: { type: 'string', format: 'uuid' },
          required: true,
        },
        ...timeRangeDocs,
        ...paging,
      ],
    ),
    route(
      'workflowInstanceStates/{workflowDefinitionName}/{workflowInstanceId}',
      'listWorkflowInstanceStatesOfRun',
      'List the steps of one run, newest first',
      stateSchema,
      listStates,
    ),
    route(
      'workflowInstanceStates/{id}',
      'getWorkflowInstanceState',
      'Get the state of one step',
      stateSchema,
      getState,
      [],
    ),
  ];
}

async function listInstances({ query }: Request, scope: Scope): Promise<Reply> {
  const { id } = await definitionOf(query.workflowDefinitionName ?? '', scope);
  return page({ entityId: id, kind: INSTANCES }, query, scope);
}

async function listStates({ params, query }: Request, scope: Scope): Promise<Reply> {
  const { workflowDefinitionName = '', workflowInstanceId = '' } = { ...query, ...params };
  const { id } = await definitionOf(workflowDefinitionName, scope);
  const run = checkId(workflowInstanceId);
  if ((await latestPoints(scope.sql, [id], INSTANCES, run)).length === 0)
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('workflowInstance', run));
  return page({ entityId: run, kind: STATES }, query, scope);
}

async function getState(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', definitionType);
  const id = checkId(parameter(request, 'id'));
  const [point] = await listPoints(scope.sql, { entityId: id, kind: STATE_BY_ID, limit: 1 });
  if (!point) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('workflowInstanceState', id));
  const state = parseObject(point.doc);
  await readRow(scope.catalog.registry.get(definitionType), { id: String(state.workflowDefinitionId) }, 'all', scope);
  return json(200, state);
}

function definitionOf(fqn: string, scope: Scope) {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', definitionType);
  if (fqn === '') throw catalogError('BAD_REQUEST', 'workflowDefinitionName is required');
  return readRow(scope.catalog.registry.get(definitionType), { fqn }, 'all', scope);
}

async function page(
  series: Pick<PointRange, 'entityId' | 'kind'>,
  query: Request['query'],
  scope: Scope,
): Promise<Reply> {
  const range = { ...series, ...readTimeRange(query, scope) };
  const limit = readLimit(query.limit, 10, 1, 1000);
  const offset = readLimit(query.offset, 0, 0, 1_000_000, 'offset');
  const points = await listPoints(scope.sql, { ...range, limit, offset });
  const total = await countPoints(scope.sql, range);
  return json(200, { data: points.map(({ doc }) => parseObject(doc)), paging: { total, offset, limit } });
}
