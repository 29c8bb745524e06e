/**
 * Names and fully qualified names. Parts are joined with dots; a part that holds a dot is wrapped in
 * double quotes, so a part may not hold one. Pure.
 */
import { catalogError } from '../../../contract/index.js';

/** Longest FQN that is stored, in characters. */
export const fqnLimit = 3072;
const nameLimit = 256;

/** A name as a part of an FQN. */
export function quoteName(name: string): string {
  return name.includes('.') ? `"${name}"` : name;
}

/**
 * The FQN that a client means. Where a type has no containers its FQN is one part, so a bare name with dots can only be
 * that part (`john.doe`); types that make their FQN themselves are left alone. Names that are stored in one case are found
 * in any.
 */
export function givenFqn(type: Named | undefined, text: string): string {
  const onePart = type !== undefined && type.parents === undefined && type.fqn === undefined;
  const folded = type?.foldName ? type.foldName(text) : text;
  return onePart && !folded.startsWith('"') ? quoteName(folded) : folded;
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

/** The parts of an FQN, unquoted. Text that is no FQN is split as well as it can be. */
export function splitFqn(fqn: string): string[] {
  return [...eachFqnPart(fqn)];
}

/** The same, one after the other: who needs the first ones alone does not split all of a long text. */
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

/** Refuses what cannot be a name (interface: any Unicode text of 1 to 256 characters except `::`, `"` and control characters). */
export function checkName(name: unknown, property = 'name'): string {
  if (typeof name !== 'string' || name === '')
    throw catalogError('BAD_REQUEST', `${property} is required and cannot be empty`);
  if ([...name].length > nameLimit)
    throw catalogError('BAD_REQUEST', `${property} must be at most ${nameLimit} characters long`);
  if (name.includes('::')) throw catalogError('BAD_REQUEST', `${property} must not contain "::"`);
  if (name.includes('"')) throw catalogError('BAD_REQUEST', `${property} must not contain a double quote`);
  if (/\p{Cc}/u.test(name)) throw catalogError('BAD_REQUEST', `${property} must not contain control characters`);
  if (/\p{Cs}/u.test(name)) throw catalogError('BAD_REQUEST', `${property} must be well-formed Unicode text`);
  return name;
}

export function checkFqn(fqn: string): string {
  if (fqn.length > fqnLimit)
    throw catalogError('BAD_REQUEST', `fullyQualifiedName must be at most ${fqnLimit} characters long`);
  return fqn;
}
