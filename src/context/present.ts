/** A value that must be there, because of what the caller just looked up or counted. Throws when it is not: a mistake of the program. */
export function present<T>(value: T | null | undefined, what = 'value'): T {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}

/** The first item of a list that cannot be empty. */
export const first = <T>(list: readonly T[], what = 'first item'): T => present(list[0], what);
