/** Steps of a dotted JSON path written in a declaration. Anything else is a programming error: paths never come from requests. */
export function jsonPathSteps(path: string): string[] {
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(path)) throw new Error(`bad JSON path ${path}`);
  return path.split('.');
}
