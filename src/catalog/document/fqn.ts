/**
 * Names and fully qualified names. Segments are joined with dots. A segment that contains a dot is wrapped in double
 * quotes, so names must not contain double quotes. Pure.
 */
import { catalogError } from '../../../contract/index.js';

/** Maximum length of an FQN in characters. */
export const fqnLimit = 3072;
const nameLimit = 256;

/** A name as a segment of an FQN. */
export function quoteName(name: string): string {
  return name.includes('.') ? `"${name}"` : name;
}

/**
 * Normalizes an FQN sent by a client. The FQN of a type without parents has one segment, so an unquoted name with dots
 * (`john.doe`) is that segment; types with their own `fqn` function are excluded. Quotes around segments that need none
 * are dropped. Applies `foldName`, so that names stored in lower case are found in any case.
 */
export function givenFqn(type: Named | undefined, text: string): string {
  const onePart = type !== undefined && type.parents === undefined && type.fqn === undefined;
  const folded = type?.foldName ? type.foldName(text) : text;
  if (folded.includes('"')) return splitFqn(folded).map(quoteName).join('.');
  return onePart ? quoteName(folded) : folded;
}

interface Named {
  parents?: unknown;
  fqn?: unknown;
  foldName?(name: string): string;
}

export function joinFqn(parent: string | null, name: string): string {
  const part = quoteName(name);
  return parent === null ? part : `${parent}.${part}`;
}

/** The segments of an FQN, unquoted. Never fails: text that is not an FQN is split on a best-effort basis. */
export function splitFqn(fqn: string): string[] {
  return [...eachFqnPart(fqn)];
}

/** The same, lazily, for callers that need only the first segments of a long text. */
export function* eachFqnPart(fqn: string): Generator<string, void> {
  let at = 0;
  while (at <= fqn.length) {
    const quoted = fqn[at] === '"';
    const end = quoted ? fqn.indexOf('"', at + 1) : fqn.indexOf('.', at);
    if (end < 0) {
      yield fqn.slice(at);
      return;
    }
    yield fqn.slice(quoted ? at + 1 : at, end);
    at = quoted ? end + 2 : end + 1;
  }
}

/**
 * Throws 400 for an invalid name. Valid: 1 to 256 characters of Unicode text without `::`, `"` and control characters.
 */
export function checkName(name: unknown, property = 'name'): string {
  if (typeof name !== 'string' || name === '')
    throw catalogError('BAD_REQUEST', `${property} is required and cannot be empty`);
  if ([...name].length > nameLimit)
    throw catalogError('BAD_REQUEST', `${property} must have at most ${nameLimit} characters`);
  if (name.includes('::')) throw catalogError('BAD_REQUEST', `${property} must not contain "::"`);
  if (name.includes('"')) throw catalogError('BAD_REQUEST', `${property} must not contain a double quote`);
  if (/\p{Cc}/u.test(name)) throw catalogError('BAD_REQUEST', `${property} must not contain control characters`);
  if (/\p{Cs}/u.test(name)) throw catalogError('BAD_REQUEST', `${property} must be well-formed Unicode text`);
  return name;
}

export function checkFqn(fqn: string): string {
  if (fqn.length > fqnLimit)
    throw catalogError('BAD_REQUEST', `fullyQualifiedName must have at most ${fqnLimit} characters`);
  return fqn;
}
