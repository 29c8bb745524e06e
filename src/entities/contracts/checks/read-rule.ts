/** The rule as JSON; undefined if it is none. compat: clients also send the text of a text. */
export function readRule(rule: string): unknown {
  try {
    const value: unknown = JSON.parse(rule);
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return undefined;
  }
}
