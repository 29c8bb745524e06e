// What the parser needs to know about a function: its name and how many lists of strings it takes.
// Policies and alert filters have separate tables but share the grammar.

export interface FunctionSpec {
  readonly name: string;
  /**
   * 0: no argument. 1: strings, written `f('a', 'b')` or `f({'a', 'b'})`.
   * 2: two lists, written `f({'a'}, {'b', 'c'})`, where a single string is a list of one.
   */
  readonly lists: 0 | 1 | 2;
}

export type FunctionTable<Spec extends FunctionSpec = FunctionSpec> = ReadonlyMap<string, Spec>;

/** Indexes functions by name. */
export function functionTable<Spec extends FunctionSpec>(specs: readonly Spec[]): FunctionTable<Spec> {
  return new Map(specs.map((spec) => [spec.name, spec]));
}
