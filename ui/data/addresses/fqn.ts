/** The parts of a fully qualified name; parts with dots are in quotes. */
export function partsOfFqn(fqn: string): string[] {
  return fqn.match(/"(?:[^"]|"")*"|[^.]+/g) ?? [];
}

/** The names of what contains it, outermost first. */
export function containersOfFqn(fqn: string): string[] {
  const parts = partsOfFqn(fqn);
  return parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join('.'));
}
