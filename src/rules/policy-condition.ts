import type { Condition, ConditionCall } from './condition.js';
import { evaluateCondition } from './evaluate-condition.js';
import { type ParsedCondition, parseCondition } from './parse-condition.js';
import { POLICY_FUNCTIONS, type PolicyContext } from './policy-functions.js';
import {
  allOf,
  anyOf,
  constantFilter,
  matchesFilter,
  negated,
  type ResourceFacts,
  type ResourceFilter,
} from './resource-filter.js';

/** Parses the condition of a policy rule. */
export function parsePolicyCondition(text: string): ParsedCondition {
  return parseCondition(text, POLICY_FUNCTIONS);
}

/** Whether the condition of a policy rule holds for one resource. */
export function evaluatePolicyCondition(
  condition: Condition,
  context: PolicyContext,
  resource: ResourceFacts,
): boolean {
  return evaluateCondition(condition, (call) => matchesFilter(filterOfCall(call, context), resource));
}

/**
 * The resources for which the condition holds, for this subject and policy: `all` or `none` if it does not
 * depend on the resource. A resource passes if and only if evaluatePolicyCondition() is true.
 */
export function toFilter(condition: Condition, context: PolicyContext): ResourceFilter {
  switch (condition.kind) {
    case 'constant':
      return constantFilter(condition.value);
    case 'call':
      return filterOfCall(condition, context);
    case 'not':
      return negated(toFilter(condition.of, context));
    case 'and':
      return allOf(condition.of.map((part) => toFilter(part, context)));
    case 'or':
      return anyOf(condition.of.map((part) => toFilter(part, context)));
  }
}

function filterOfCall(call: ConditionCall, context: PolicyContext): ResourceFilter {
  const spec = POLICY_FUNCTIONS.get(call.name);
  if (spec === undefined) throw new Error(`${call.name}() is not a policy function: parse with POLICY_FUNCTIONS`);
  return spec.filter(call.lists[0] ?? [], context);
}
