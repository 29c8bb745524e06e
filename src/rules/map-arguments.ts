import { quoteText } from './condition.js';
import { tokenize } from './tokenize.js';

/**
 * Replaces arguments of calls of these functions in the text of a condition and leaves the rest as its author wrote it. A
 * text that is not a condition is returned as it is.
 */
export function mapArguments(text: string, functions: readonly string[], map: (argument: string) => string): string {
  const tokens = tokenize(text);
  if ('message' in tokens) return text;
  let [mapped, copied, called] = ['', 0, ''];
  for (const { kind, value, position, end } of tokens) {
    if (kind === 'name') called = value;
    if (kind !== 'text' || !functions.includes(called)) continue;
    const replaced = map(value);
    if (replaced === value) continue;
    mapped += text.slice(copied, position) + quoteText(replaced);
    copied = end;
  }
  return mapped + text.slice(copied);
}
