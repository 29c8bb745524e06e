import { isLike, literalsOf, stepsOf } from '../like-pattern.js';

export const SQLITE_HAS_LIKE = 'cairn_has_like';

/** `hasLike` of the dialect as a function of SQLite: whether JSON text has a text that matches a pattern; 1 or 0. */
export function createHasLike(): (json: unknown, pattern: unknown) => number {
  let known = { pattern: '', steps: stepsOf(''), longest: '' };
  return (json, given) => {
    const [text, pattern] = [String(json).toLowerCase(), String(given)];
    if (known.pattern !== pattern) {
      const steps = stepsOf(pattern.toLowerCase());
      known = { pattern, steps, longest: longestLiteral(steps) };
    }
    // Most documents lack it, so that they need not be parsed.
    if (!text.includes(known.longest)) return 0;
    return textsIn(JSON.parse(text)).some((one) => isLike(one, known.steps)) ? 1 : 0;
  };
}

/** The longest text between wildcards, as JSON has it. */
function longestLiteral(steps: readonly string[]): string {
  const longest = literalsOf(steps).reduce((one, other) => (other.length > one.length ? other : one));
  return JSON.stringify(longest).slice(1, -1);
}

function textsIn(value: readonly string[] | Readonly<Record<string, readonly string[]>>): string[] {
  return Object.values(value).flat();
}
