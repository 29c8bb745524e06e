/** Conditions on hits: plain data between the query languages and the databases. */
import { first } from '../../context/index.js';
import type { RowCondition, WordQuery } from '../../storage/index.js';

/** A test that a facet tuple decides for all documents that share it. */
export type FacetTupleTest =
  /** One of the values in a field of `Facets`; value and container fields are prefixed with `s.` and `c.`. */
  | { readonly kind: 'has'; readonly field: string; readonly values: readonly string[] }
  /** A value in the field that matches a `like` pattern, in any case. */
  | { readonly kind: 'like'; readonly field: string; readonly pattern: string }
  /** Any value in the field. */
  | { readonly kind: 'any'; readonly field: string }
  /** Own owners or domains, or else those of the nearest container that has some; null: any. */
  | { readonly kind: 'inherits'; readonly field: 'o' | 'd'; readonly ids: readonly string[] | null };

export type Condition =
  | { readonly kind: 'words'; readonly query: WordQuery }
  /** A whole name begins with this folded text. */
  | { readonly kind: 'begins'; readonly prefix: string }
  | { readonly kind: 'combination'; readonly test: FacetTupleTest }
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  /** A pattern of FQNs, decided by the FQNs of containers where possible. */
  | { readonly kind: 'path'; readonly pattern: string }
  /** A pattern of whole names, as of `like`. */
  | { readonly kind: 'name'; readonly pattern: string }
  /** Checked against each row. */
  | { readonly kind: 'rows'; readonly condition: RowCondition }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition };

export const EVERYTHING: Condition = { kind: 'and', of: [] };
export const NOTHING: Condition = { kind: 'or', of: [] };

export function matching(query: WordQuery): Condition {
  return { kind: 'words', query };
}

export function combination(test: FacetTupleTest): Condition {
  return { kind: 'combination', test };
}

export function ofTypes(types: readonly string[]): Condition {
  return combination({ kind: 'has', field: 'y', values: types });
}

export function both(of: readonly Condition[]): Condition {
  const parts = of.flatMap((part) => (part.kind === 'and' ? part.of : [part]));
  return parts.length === 1 ? first(parts) : { kind: 'and', of: parts };
}

/** Alternative words are joined into one query to the full-text index. */
export function either(of: readonly Condition[]): Condition {
  const parts = of.flatMap((part) => (part.kind === 'or' ? part.of : [part]));
  const queries = parts.flatMap((part) => (part.kind === 'words' ? [part.query] : []));
  const others = parts.filter(({ kind }) => kind !== 'words');
  const all = queries.length === 0 ? others : [matching(anyWord(queries)), ...others];
  return all.length === 1 ? first(all) : { kind: 'or', of: all };
}

export function none(of: Condition): Condition {
  return { kind: 'not', of };
}

function anyWord(queries: readonly WordQuery[]): WordQuery {
  const of = queries.flatMap((query) => (query.kind === 'or' ? query.of : [query]));
  return of.length === 1 ? first(of) : { kind: 'or', of };
}
