/** The result of checking one kind of promises of a contract: schema, semantics, quality or service level. */
export interface Checked<V> {
  /** What the results of the contract show; absent if the contract promises nothing of this kind. */
  validation?: V;
  /** The promises that are not kept, each as a phrase. */
  failed: readonly string[];
  /** The promises that could not be checked, each with the reason. */
  unchecked: readonly string[];
  /** Number of promises that are kept. */
  kept: number;
}

export const NOTHING: Checked<never> = { failed: [], unchecked: [], kept: 0 };
