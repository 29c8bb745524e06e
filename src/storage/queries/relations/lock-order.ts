/** Orders what locks entities: whoever locks several takes them by id, so that two wait for each other and not in a circle. */
export function compareIds(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
