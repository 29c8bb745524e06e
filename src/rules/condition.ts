// The condition language as plain data, and its text form. Parsed once, stored as JSON, never run as code.

/** A call of a function of the current table. Every argument is a list of strings; `isOwner()` has no list. */
export interface ConditionCall {
  readonly kind: 'call';
  readonly name: string;
  readonly lists: readonly (readonly string[])[];
}

/** `and` and `or` have at least two conditions; nesting mirrors the parentheses in the source text. */
export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | ConditionCall
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] };

/** A string literal of the language: single-quoted, inner quotes doubled. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A list literal of the language: `{'a','b'}`. */
export function quoteList(texts: readonly string[]): string {
  return `{${texts.map(quoteText).join(',')}}`;
}

/** The text form of a condition; parsing it returns an equal condition. */
export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'constant':
      return String(condition.value);
    case 'call':
      return `${condition.name}(${printArguments(condition.lists)})`;
    case 'not':
      return `!${printPart(condition.of, ['and', 'or'])}`;
    case 'and':
      return condition.of.map((part) => printPart(part, ['and', 'or'])).join(' && ');
    case 'or':
      return condition.of.map((part) => printPart(part, ['or'])).join(' || ');
  }
}

function printArguments(lists: readonly (readonly string[])[]): string {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only.map(quoteText).join(', ');
  return lists.map(quoteList).join(', ');
}

function printPart(part: Condition, parenthesised: readonly Condition['kind'][]): string {
  const text = printCondition(part);
  return parenthesised.includes(part.kind) ? `(${text})` : text;
}
