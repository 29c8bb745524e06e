/**
 * Evaluates JsonLogic (https://jsonlogic.com): rules as JSON, on JSON values. Pure. Rules come from clients, so evaluation has
 * limits on steps, depth and the size of texts, reads own properties only, and calls nothing but the operators listed here.
 */
import { isObject } from '../../../contract/index.js';
import { LOGIC_OPERATORS } from './logic-operators.js';
import { isTruthy, LogicError } from './logic-values.js';

/** What a rule does beyond the operators of JsonLogic: gets evaluated arguments, returns a JSON value. */
export type LogicOperator = (args: readonly unknown[], data: unknown) => unknown;

export interface LogicOptions {
  operators?: Readonly<Record<string, LogicOperator>>;
  /** Maximum number of steps; a step is an expression, or an item or character that an operator reads or makes. */
  steps?: number;
}

const STEPS = 200_000;
const DEPTH = 100;

interface Run {
  operators: Readonly<Record<string, LogicOperator>>;
  left: number;
  depth: number;
}

/** The value of a rule. Throws `LogicError` for an unknown operator, and at the limits. */
export function evaluateLogic(
  rule: unknown,
  data: unknown,
  { operators = {}, steps = STEPS }: LogicOptions = {},
): unknown {
  return apply(rule, data, { operators, left: steps, depth: 0 });
}

/** The operator and the arguments of an expression; null for a plain value. */
export function expressionOf(rule: unknown): { operator: string; args: readonly unknown[] } | null {
  if (!isObject(rule)) return null;
  const [only, ...more] = Object.entries(rule);
  if (only === undefined || more.length > 0) return null;
  const [operator, args] = only;
  return { operator, args: Array.isArray(args) ? args : [args] };
}

function apply(rule: unknown, data: unknown, run: Run): unknown {
  spend(1, run);
  if (Array.isArray(rule)) return rule.map((item) => apply(item, data, run));
  const expression = expressionOf(rule);
  if (!expression) return rule;
  run.depth += 1;
  if (run.depth > DEPTH) throw new LogicError(`the rule is nested more than ${DEPTH} levels deep`);
  const { operator, args } = expression;
  const lazy = Object.hasOwn(LAZY, operator) ? LAZY[operator] : undefined;
  const value = lazy ? lazy(args, data, run) : applyStrict(operator, args, data, run);
  run.depth -= 1;
  return value;
}

function applyStrict(operator: string, args: readonly unknown[], data: unknown, run: Run): unknown {
  const known = Object.hasOwn(run.operators, operator)
    ? run.operators[operator]
    : Object.hasOwn(LOGIC_OPERATORS, operator)
      ? LOGIC_OPERATORS[operator]
      : undefined;
  if (!known) throw new LogicError(`there is no operator ${JSON.stringify(operator.slice(0, 100))}`);
  const values = args.map((arg) => apply(arg, data, run));
  for (const value of values) spend(sizeOf(value), run);
  const result = known(values, data);
  spend(sizeOf(result), run);
  return result;
}

function spend(steps: number, run: Run): void {
  run.left -= steps;
  if (run.left < 0) throw new LogicError('the rule takes too many steps');
}

/** What an operator does with a value takes about as long as the value is. */
function sizeOf(value: unknown): number {
  return typeof value === 'string' ? value.length >> 4 : Array.isArray(value) ? value.length : 0;
}

type Lazy = (args: readonly unknown[], data: unknown, run: Run) => unknown;

/** Operators that do not evaluate all of their arguments, or evaluate them for each item of a list. */
const LAZY: Readonly<Record<string, Lazy>> = {
  if: choose,
  '?:': choose,
  and(args, data, run) {
    let value: unknown;
    for (const arg of args) {
      value = apply(arg, data, run);
      if (!isTruthy(value)) return value;
    }
    return value;
  },
  or(args, data, run) {
    let value: unknown;
    for (const arg of args) {
      value = apply(arg, data, run);
      if (isTruthy(value)) return value;
    }
    return value;
  },
  map([list, rule], data, run) {
    return listIn(list, data, run).map((item) => apply(rule, item, run));
  },
  filter: filtered,
  reduce([list, rule, initial], data, run) {
    const start = initial === undefined ? null : apply(initial, data, run);
    return listIn(list, data, run).reduce<unknown>(
      (accumulator, current) => apply(rule, { current, accumulator }, run),
      start,
    );
  },
  all([list, rule], data, run) {
    const items = listIn(list, data, run);
    return items.length > 0 && items.every((item) => isTruthy(apply(rule, item, run)));
  },
  some: (args, data, run) => filtered(args, data, run).length > 0,
  none: (args, data, run) => filtered(args, data, run).length === 0,
};

function choose(args: readonly unknown[], data: unknown, run: Run): unknown {
  let at = 0;
  for (; at < args.length - 1; at += 2) if (isTruthy(apply(args[at], data, run))) return apply(args[at + 1], data, run);
  return at < args.length ? apply(args[at], data, run) : null;
}

function filtered([list, rule]: readonly unknown[], data: unknown, run: Run): unknown[] {
  return listIn(list, data, run).filter((item) => isTruthy(apply(rule, item, run)));
}

function listIn(list: unknown, data: unknown, run: Run): readonly unknown[] {
  const value = apply(list, data, run);
  return Array.isArray(value) ? value : [];
}

/** Names of all operators that need no `operators`. */
export const STANDARD_OPERATORS: readonly string[] = [...Object.keys(LAZY), ...Object.keys(LOGIC_OPERATORS)];
