/** The states of incidents of test cases. */
import { catalogError, errorMessages, type TestCaseResolutionStatus } from '../../../../contract/index.js';
import {
  applyOperations,
  checkId,
  type DataRoute,
  type EntityKey,
  equal,
  json,
  parameter,
  type Reply,
  type Request,
  type Route,
  readBody,
  readContext,
  readJson,
  readPatch,
  readRow,
  rowToChange,
  type Scope,
} from '../../../catalog/index.js';
import { type EntityRow, getIncident, type IncidentRow, incidentStates } from '../../../storage/index.js';
import { TEST_TYPE } from '../edges.js';
import { addState } from './add-state.js';
import { bulkRoute } from './incident-bulk.js';
import { incidentListRoutes } from './incident-lists.js';
import { setSeverity, showStates } from './incident-states.js';

const schema = 'tests/testCaseResolutionStatus';
const TYPE = 'testCaseResolutionStatus';

export function incidentRoutes(cases: string): Route[] {
  const path = `${cases}/testCaseIncidentStatus`;
  const docs = (operationId: string, summary: string) => ({
    operationId,
    summary,
    tag: TEST_TYPE.case,
    answers: { 200: { description: 'The state of the incident', schema } },
    errors: [404],
  });
  return [
    ...incidentListRoutes(path),
    bulkRoute(path),
    {
      kind: 'write',
      method: 'POST',
      path,
      docs: {
        ...docs('createIncidentStatus', 'Add a state to the incident of a test case'),
        description:
          'Continues the open incident of the test case, or opens one. A resolved incident is opened again by any state but `New`.',
        body: { schema: 'api/tests/createTestCaseResolutionStatus' },
      },
      handle: create,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/{id}`,
      docs: docs('getIncidentStatus', 'Get one state of an incident'),
      handle: async (request, scope) => reply(200, (await findState(request, scope)).state, scope),
    },
    {
      kind: 'write',
      method: 'PATCH',
      path: `${path}/{id}`,
      docs: {
        ...docs('patchIncidentStatus', 'Update the severity of a state'),
        description: 'Applies a JSON patch. Only the severity can change; add a state to change anything else.',
        body: {
          schema: { inline: { type: 'array', items: { type: 'object' } } },
          media: 'application/json-patch+json',
        },
      },
      handle: patch,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/stateId/{stateId}`,
      docs: {
        ...docs('listStatesOfIncident', 'List the states of one incident, newest first'),
        answers: { 200: { description: 'The states', schema: { pageOf: schema } } },
      },
      handle: statesOf,
    },
    contextRoute(`${path}/{id}/context`, 'get_incident_context', async (request, scope) => ({
      id: (await findState(request, scope)).row.id,
    })),
    contextRoute(`${path}/name/{fqn}/context`, 'get_incident_context_by_name', (request) =>
      Promise.resolve({ fqn: parameter(request, 'fqn') }),
    ),
  ];
}

/** The summary of the test case that an incident is about. */
function contextRoute(
  path: string,
  operationId: string,
  caseOf: (request: Request, scope: Scope) => Promise<EntityKey>,
): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path,
    docs: {
      operationId,
      summary: 'Get a summary of the test case of an incident',
      tag: TEST_TYPE.case,
      answers: { 200: { description: 'The summary', schema: 'type/aiContext' } },
      errors: [404],
    },
    async handle(request, scope) {
      scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', TEST_TYPE.case);
      const type = scope.catalog.registry.get(TEST_TYPE.case);
      return readContext(type, await caseOf(request, scope), scope);
    },
  };
}

async function create(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'EditTests', TEST_TYPE.case);
  const given = readBody(request, 'api/tests/createTestCaseResolutionStatus', scope);
  return reply(200, await addState(given, scope), scope);
}

async function findState(request: Request, scope: Scope): Promise<{ state: IncidentRow; row: EntityRow }> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', TEST_TYPE.case);
  const id = checkId(parameter(request, 'id'));
  const state = await getIncident(scope.sql, id);
  if (!state) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById(TYPE, id));
  const row = await readRow(scope.catalog.registry.get(TEST_TYPE.case), { id: state.case_id }, 'all', scope);
  return { state, row };
}

async function patch(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'EditTests', TEST_TYPE.case);
  const id = checkId(parameter(request, 'id'));
  const found = await getIncident(scope.sql, id);
  if (!found) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById(TYPE, id));
  const type = scope.catalog.registry.get(TEST_TYPE.case);
  const row = await rowToChange(type, { id: found.case_id }, 'all', scope, ['ViewBasic', 'EditTests']);
  const state = (await getIncident(scope.sql, id)) ?? found;
  const [before] = await showStates([state], scope);
  const patched = applyOperations({ ...before }, readPatch(readJson(request)), scope.catalog.options.bodyLimit);
  const result = scope.catalog.contract.validator(schema)(patched);
  if (!result.ok) throw catalogError('BAD_REQUEST', result.errors[0]?.message ?? 'The patched state is not valid');
  const after: TestCaseResolutionStatus = result.value;
  const refused = changedFields(before ?? after, after).find((field) => !CHANGEABLE.has(field));
  if (refused) throw catalogError('BAD_REQUEST', `Field ${refused} is not allowed to be updated`);
  return reply(200, await setSeverity(row, state, after.severity, scope), scope);
}

/** Fields that a patch may name; what it says about the last two is replaced. */
const CHANGEABLE: ReadonlySet<string> = new Set(['severity', 'updatedAt', 'updatedBy']);

function changedFields(before: TestCaseResolutionStatus, after: TestCaseResolutionStatus): string[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (field) => !equal(old.get(field) ?? null, now.get(field) ?? null),
  );
}

async function statesOf(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', TEST_TYPE.case);
  const stateId = checkId(parameter(request, 'stateId'));
  const rows = await incidentStates(scope.sql, stateId);
  const [first] = rows;
  if (first) await readRow(scope.catalog.registry.get(TEST_TYPE.case), { id: first.case_id }, 'all', scope);
  return json(200, { data: await showStates(rows, scope), paging: { total: rows.length } });
}

async function reply(status: number, row: IncidentRow, scope: Scope): Promise<Reply> {
  const [shown] = await showStates([row], scope);
  return json(status, shown);
}
