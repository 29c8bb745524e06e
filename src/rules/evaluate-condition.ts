import type { Condition, ConditionCall } from './condition.js';

/**
 * The value of a condition; `call` evaluates function calls. Evaluation runs left to right and
 * short-circuits, so `call` may be expensive; it must support every function of its table.
 */
export function evaluateCondition(condition: Condition, call: (call: ConditionCall) => boolean): boolean {
  switch (condition.kind) {
    case 'constant':
      return condition.value;
    case 'call':
      return call(condition);
    case 'not':
      return !evaluateCondition(condition.of, call);
    case 'and':
      return condition.of.every((part) => evaluateCondition(part, call));
    case 'or':
      return condition.of.some((part) => evaluateCondition(part, call));
  }
}

/** Names of the functions a condition calls, so that the caller can load only the facts it needs. */
export function functionsUsed(condition: Condition): ReadonlySet<string> {
  return new Set(callsOf(condition).map((call) => call.name));
}

/** Every call in a condition, from left to right. */
export function callsOf(condition: Condition): readonly ConditionCall[] {
  if (condition.kind === 'call') return [condition];
  if (condition.kind === 'constant') return [];
  return condition.kind === 'not' ? callsOf(condition.of) : condition.of.flatMap(callsOf);
}
