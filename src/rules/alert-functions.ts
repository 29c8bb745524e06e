import { type FunctionTable, functionTable } from './function-table.js';

/**
 * The functions of alert filters and triggers. The alerts implement them for events and pass that to
 * `evaluateCondition` as `call`.
 */
export const ALERT_FUNCTIONS: FunctionTable = functionTable([
  { name: 'filterByEntityNameDataContractBelongsTo', lists: 1 },
  { name: 'filterByTableNameTestCaseBelongsTo', lists: 1 },
  /** First list: statuses; second list: FQNs of test suites. */
  { name: 'getTestCaseStatusIfInTestSuite', lists: 2 },
  { name: 'isBot', lists: 0 },
  { name: 'matchAnyDomain', lists: 1 },
  { name: 'matchAnyEntityFqn', lists: 1 },
  { name: 'matchAnyEntityId', lists: 1 },
  { name: 'matchAnyEventType', lists: 1 },
  { name: 'matchAnyFieldChange', lists: 1 },
  { name: 'matchAnyOwnerName', lists: 1 },
  { name: 'matchAnySource', lists: 1 },
  { name: 'matchConversationUser', lists: 1 },
  { name: 'matchDataContractStatus', lists: 1 },
  { name: 'matchIngestionPipelineState', lists: 1 },
  { name: 'matchPipelineState', lists: 1 },
  { name: 'matchTestResult', lists: 1 },
  { name: 'matchUpdatedBy', lists: 1 },
]);
