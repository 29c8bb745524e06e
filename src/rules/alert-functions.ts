import { type FunctionSpec, type FunctionTable, functionTable } from './function-table.js';
import type { FunctionDescription } from './policy-functions.js';

/** A function of alert conditions, described for their authors. */
export interface AlertFunction extends FunctionSpec {
  readonly input: string;
  readonly description: string;
  readonly example: string;
}

const lists = (count: 0 | 1 | 2) => (name: string, input: string, description: string, example: string) => ({
  name,
  lists: count,
  input,
  description: `True when ${description}.`,
  example: `${name}(${example})`,
});
const plain = lists(0);
const one = lists(1);
const two = lists(2);

/**
 * The functions of alert filters and triggers. The alerts implement them for events and pass that to
 * `evaluateCondition` as `call`.
 */
export const ALERT_FUNCTIONS: FunctionTable<AlertFunction> = functionTable<AlertFunction>([
  one(
    'filterByEntityNameDataContractBelongsTo',
    'Fully qualified names of assets',
    'the event is about the contract of one of the assets',
    "{'shop.sales.public.orders'}",
  ),
  one(
    'filterByTableNameTestCaseBelongsTo',
    'Fully qualified names of tables',
    'the event is about a test of one of the tables or of their columns',
    "{'shop.sales.public.orders'}",
  ),
  two(
    'getTestCaseStatusIfInTestSuite',
    'Statuses of results, then fully qualified names of test suites',
    'the event is a result with one of the statuses, of a test in one of the suites',
    "{'Failed'}, {'nightly'}",
  ),
  plain('isBot', '', 'the change was made by a bot', ''),
  one('matchAnyDomain', 'Fully qualified names of domains', 'the entity is in one of the domains', "{'Finance'}"),
  one(
    'matchAnyEntityFqn',
    'Fully qualified names',
    'the entity has one of the names or lies below it',
    "{'shop.sales.public'}",
  ),
  one(
    'matchAnyEntityId',
    'Ids of entities',
    'the entity has one of the ids',
    "{'2f1c7a9e-8f0b-4c1d-9a54-0c8f3b6f2d11'}",
  ),
  one('matchAnyEventType', 'Types of events', 'the event has one of the types', "{'entityCreated','entityDeleted'}"),
  one(
    'matchAnyFieldChange',
    'Names of fields',
    'one of the fields was added, changed or removed, at any depth',
    "{'description', 'tags'}",
  ),
  one('matchAnyOwnerName', 'Names of users and teams', 'one of them owns the entity', "{'john','sales'}"),
  one('matchAnySource', 'Names of entity types', 'the entity is of one of the types', "{'table','topic'}"),
  one(
    'matchConversationUser',
    "Names of users and teams; 'all' for anyone",
    'the newest message mentions one of them',
    "{'john'}",
  ),
  one(
    'matchDataContractStatus',
    'Statuses of results',
    'the newest result of a data contract has one of the statuses',
    "{'Failed'}",
  ),
  one(
    'matchIngestionPipelineState',
    'States of runs',
    'a run of an ingestion pipeline has got one of the states',
    "{'failed','partialSuccess'}",
  ),
  one('matchPipelineState', 'States of runs', 'a run of a pipeline has got one of the states', "{'Failed'}"),
  one(
    'matchTestResult',
    'Statuses of results',
    'the event is a result with one of the statuses, of a test case or test suite',
    "{'Failed','Aborted'}",
  ),
  one('matchUpdatedBy', 'Names of users', 'the change was made by one of them', "{'john'}"),
]);

/** Entries of `GET /v1/events/subscriptions/functions` (schema `type/function`). */
export function describeAlertFunctions(): FunctionDescription[] {
  return [...ALERT_FUNCTIONS.values()].map(({ name, input, description, example }) => ({
    name,
    input,
    description,
    examples: [example],
    parameterInputType: 'NotRequired',
  }));
}
