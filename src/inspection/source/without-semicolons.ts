/** A statement without semicolons and spaces at its end, as it has to be inside parentheses. Takes time linear in its length. */
export function withoutSemicolons(statement: string): string {
  let end = statement.length;
  while (end > 0 && /[\s;]/.test(statement.charAt(end - 1))) end--;
  return statement.slice(0, end);
}
