/**
 * Asserts that a value exists because the caller just looked it up or counted it. Throws if it is missing, which is a
 * bug.
 */
export function present<T>(value: T | null | undefined, what = 'value'): T {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}

/** The first item of a list that cannot be empty. */
export const first = <T>(list: readonly T[], what = 'first item'): T => present(list[0], what);
