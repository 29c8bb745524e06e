// Builds one condition from the inputs of an alert: fill the template, parse, join.

import { ALERT_FUNCTIONS } from './alert-functions.js';
import { type Condition, quoteList } from './condition.js';
import { type ParsedCondition, parseCondition } from './parse-condition.js';
import type { RuleError } from './rule-error.js';

export type FilledTemplate =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: RuleError };

/**
 * Replaces each `${name}` by the argument's values as a list literal: `matchAnyEntityFqn(${fqnList})` with
 * two values gives `matchAnyEntityFqn({'a','b'})`. Values are quoted, so no value can escape its literal.
 * A missing or empty argument is an error; arguments that the template does not use are ignored.
 */
export function fillTemplate(template: string, values: ReadonlyMap<string, readonly string[]>): FilledTemplate {
  let error: RuleError | null = null;
  const text = template.replace(/\$\{([A-Za-z]+)\}/g, (_placeholder, name: string, position: number) => {
    const list = values.get(name) ?? [];
    if (list.length === 0) error ??= { position, message: `The argument ${name} needs at least one value` };
    return quoteList(list);
  });
  return error === null ? { ok: true, text } : { ok: false, error };
}

/** Parses the condition of an alert's filter or trigger. */
export function parseAlertCondition(text: string): ParsedCondition {
  return parseCondition(text, ALERT_FUNCTIONS);
}

/** One parsed rule of an alert. */
export interface RuleInput {
  readonly condition: Condition;
  /** `exclude` negates the entire condition; default: `include`. */
  readonly effect?: 'include' | 'exclude' | undefined;
  /** How the rule is joined to the previous one; default: `AND`. Ignored on the first rule. */
  readonly prefixCondition?: 'AND' | 'OR' | undefined;
}

/** Joins rules in order; AND binds tighter than OR: `A OR B AND C` is A or both B and C. Without rules: always true. */
export function combineRules(rules: readonly RuleInput[]): Condition {
  const groups: Condition[][] = [];
  for (const { condition, effect, prefixCondition } of rules) {
    const term: Condition = effect === 'exclude' ? { kind: 'not', of: condition } : condition;
    const group = prefixCondition === 'OR' ? undefined : groups.at(-1);
    if (group === undefined) groups.push([term]);
    else group.push(term);
  }
  if (groups.length === 0) return { kind: 'constant', value: true };
  return joined(
    'or',
    groups.map((group) => joined('and', group)),
  );
}

function joined(kind: 'and' | 'or', parts: readonly Condition[]): Condition {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { kind, of: parts };
}
