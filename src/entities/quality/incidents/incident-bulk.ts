import { CatalogError, catalogError } from '../../../../contract/index.js';
import {
  type BulkItem,
  bulkReply,
  isObject,
  limitItems,
  type Reply,
  type Request,
  readJson,
  type SlicedRoute,
  type SlicedScope,
} from '../../../catalog/index.js';
import { TEST_TYPE } from '../edges.js';
import { addState } from './add-state.js';

const schema = 'api/tests/createTestCaseResolutionStatus';

/** `PUT bulk`: adds a state to each of many incidents. */
export function bulkRoute(path: string): SlicedRoute {
  return {
    kind: 'sliced',
    method: 'PUT',
    path: `${path}/bulk`,
    docs: {
      operationId: 'bulkUpdateIncidentStatus',
      summary: 'Add states to the incidents of many test cases',
      description: 'Adds each state independently. The response has the result of each item.',
      tag: TEST_TYPE.case,
      body: { schema: { arrayOf: schema } },
      answers: {
        200: { description: 'Result of each item, with the reason for failures', schema: 'type/bulkOperationResult' },
      },
      errors: [413],
    },
    handle: addStates,
  };
}

async function addStates(request: Request, scope: SlicedScope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'EditTests', TEST_TYPE.case);
  const items = readJson(request);
  if (!Array.isArray(items)) throw catalogError('BAD_REQUEST', 'The body must be a list of states');
  limitItems(items, scope);
  const results: BulkItem[] = [];
  for (const item of items) results.push(await addOne(item, scope));
  return bulkReply(200, results);
}

async function addOne(item: unknown, scope: SlicedScope): Promise<BulkItem> {
  const checked = scope.catalog.contract.validator(schema)(item);
  if (!checked.ok)
    return { request: item, status: 400, message: checked.errors[0]?.message ?? 'The state is not valid' };
  try {
    await scope.transaction((inner) => addState(checked.value, inner));
    return { request: isObject(item) ? item.testCaseReference : item, status: 200 };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return { request: item, status: error.status, message: error.message };
  }
}
