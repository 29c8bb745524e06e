import { first } from '../../context/index.js';
import type { Bound } from '../../storage/index.js';

/** A search query, independent of the language it was written in: plain data between the parsers and the compiler. */
export type SearchQuery =
  | { readonly kind: 'all' | 'none' }
  /** Words in text; `fields` null: everywhere. */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly fields: readonly string[] | null;
      readonly operator: 'and' | 'or';
      readonly form: 'words' | 'phrase' | 'prefix';
    }
  /** The field has one of these values. */
  | { readonly kind: 'term'; readonly field: string; readonly values: readonly string[] }
  /** `*` matches any text, `?` any character; a backslash escapes the next character. */
  | { readonly kind: 'wildcard'; readonly field: string; readonly pattern: string }
  | { readonly kind: 'range'; readonly field: string; readonly low: Bound | null; readonly high: Bound | null }
  | { readonly kind: 'exists'; readonly field: string }
  | {
      readonly kind: 'bool';
      readonly must: readonly SearchQuery[];
      readonly should: readonly SearchQuery[];
      readonly mustNot: readonly SearchQuery[];
      /** How many of `should` must match. */
      readonly minimum: number;
      /** Only adjacent words, as in natural language. */
      readonly spoken?: true;
    };

export const ALL: SearchQuery = { kind: 'all' };
export const NONE: SearchQuery = { kind: 'none' };

/** Limits of one request. */
export const LIMITS = {
  /** Characters of `q` and of a filter. */
  queryLength: 8192,
  /** Words and operators of `q`; the rest is ignored. */
  queryTokens: 128,
  filterLength: 262_144,
  depth: 20,
  clauses: 1024,
  terms: 4096,
  /** Wildcards per pattern, and patterns per request. */
  wildcards: 6,
  /** Characters of a pattern: no name or FQN has as many, and databases refuse very long ones. */
  patternLength: 4096,
  patterns: 20,
  /** Conditions per request that scan rows: `createRowConditions`. */
  throughRows: 5,
  /** Words per text; the rest is ignored. */
  words: 16,
} as const;

export function allOf(of: readonly SearchQuery[]): SearchQuery {
  const parts = of.filter(({ kind }) => kind !== 'all');
  if (parts.length === 0) return ALL;
  return parts.length === 1 ? first(parts) : { kind: 'bool', must: parts, should: [], mustNot: [], minimum: 0 };
}

/** Whether a query asks for members of a field, such as `extension.size`. */
export function asksFor(query: SearchQuery, root: string): boolean {
  const isMember = (field: string) => field === root || field.startsWith(`${root}.`);
  switch (query.kind) {
    case 'bool':
      return [...query.must, ...query.should, ...query.mustNot].some((part) => asksFor(part, root));
    case 'text':
      return query.fields?.some(isMember) ?? false;
    case 'all':
    case 'none':
      return false;
    default:
      return isMember(query.field);
  }
}
