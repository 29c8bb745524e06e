export function isQuery(text: string): boolean {
  return text.startsWith('select ') || text.startsWith('with ');
}

/** The table that a statement changes; null if its text does not start with that. */
export function targetOf(text: string): string | null {
  return /^\s*(?:insert (?:or \w+ )?into|update|delete from) (\w+)\b/.exec(text)?.[1] ?? null;
}
