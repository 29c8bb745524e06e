/** Values that live as long as a connection, each created on first use. */
export function createConnectionValues(): <T>(name: string, make: () => T) => T {
  const known = new Map<string, unknown>();
  return <T>(name: string, make: () => T): T => {
    if (!known.has(name)) known.set(name, make());
    return known.get(name) as T; // what `make` returned for this name
  };
}
