/** Values in JsonLogic: what counts as true, and the loose comparisons of JavaScript, without calling methods of values. */

/** Why a rule has no value. */
export class LogicError extends Error {
  override name = 'LogicError';
}

/** Empty lists are false; otherwise as in JavaScript. */
export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

export function isStrictlyEqual(left: unknown, right: unknown): boolean {
  return left === right;
}

export function isLooselyEqual(left: unknown, right: unknown): boolean {
  if (left === null || left === undefined) return right === null || right === undefined;
  if (right === null || right === undefined) return false;
  if (isReference(left) && isReference(right)) return left === right;
  const [a, b] = [plain(left), plain(right)];
  return typeof a === typeof b ? a === b : numberOf(a) === numberOf(b);
}

export function isLess(left: unknown, right: unknown): boolean {
  const [a, b] = [plain(left), plain(right)];
  if (typeof a === 'string' && typeof b === 'string') return a < b;
  return numberOf(a) < numberOf(b);
}

export function isAtMost(left: unknown, right: unknown): boolean {
  const [a, b] = [plain(left), plain(right)];
  if (typeof a === 'string' && typeof b === 'string') return a <= b;
  return numberOf(a) <= numberOf(b);
}

/** As `Number(value)`. */
export function numberOf(value: unknown): number {
  return Number(plain(value));
}

/** As `parseFloat(value)`. */
export function leadingNumber(value: unknown): number {
  return Number.parseFloat(textOf(value));
}

/** As `String(value)`. */
export function textOf(value: unknown): string {
  return String(plain(value));
}

type Plain = string | number | boolean | null | undefined;

/** As JavaScript converts lists and objects to primitive values. */
function plain(value: unknown): Plain {
  if (Array.isArray(value)) return joined(value, ',');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === null) return null;
  return value === undefined ? undefined : '[object Object]';
}

/** As `values.join(separator)`. */
export function joined(values: readonly unknown[], separator: string): string {
  return values.map((value) => (value === null || value === undefined ? '' : textOf(value))).join(separator);
}

function isReference(value: unknown): boolean {
  return typeof value === 'object';
}
