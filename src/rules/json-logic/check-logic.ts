/** What a rule uses, read without evaluating it. */
import { isObject } from '../../../contract/index.js';
import { expressionOf, STANDARD_OPERATORS } from './evaluate-logic.js';

/** The first operator of the rule that neither JsonLogic nor `more` has; undefined if there is none. */
export function unknownOperator(rule: unknown, more: readonly string[]): string | undefined {
  for (const operator of operatorsIn(rule)) if (![...STANDARD_OPERATORS, ...more].includes(operator)) return operator;
  return undefined;
}

/** Every operator of the rule, with repeats. */
export function operatorsIn(rule: unknown): string[] {
  if (Array.isArray(rule)) return rule.flatMap(operatorsIn);
  const expression = expressionOf(rule);
  return expression ? [expression.operator, ...expression.args.flatMap(operatorsIn)] : [];
}

/**
 * The top-level fields that the rule can read: first segments of the paths in it; null if it computes a path, so that it can read
 * any. Also has paths below the items of lists, which are not fields.
 */
export function fieldsRead(rule: unknown, pathOperators: readonly string[]): ReadonlySet<string> | null {
  const fields = new Set<string>();
  return addFields(rule, ['var', 'missing', 'missing_some', ...pathOperators], fields) ? fields : null;
}

function addFields(rule: unknown, pathOperators: readonly string[], fields: Set<string>): boolean {
  if (Array.isArray(rule)) return rule.every((item) => addFields(item, pathOperators, fields));
  const expression = expressionOf(rule);
  if (!expression) return true;
  const { operator, args } = expression;
  if (!pathOperators.includes(operator)) return args.every((arg) => addFields(arg, pathOperators, fields));
  const paths = operator === 'var' ? args.slice(0, 1) : args.flat();
  for (const path of paths) {
    if (isObject(path) || path === '' || path === null || path === undefined) return false;
    fields.add(String(path).split('.')[0] ?? '');
  }
  return true;
}
