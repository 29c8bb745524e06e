import { first } from '../../context/index.js';
/** What a search asks for, whichever language it came in: plain data between the parsers and the plan. */
export type SearchQuery =
  | { readonly kind: 'all' | 'none' }
  /** Words in text. `fields` null: everywhere. */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly fields: readonly string[] | null;
      readonly operator: 'and' | 'or';
      readonly form: 'words' | 'phrase' | 'prefix';
    }
  /** The field has one of these values. */
  | { readonly kind: 'term'; readonly field: string; readonly values: readonly string[] }
  /** `*` is any text, `?` any character, a backslash takes the next character as it is. */
  | { readonly kind: 'wildcard'; readonly field: string; readonly pattern: string }
  | { readonly kind: 'range'; readonly field: string; readonly low: number | null; readonly high: number | null }
  | { readonly kind: 'exists'; readonly field: string }
  | {
      readonly kind: 'bool';
      readonly must: readonly SearchQuery[];
      readonly should: readonly SearchQuery[];
      readonly mustNot: readonly SearchQuery[];
      /** How many of `should` must hold. */
      readonly minimum: number;
      /** Nothing but words side by side, as people say or type them. */
      readonly spoken?: true;
    };

export const ALL: SearchQuery = { kind: 'all' };
export const NONE: SearchQuery = { kind: 'none' };

/** Limits on what one request may ask. */
export const LIMITS = {
  /** Characters of `q` and of a filter. */
  queryLength: 8192,
  /** Words and operators of `q`; the rest is not looked at. */
  queryTokens: 128,
  filterLength: 262_144,
  depth: 20,
  clauses: 1024,
  terms: 4096,
  /** Wildcards of one pattern, and patterns of one request. */
  wildcards: 6,
  patterns: 20,
  /** Bounds and values of times and versions, and texts inside of FQNs (`*text*`), in one request: each looks through rows. */
  throughRows: 5,
  /** Words of one text; the rest is not looked at. */
  words: 16,
} as const;

/** All of several. */
export function allOf(of: readonly SearchQuery[]): SearchQuery {
  const parts = of.filter(({ kind }) => kind !== 'all');
  if (parts.length === 0) return ALL;
  return parts.length === 1 ? first(parts) : { kind: 'bool', must: parts, should: [], mustNot: [], minimum: 0 };
}
