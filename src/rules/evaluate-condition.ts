import type { Condition, ConditionCall } from './condition.js';

/**
 * The value of a condition, `call` giving that of each function. Calls are made from left to right and
 * only as far as needed, so `call` may be expensive; it must answer for every function of its table.
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

/** Names of the functions a condition calls, so that a caller loads only the facts it needs. */
export function functionsUsed(condition: Condition): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (part: Condition): void => {
    if (part.kind === 'call') names.add(part.name);
    else if (part.kind === 'not') visit(part.of);
    else if (part.kind !== 'constant') part.of.forEach(visit);
  };
  visit(condition);
  return names;
}
