/** The operators of JsonLogic that evaluate all of their arguments. They agree with the reference implementation, `json-logic-js`. */
import {
  isAtMost,
  isLess,
  isLooselyEqual,
  isStrictlyEqual,
  isTruthy,
  joined,
  LogicError,
  leadingNumber,
  numberOf,
  textOf,
} from './logic-values.js';

type Operator = (args: readonly unknown[], data: unknown) => unknown;

const MOST_TEXT = 1_000_000;

export const LOGIC_OPERATORS: Readonly<Record<string, Operator>> = {
  '==': ([a, b]) => isLooselyEqual(a, b),
  '===': ([a, b]) => isStrictlyEqual(a, b),
  '!=': ([a, b]) => !isLooselyEqual(a, b),
  '!==': ([a, b]) => !isStrictlyEqual(a, b),
  '>': ([a, b]) => isLess(b, a),
  '>=': ([a, b]) => isAtMost(b, a),
  '<': ([a, b, c]) => (c === undefined ? isLess(a, b) : isLess(a, b) && isLess(b, c)),
  '<=': ([a, b, c]) => (c === undefined ? isAtMost(a, b) : isAtMost(a, b) && isAtMost(b, c)),
  '!!': ([a]) => isTruthy(a),
  '!': ([a]) => !isTruthy(a),
  '%': ([a, b]) => numberOf(a) % numberOf(b),
  '+': (args) => args.reduce<number>((sum, value) => sum + leadingNumber(value), 0),
  '*': (args) =>
    args.slice(1).reduce<unknown>((product, value) => leadingNumber(product) * leadingNumber(value), args[0]),
  '-': ([a, b]) => (b === undefined ? -numberOf(a) : numberOf(a) - numberOf(b)),
  '/': ([a, b]) => numberOf(a) / numberOf(b),
  min: (args) => Math.min(...args.map(numberOf)),
  max: (args) => Math.max(...args.map(numberOf)),
  in: ([item, within]) => isIn(item, within),
  cat: (args) => checkedText(joined(args, '')),
  substr: ([source, start, end]) => cutText(textOf(source), numberOf(start), end),
  merge: (args) => args.flatMap((value) => (Array.isArray(value) ? value : [value])),
  log: ([value]) => value,
  var: ([path, fallback = null], data) => {
    const value = valueAt(data, path);
    return value === undefined ? fallback : value;
  },
  missing: (args, data) => missing(args, data),
  missing_some: ([needed, options], data) => {
    const names = Array.isArray(options) ? options : [];
    const absent = missing([names], data);
    return names.length - absent.length >= numberOf(needed) ? [] : absent;
  },
};

/** The value at a path such as `owners.0.name`; the data itself for an empty path. Own properties only. */
export function valueAt(data: unknown, path: unknown): unknown {
  if (path === undefined || path === null || path === '') return data;
  let at = data;
  for (const name of textOf(path).split('.')) {
    if (at === null || at === undefined || !Object.hasOwn(Object(at), name)) return undefined;
    at = Reflect.get(Object(at), name);
  }
  return at;
}

function isIn(item: unknown, within: unknown): boolean {
  if (typeof within === 'string') return within !== '' && within.includes(textOf(item));
  return Array.isArray(within) && within.indexOf(item) >= 0;
}

function cutText(text: string, start: number, end: unknown): string {
  const from = Number.isNaN(start) ? 0 : start < 0 ? Math.max(text.length + Math.trunc(start), 0) : Math.trunc(start);
  const rest = text.slice(from);
  if (end === undefined || end === null) return end === null ? '' : rest;
  const length = Math.trunc(numberOf(end));
  return length < 0
    ? rest.slice(0, Math.max(rest.length + length, 0))
    : rest.slice(0, Number.isNaN(length) ? 0 : length);
}

/** A missing value is absent, null or an empty text. */
function missing(args: readonly unknown[], data: unknown): unknown[] {
  const names = Array.isArray(args[0]) ? args[0] : args;
  return names.filter((name) => {
    const value = valueAt(data, name);
    return value === undefined || value === null || value === '';
  });
}

function checkedText(text: string): string {
  if (text.length > MOST_TEXT) throw new LogicError(`the rule makes a text of more than ${MOST_TEXT} characters`);
  return text;
}
