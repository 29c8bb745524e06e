// The closed condition language shared by access policies and alert filters, and JsonLogic for rules on entities. Pure.

export {
  combineRules,
  type FilledTemplate,
  fillTemplate,
  parseAlertCondition,
  type RuleInput,
} from './alert-condition.js';
export { ALERT_FUNCTIONS, type AlertFunction, describeAlertFunctions } from './alert-functions.js';
export { type Condition, type ConditionCall, printCondition, quoteList } from './condition.js';
export { callsOf, evaluateCondition, functionsUsed } from './evaluate-condition.js';
export { type FunctionSpec, type FunctionTable, functionTable } from './function-table.js';
export { fieldsRead, operatorsIn, unknownOperator } from './json-logic/check-logic.js';
export { evaluateLogic, type LogicOperator } from './json-logic/evaluate-logic.js';
export { valueAt } from './json-logic/logic-operators.js';
export { LogicError } from './json-logic/logic-values.js';
export { mapArguments } from './map-arguments.js';
export { filterKey } from './merge-filters.js';
export { PARSE_LIMITS, type ParsedCondition, type ParseLimits, parseCondition } from './parse-condition.js';
export { perObject } from './per-object.js';
export { evaluatePolicyCondition, parsePolicyCondition, toFilter } from './policy-condition.js';
export {
  type Accounts,
  describePolicyFunctions,
  type FunctionDescription,
  POLICY_FUNCTIONS,
  type PolicyContext,
  type SubjectFacts,
  type TeamFact,
} from './policy-functions.js';
export {
  allOf,
  anyOf,
  constantFilter,
  insideOne,
  matchesFilter,
  negated,
  type ResourceFacts,
  type ResourceFilter,
  withLabelsOf,
  withOwnersOfDomains,
} from './resource-filter.js';
export type { RuleError } from './rule-error.js';
