/** What stays with a connection: made when it is first asked for. */
export function createLastingMemory(): <T>(name: string, make: () => T) => T {
  const known = new Map<string, unknown>();
  return <T>(name: string, make: () => T): T => {
    if (!known.has(name)) known.set(name, make());
    return known.get(name) as T; // what `make` made under this name
  };
}
