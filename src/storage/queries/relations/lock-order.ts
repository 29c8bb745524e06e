/** The order in which entities are locked. All transactions lock several entities by id, so that there are no deadlocks. */
export function compareIds(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
