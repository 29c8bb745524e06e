/** The rules of an alert, parsed once. Pure. */
import type { EventFilterRule, FilteringRules } from '../../../contract/index.js';
import { type Condition, combineRules, functionsUsed, parseAlertCondition } from '../../rules/index.js';

export interface CompiledRules {
  /** Name of the source. */
  source: string;
  hasTriggers: boolean;
  /** Filters and triggers; both must hold. */
  filters: Condition;
  triggers: Condition;
  /** Functions that they call. */
  functions: ReadonlySet<string>;
}

/** Throws if a stored condition cannot be parsed. */
export function compileRules({ resources, rules = [], actions = [] }: FilteringRules): CompiledRules {
  const filters = combined(rules);
  const triggers = combined(actions);
  return {
    source: resources[0] ?? '',
    hasTriggers: actions.length > 0,
    filters,
    triggers,
    functions: new Set([...functionsUsed(filters), ...functionsUsed(triggers)]),
  };
}

function combined(rules: readonly EventFilterRule[]): Condition {
  return combineRules(
    rules.map(({ condition, effect, prefixCondition }) => {
      const parsed = parseAlertCondition(condition);
      if (!parsed.ok) throw new Error(`the condition ${condition} cannot be evaluated: ${parsed.error.message}`);
      return { condition: parsed.condition, effect, prefixCondition };
    }),
  );
}
