// What the parser must know of a function: its name and how many lists of texts it takes.
// Policies and alert filters each have their own table; the grammar is one.

export interface FunctionSpec {
  readonly name: string;
  /**
   * 0: no argument. 1: texts, written `f('a', 'b')` or `f({'a', 'b'})`.
   * 2: two lists, written `f({'a'}, {'b', 'c'})`, where a single text stands for a list of one.
   */
  readonly lists: 0 | 1 | 2;
}

export type FunctionTable<Spec extends FunctionSpec = FunctionSpec> = ReadonlyMap<string, Spec>;

/** The table of the given functions, by name. */
export function functionTable<Spec extends FunctionSpec>(specs: readonly Spec[]): FunctionTable<Spec> {
  return new Map(specs.map((spec) => [spec.name, spec]));
}
