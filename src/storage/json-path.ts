/**
 * Splits a dotted JSON path from a declaration. Throws if it is malformed, which is a bug: paths never come from
 * requests.
 */
export function jsonPathSteps(path: string): string[] {
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(path)) throw new Error(`bad JSON path ${path}`);
  return path.split('.');
}
