// The condition language as plain data, and its text form. Parsed once, kept as JSON, never run as code.

/** A call of a function of the table in use. Every argument is a list of texts; `isOwner()` has no list. */
export interface ConditionCall {
  readonly kind: 'call';
  readonly name: string;
  readonly lists: readonly (readonly string[])[];
}

/** `and` and `or` hold two conditions or more; nesting mirrors the parentheses that were written. */
export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | ConditionCall
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] };

/** A text as a literal of the language: single quotes, a quote inside is doubled. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A list of texts as a literal of the language: `{'a','b'}`. */
export function quoteList(texts: readonly string[]): string {
  return `{${texts.map(quoteText).join(',')}}`;
}

/** The text of a condition; parsing it gives the same condition. */
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
