/** Regular expressions for names, as the Python client understands them. Users write them, so they are not trusted. */
import { createContext, Script } from 'node:vm';
import { catalogError } from '../../../contract/index.js';

/** How many names are matched at once. */
export const NAMES_AT_ONCE = 1_000;

/** Milliseconds for `NAMES_AT_ONCE` names, a thousand times what they take: a pattern that needs more may need forever. */
const TIMEOUT = 200;

// It runs where it can be interrupted.
const MATCH = new Script('names.map((name) => pattern.test(name))');

/**
 * Matches a pattern, from the beginning and in any case, against at most `NAMES_AT_ONCE` names. Throws 400, naming the
 * parameter or field, for a pattern that is not a regular expression or takes too long.
 */
export function namePattern(text: string, field: string): (names: readonly string[]) => readonly boolean[] {
  const context = createContext({ pattern: compile(text, field) });
  return (names) => {
    context.names = names;
    try {
      const matched: readonly boolean[] = MATCH.runInContext(context, { timeout: TIMEOUT });
      return matched;
    } catch (cause) {
      throw slowPattern(field, cause);
    }
  };
}

export function slowPattern(field: string, cause?: unknown): Error {
  return catalogError('BAD_REQUEST', `${field}: a pattern cannot be used: it takes too long`, { cause });
}

function compile(pattern: string, field: string): RegExp {
  try {
    return new RegExp(`^(?:${inJavaScript(pattern)})`, 'i');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw catalogError('BAD_REQUEST', `${field}: a pattern cannot be used: ${why}`, { cause });
  }
}

/** What Python writes otherwise. `(?i)` says what is the case anyway. */
function inJavaScript(pattern: string): string {
  return pattern.replace(/^\(\?i\)|\\[\s\S]|\(\?P<|\(\?P=(\w+)\)/g, (part, group?: string) => {
    if (part === '(?i)') return '';
    if (part === '\\A') return '^';
    if (part === '\\Z') return '$';
    if (part === '(?P<') return '(?<';
    return group === undefined ? part : `\\k<${group}>`;
  });
}
