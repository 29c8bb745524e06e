import { catalogError, type SemanticsRule } from '../../../contract/index.js';
import { unknownOperator } from '../../rules/index.js';
import { readRule } from './read-rule.js';
import { RULE_OPERATORS } from './rule-operators.js';

const MOST_RULES = 500;
const MOST_RULE = 20_000;

/** Refuses with 400 rules that could never be evaluated; `field` is the one that holds them. */
export function checkRules(rules: readonly SemanticsRule[], field: string): void {
  if (rules.length > MOST_RULES)
    throw catalogError('BAD_REQUEST', `${field}: there can be at most ${MOST_RULES} rules`);
  const names = new Set<string>();
  for (const { name, rule } of rules) {
    const problem = ruleProblem(rule);
    if (problem) throw catalogError('BAD_REQUEST', `${field}: the rule ${name} ${problem}`);
    if (names.has(name)) throw catalogError('BAD_REQUEST', `${field}: the name ${name} occurs twice`);
    names.add(name);
  }
}

function ruleProblem(rule: string): string | null {
  if (rule.length > MOST_RULE) return `is longer than ${MOST_RULE} characters`;
  const logic = readRule(rule);
  if (logic === undefined) return 'must be JsonLogic as JSON text';
  const unknown = unknownOperator(logic, RULE_OPERATORS);
  return unknown === undefined ? null : `has the unknown operator ${JSON.stringify(unknown.slice(0, 100))}`;
}
